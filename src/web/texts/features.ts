import { featureTextMaxLength, maxFeatures } from '../../shared/constants.ts'

export const title = 'Features'
export const hint = 'Your software reads features from signed responses and turns functions on or off.'
export const add = 'Add Feature'
export const none = 'No features'
export const on = 'on'
export const off = 'off'
export const edit = 'Edit Features'
export const save = 'Save Changes'
export const saving = 'Saving...'
export const kinds = [
  { value: 'switch', label: 'On or off' },
  { value: 'number', label: 'Number' },
  { value: 'text', label: 'Text' },
] as const
export const nameOf = (place: number) => `Name of feature ${place}`
export const kindOf = (place: number) => `Kind of feature ${place}`
export const featureValue = (place: number) => `Value of feature ${place}`
export const remove = (name: string, place: number) => (name === '' ? `Remove feature ${place}` : `Remove ${name}`)
export const nameWrong = 'Use up to 40 letters a-z, digits and _, starting with a letter.'
export const nameTwice = 'Another feature has this name.'
export const notWhole = 'Enter a whole number.'
export const tooLong = `Enter ${featureTextMaxLength} characters or fewer.`
export const tooMany = `At most ${maxFeatures} features.`
export const exportText = 'export'
export const onText = 'On'
export const offText = 'Off'
