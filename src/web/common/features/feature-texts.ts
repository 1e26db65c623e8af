import { featureTextMaxLength, maxFeatures } from '../../../shared/constants.ts'

/** What the editor of features says, wherever it is. */
export const featureTexts = {
  title: 'Features',
  hint: 'Your software reads them from signed responses and switches functions on by them.',
  add: 'Add Feature',
  none: 'No features',
  on: 'on',
  off: 'off',
  edit: 'Edit Features',
  save: 'Save Changes',
  saving: 'Saving...',
  kinds: [
    { value: 'switch', label: 'On or off' },
    { value: 'number', label: 'Number' },
    { value: 'text', label: 'Text' },
  ],
  nameOf: (place: number) => `Name of feature ${place}`,
  kindOf: (place: number) => `Kind of feature ${place}`,
  valueOf: (place: number) => `Value of feature ${place}`,
  remove: (name: string, place: number) => (name === '' ? `Remove feature ${place}` : `Remove ${name}`),
  nameWrong: 'The name needs up to 40 letters a-z, digits and _, and begins with a letter.',
  nameTwice: 'This name is there already.',
  notWhole: 'Enter a whole number.',
  tooLong: `Enter ${featureTextMaxLength} characters or fewer.`,
  tooMany: `There may be ${maxFeatures} features.`,
} as const
