export const title = 'Devices'
export const count = (bound: number, limit: number) => `${bound} of ${limit}`
export const none = 'None. The next login binds its device.'
export const notLocked = "None. This user isn't locked to a device."
export const unnamed = 'Unnamed device'
export const bound = 'bound'
export const seen = 'last seen'
export const release = 'Release'
export const releaseNamed = (name: string) => `Release ${name}`
export const rename = 'Rename'
export const renameNamed = (name: string) => `Rename ${name}`
export const released = 'Device released'
export const renamed = 'Device renamed'
export const confirmTitle = 'Release Device'
export const confirmText =
  'can no longer log in until it is bound again. Its sessions end, and another device can take its place.'
export const confirm = 'Release Device'
export const confirming = 'Releasing…'
export const nameTitle = 'Rename Device'
export const name = 'Name'
export const nameMissing = 'Enter a name.'
export const save = 'Save'
export const saving = 'Saving...'
