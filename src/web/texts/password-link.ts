import { passwordLinkDays } from '../../shared/constants.ts'

export const title = 'Password Link'
export const text = (username: string) =>
  `${username} opens the link in your portal and chooses a password. It works once, for ${passwordLinkDays} days, and ends when password, email address or ban change.`
export const make = 'Make Link'
export const making = 'Making...'
export const link = 'password link'
export const once = (until: string) => `Copy the link now. It isn't shown again. Valid until ${until}.`
export const close = 'Done'
export const failed = 'Failed to make link'
export const cancel = 'Cancel'
