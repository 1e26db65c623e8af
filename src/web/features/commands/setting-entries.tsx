import { Settings2 } from 'lucide-react'
import type { OwnApplication } from '../../api/use-own-applications.ts'
import { partOfField, settingsHref } from '../../common/settings-parts.ts'
import * as texts from '../../texts/commands.ts'
import type { PaletteEntry } from './palette-entry.ts'

/** Every setting of an application: its field in the API, its label, and words that mean it. */
const settings: readonly (readonly [field: string, label: string, words?: string])[] = [
  ['name', texts.name, 'rename'],
  ['version', texts.version, 'update'],
  ['description', texts.description],
  ['isActive', texts.active, texts.offlineDisable],
  ['hwidLockEnabled', texts.hwidLock, texts.hardwareDevice],
  ['isVersionRequired', texts.versionIsMandatory, 'update'],
  ['downloadUrl', texts.downloadUrl, 'update'],
  ['registrationMode', texts.registrationMode, texts.openClosedLicense],
  ['registrationDays', texts.daysAnOpenRegistration, texts.trialExpiry],
  ['minPasswordLength', texts.minimumPasswordLength],
  ['graceDays', texts.graceDays, texts.accessAfterExpiry],
  ['licenseLogin', texts.licenseLogin, texts.keyAlone],
  ['isVerifyStrict', texts.strictVerify, texts.sessionToken],
  ['isKeyInHeaderOnly', texts.apiKeyInThe],
  ['deviceLimit', texts.devicesPerUser, texts.hardwareLockMachines],
  ['hwidTolerance', texts.hardwareTolerance, texts.componentsChangedParts],
  ['sessionLimit', texts.liveSessionsPerUser, texts.limitSharing],
  ['sessionLimitPolicy', texts.whenTheLimitIs, 'sessions'],
  ['leaseHours', texts.offlineLease, 'signing'],
  ['offlineStart', texts.offlineStart, texts.startWithoutServer],
  ['activityDays', texts.daysOfActivity, texts.retentionLog],
  ['activityRows', texts.rowsOfActivity, texts.retentionLog],
  ['features', texts.features, texts.boughtEditionFlags],
]

/** The settings of the application that is open. */
export function settingEntries({ id, name }: OwnApplication): readonly PaletteEntry[] {
  return settings.map(([field, label, words = '']) => ({
    id: `setting ${field}`,
    label,
    detail: texts.settingsOf(name),
    words,
    icon: <Settings2 size={16} strokeWidth={1.75} aria-hidden />,
    href: settingsHref(id, partOfField(field), field),
    applicationId: id,
  }))
}
