import { licenseMaskMinStars } from '../../shared/constants.ts'
import { formatCount } from '../ui/text/format.ts'

export const title = 'Presets'
export const description =
  'Seats, validity and features under a name, for what you sell often. Each license gets a copy.'
export const add = 'New Preset'
export const none = 'No presets yet'
export const noneText = 'Make one for each edition of your software, then choose it when you generate keys.'
export const newTitle = 'New Preset'
export const editTitle = 'Edit Preset'
export const editNote = "Existing licenses don't change until you apply the preset to them."
export const create = 'Create Preset'
export const creating = 'Creating...'
export const save = 'Save Changes'
export const saving = 'Saving...'
export const created = 'Preset created'
export const updated = 'Preset updated'
export const failed = 'Failed to save preset'
export const name = 'Name'
export const nameMissing = 'Enter a name.'
export const maxUsers = 'Max Users'
export const validityDays = 'Validity Days'
export const validityStart = 'Validity Starts'
export const starts = [
  { value: 'creation', label: 'At creation' },
  { value: 'first_use', label: 'At first use' },
] as const
export const devices = 'Devices per user'
export const devicesHint = "Leave empty to use the application's limit."
export const sessions = 'Live sessions'
export const sessionsHint = 'Of all users of a license together. Leave empty for no limit.'
export const noLimit = 'No limit'
export const graceDays = 'Grace days'
export const graceHint = 'Access after the expiry. Empty: as the application.'
export const daysOfGrace = (days: number) => (days === 0 ? 'no grace' : `${formatCount(days, 'day')} of grace`)
export const mask = 'Mask (Optional)'
export const maskHint = `A * for each random character, at least ${licenseMaskMinStars} of them.`
export const actionsFor = (name: string) => `Actions for ${name}`
export const edit = 'Edit'
export const apply = 'Apply to its licenses…'
export const nothingToApply = 'No license has it.'
export const remove = 'Delete'
export const archive = 'Archive'
export const removed = 'Preset deleted'
export const archived = 'Preset archived'
export const restored = 'Preset restored'
export const showArchived = 'Archived'
export const restore = 'Restore'
export const noneArchived = 'No preset is archived.'
export const many = 'More than 1,000'
export const pro = 'Pro'
export const kw = 'KW-****-****-****'
export const validityDaysMustBe = 'Validity days must be at least 1'
export const licenseKey = 'license key'
export const theFirstUse = 'the first use'
export const from = (validityDays: number, what: string) => `${formatCount(validityDays, 'day')} from ${what}`
export const each = (maxDevices: number) => `${formatCount(maxDevices, 'device')} each`
export const liveSession = 'live session'
export const undo = 'Undo'
