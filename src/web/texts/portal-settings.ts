import { portalContrastMin } from '../../shared/constants.ts'

export const title = 'Portal'
export const description = 'A page where your customers manage their own devices, sessions, password and renewals.'
export const on = 'On'
export const off = 'Off'
export const edit = 'Edit Portal'
export const none = 'No portal yet'
export const noneText = 'Customers release their own devices and renew with a key, without asking you.'
export const setUp = 'Set Up Portal'
export const open = 'Open Portal'
export const copiedAddress = 'portal address'
export const logo = 'Logo'
export const logoHint = 'PNG or WebP, at most 100 KiB.'
export const noLogo = 'No logo'
export const logoAlt = 'Logo of the portal'
export const chooseLogo = 'Choose File'
export const removeLogo = 'Remove Logo'
export const logoSaved = 'Logo saved'
export const logoRemoved = 'Logo removed'
export const logoFailed = 'Failed to save logo'
export const dialogTitle = 'Portal'
export const save = 'Save Changes'
export const saving = 'Saving...'
export const saved = 'Portal saved'
export const failed = 'Failed to save portal'
export const enabled = 'Portal is open'
export const enabledHint = 'While it is off, the address answers as if there were no portal.'
export const slug = 'Address'
export const slugHint = (origin: string) => `Customers open ${origin}/portal/ followed by this.`
export const slugMissing = 'Choose an address for the portal first.'
export const slugForm = 'Use 3 to 40 lowercase letters, digits and hyphens, without a hyphen at either end.'
export const name = 'Name'
export const nameHint = "Leave empty for the application's name."
export const color = 'Color'
export const colorHint = 'For buttons, such as #3f63d8. Their text is white.'
export const colorForm = 'Enter a color such as #3f63d8.'
export const colorTooLight = (contrast: string) =>
  `Too light: white text on it has a contrast of ${contrast}, and needs ${portalContrastMin}.`
export const colorContrast = (contrast: string) => `White text on it has a contrast of ${contrast}.`
export const supportUrl = 'Support link'
export const supportHint = 'Where customers get help.'
export const welcome = 'Welcome text'
export const welcomeHint = 'Shown at the sign-in, as plain text.'
export const keyOnly = 'A license key alone opens'
export const keyModes = [
  { value: 'off', label: 'Nothing' },
  { value: 'view', label: 'A view, without addresses' },
  { value: 'manage', label: 'Everything' },
] as const
export const releaseDays = 'Days between releases'
export const releaseHint = 'How often a customer may release a device. 0: never.'
