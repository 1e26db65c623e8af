import { deviceLimitMax, graceDaysMax, leaseMaxHours, minPasswordLengthMax } from '../../../shared/constants.ts'
import type { Labels } from '../../common/forms/find-conflicts.ts'
import type { FieldErrors } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/application.ts'
import { countError, optionalCountError, parseOptionalCount } from '../../ui/form/parse-count.ts'
import type { Application, ApplicationChange } from './use-application.ts'

type Mode = Application['registrationMode']
type Policy = Application['sessionLimitPolicy']

/** How many components of a device may differ. */
type Tolerance = '0' | '1' | '2'

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
  /** Blank as 0. */
  readonly graceDays: string
  readonly isVersionRequired: boolean
  readonly isVerifyStrict: boolean
  readonly isKeyInHeaderOnly: boolean
  readonly licenseLogin: boolean
  readonly downloadUrl: string
  readonly sessionLimit: string
  readonly sessionLimitPolicy: Policy
  readonly deviceLimit: number
  readonly hwidTolerance: Tolerance
  /** null: offline leases are off. */
  readonly leaseHours: string | null
  readonly offlineStart: boolean
  readonly activityDays: string
  readonly activityRows: string
}

export function settingsOf(application: Application): SettingsForm {
  const { name, version, description, isActive, hwidLockEnabled, registrationMode, minPasswordLength } = application
  const { isVersionRequired, isVerifyStrict, isKeyInHeaderOnly, sessionLimitPolicy, deviceLimit } = application
  const { licenseLogin, offlineStart } = application
  return {
    ...{ name, version, description, isActive, hwidLockEnabled, registrationMode, minPasswordLength },
    ...{ isVersionRequired, isVerifyStrict, isKeyInHeaderOnly, sessionLimitPolicy, deviceLimit, licenseLogin },
    offlineStart,
    hwidTolerance: tolerances.find(({ value }) => Number(value) === application.hwidTolerance)?.value ?? '0',
    registrationDays: String(application.registrationDays ?? ''),
    graceDays: String(application.graceDays || ''),
    downloadUrl: application.downloadUrl ?? '',
    sessionLimit: String(application.sessionLimit ?? ''),
    leaseHours: application.leaseHours === null ? null : String(application.leaseHours),
    activityDays: String(application.activityDays ?? ''),
    activityRows: String(application.activityRows ?? ''),
  }
}

export const registrationModes: readonly { readonly value: Mode; readonly label: string }[] = [
  { value: 'open', label: texts.open },
  { value: 'license', label: texts.licenseRequired },
  { value: 'closed', label: texts.closed },
]

export const limitPolicies: readonly { readonly value: Policy; readonly label: string }[] = [
  { value: 'reject', label: texts.rejectTheNewSession },
  { value: 'replace_oldest', label: texts.endTheOldestSession },
]

export const tolerances: readonly { readonly value: Tolerance; readonly label: string }[] = [
  { value: '0', label: texts.noneMayDiffer },
  { value: '1', label: texts.oneMayDiffer },
  { value: '2', label: texts.twoMayDiffer },
]

const chosen =
  <Value>(options: readonly { readonly value: Value; readonly label: string }[]) =>
  (value: Value) =>
    options.find((option) => option.value === value)?.label ?? String(value)

/** The labels of the fields. */
export const settingsLabels: Labels<SettingsForm> = {
  name: texts.name,
  version: texts.version,
  description: texts.description,
  isActive: texts.active,
  hwidLockEnabled: texts.hwidLock,
  registrationMode: { label: texts.registrationMode, show: chosen(registrationModes) },
  registrationDays: texts.daysAnOpenRegistration,
  minPasswordLength: texts.minimumPasswordLength,
  graceDays: texts.graceDays,
  isVersionRequired: texts.versionIsMandatory,
  licenseLogin: texts.licenseLogin,
  isVerifyStrict: texts.strictVerify,
  isKeyInHeaderOnly: texts.apiKeyInThe,
  downloadUrl: texts.downloadUrl,
  deviceLimit: texts.devicesPerUser,
  hwidTolerance: { label: texts.hardwareTolerance, show: chosen(tolerances) },
  sessionLimit: texts.liveSessionsPerUser,
  sessionLimitPolicy: { label: texts.whenTheLimitIs, show: chosen(limitPolicies) },
  leaseHours: { label: texts.offlineLease, show: (hours) => (hours === null ? texts.off : texts.hours(hours)) },
  offlineStart: texts.offlineStart,
  activityDays: texts.daysOfActivityText,
  activityRows: texts.rowsOfActivityText,
}

/** The changed fields, as the server takes them. */
export function changeOf(form: SettingsForm, opened: Application): ApplicationChange {
  const wanted: ApplicationChange = {
    ...form,
    name: form.name.trim(),
    version: form.version.trim(),
    registrationDays: parseOptionalCount(form.registrationDays),
    graceDays: parseOptionalCount(form.graceDays) ?? 0,
    hwidTolerance: Number(form.hwidTolerance),
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
  const grace = optionalCountError(form.graceDays, graceDaysMax, 0)
  return {
    ...(form.name.trim() === '' && { name: texts.pleaseEnterAnApplication }),
    ...(form.version.trim() === '' && { version: texts.pleaseEnterAVersion }),
    ...(!isCountOrBlank(form.registrationDays) && {
      registrationDays: texts.enterAWholeNumber,
    }),
    ...(length !== undefined && { minPasswordLength: length }),
    ...(grace !== undefined && { graceDays: grace }),
    ...(form.leaseHours !== null &&
      !isLeaseLength(form.leaseHours) && { leaseHours: texts.enterHoursFrom1(leaseMaxHours) }),
    ...(devices !== undefined && { deviceLimit: devices }),
    ...(!isCountOrBlank(form.sessionLimit) && { sessionLimit: texts.enterAWholeNumber }),
    ...(!isCountOrBlank(form.activityDays) && { activityDays: texts.enterAWholeNumber }),
    ...(!isCountOrBlank(form.activityRows, 1_000) && {
      activityRows: texts.enterAWholeNumberOf,
    }),
  }
}

const isLeaseLength = (text: string) => /^\s*[1-9]\d{0,2}\s*$/.test(text) && Number(text) <= leaseMaxHours

const isCountOrBlank = (text: string, least = 1) => {
  const count = parseOptionalCount(text)
  return count === null || (Number.isSafeInteger(count) && count >= least)
}
