import { deviceLimitMax, leaseMaxHours, minPasswordLengthMax } from '../../../shared/constants.ts'
import type { Labels } from '../../common/forms/find-conflicts.ts'
import type { FieldErrors } from '../../common/forms/use-form-dialog.tsx'
import { countError, parseOptionalCount } from '../../ui/form/parse-count.ts'
import type { Application, ApplicationChange } from './use-application.ts'

type Mode = Application['registrationMode']
type Policy = Application['sessionLimitPolicy']

/** The state of the Settings dialog and of the pages of settings. Numbers that may be empty are text, blank for none. */
export interface SettingsForm {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly isActive: boolean
  readonly hwidLockEnabled: boolean
  readonly registrationMode: Mode
  readonly registrationDays: string
  readonly minPasswordLength: number
  readonly isVersionRequired: boolean
  readonly isVerifyStrict: boolean
  readonly isKeyInHeaderOnly: boolean
  readonly licenseLogin: boolean
  readonly downloadUrl: string
  readonly sessionLimit: string
  readonly sessionLimitPolicy: Policy
  readonly deviceLimit: number
  /** null: offline leases are off. */
  readonly leaseHours: string | null
  readonly activityDays: string
  readonly activityRows: string
}

export function settingsOf(application: Application): SettingsForm {
  const { name, version, description, isActive, hwidLockEnabled, registrationMode, minPasswordLength } = application
  const { isVersionRequired, isVerifyStrict, isKeyInHeaderOnly, sessionLimitPolicy, deviceLimit } = application
  const { licenseLogin } = application
  return {
    ...{ name, version, description, isActive, hwidLockEnabled, registrationMode, minPasswordLength },
    ...{ isVersionRequired, isVerifyStrict, isKeyInHeaderOnly, sessionLimitPolicy, deviceLimit, licenseLogin },
    registrationDays: String(application.registrationDays ?? ''),
    downloadUrl: application.downloadUrl ?? '',
    sessionLimit: String(application.sessionLimit ?? ''),
    leaseHours: application.leaseHours === null ? null : String(application.leaseHours),
    activityDays: String(application.activityDays ?? ''),
    activityRows: String(application.activityRows ?? ''),
  }
}

export const registrationModes: readonly { readonly value: Mode; readonly label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'license', label: 'License required' },
  { value: 'closed', label: 'Closed' },
]

export const limitPolicies: readonly { readonly value: Policy; readonly label: string }[] = [
  { value: 'reject', label: 'Refuse the new session' },
  { value: 'replace_oldest', label: 'End the oldest session' },
]

const chosen =
  <Value>(options: readonly { readonly value: Value; readonly label: string }[]) =>
  (value: Value) =>
    options.find((option) => option.value === value)?.label ?? String(value)

/** The labels of the fields. */
export const settingsLabels: Labels<SettingsForm> = {
  name: 'Name',
  version: 'Version',
  description: 'Description',
  isActive: 'Active',
  hwidLockEnabled: 'HWID Lock',
  registrationMode: { label: 'Registration mode', show: chosen(registrationModes) },
  registrationDays: 'Days an open registration lasts',
  minPasswordLength: 'Minimum password length',
  isVersionRequired: 'Version is mandatory',
  licenseLogin: 'License sign-in',
  isVerifyStrict: 'Strict verify',
  isKeyInHeaderOnly: 'API key in the header only',
  downloadUrl: 'Download URL',
  deviceLimit: 'Devices per user',
  sessionLimit: 'Live sessions per user',
  sessionLimitPolicy: { label: 'When the limit is reached', show: chosen(limitPolicies) },
  leaseHours: { label: 'Offline lease', show: (hours) => (hours === null ? 'Off' : `${hours} hours`) },
  activityDays: 'Days of activity',
  activityRows: 'Rows of activity',
}

/** The changed fields, as the server takes them. */
export function changeOf(form: SettingsForm, opened: Application): ApplicationChange {
  const wanted: ApplicationChange = {
    ...form,
    name: form.name.trim(),
    version: form.version.trim(),
    registrationDays: parseOptionalCount(form.registrationDays),
    downloadUrl: form.downloadUrl.trim() || null,
    sessionLimit: parseOptionalCount(form.sessionLimit),
    leaseHours: form.leaseHours === null ? null : parseOptionalCount(form.leaseHours),
    activityDays: parseOptionalCount(form.activityDays),
    activityRows: parseOptionalCount(form.activityRows),
  }
  const current = new Map<string, unknown>(Object.entries(opened))
  return Object.fromEntries(Object.entries(wanted).filter(([field, value]) => current.get(field) !== value))
}

/** Client-side validation. */
export function settingsErrors(form: SettingsForm): FieldErrors {
  const length = countError(form.minPasswordLength, minPasswordLengthMax)
  const devices = countError(form.deviceLimit, deviceLimitMax)
  return {
    ...(form.name.trim() === '' && { name: 'Please enter an application name' }),
    ...(form.version.trim() === '' && { version: 'Please enter a version' }),
    ...(!isCountOrBlank(form.registrationDays) && {
      registrationDays: 'Enter a whole number of at least 1, or nothing',
    }),
    ...(length !== undefined && { minPasswordLength: length }),
    ...(form.leaseHours !== null &&
      !isLeaseLength(form.leaseHours) && { leaseHours: `Enter hours from 1 to ${leaseMaxHours}` }),
    ...(devices !== undefined && { deviceLimit: devices }),
    ...(!isCountOrBlank(form.sessionLimit) && { sessionLimit: 'Enter a whole number of at least 1, or nothing' }),
    ...(!isCountOrBlank(form.activityDays) && { activityDays: 'Enter a whole number of at least 1, or nothing' }),
    ...(!isCountOrBlank(form.activityRows, 1_000) && {
      activityRows: 'Enter a whole number of at least 1,000, or nothing',
    }),
  }
}

const isLeaseLength = (text: string) => /^\s*[1-9]\d?\s*$/.test(text) && Number(text) <= leaseMaxHours

const isCountOrBlank = (text: string, least = 1) => {
  const count = parseOptionalCount(text)
  return count === null || (Number.isSafeInteger(count) && count >= least)
}
