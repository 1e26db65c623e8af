import { Settings2 } from 'lucide-react'
import type { OwnApplication } from '../../api/use-own-applications.ts'
import { partOfField, settingsHref } from '../../common/settings-parts.ts'
import type { PaletteEntry } from './palette-entry.ts'

/** Every setting of an application: its field in the API, its label, and words that mean it. */
const settings: readonly (readonly [field: string, label: string, words?: string])[] = [
  ['name', 'Name', 'rename'],
  ['version', 'Version', 'update'],
  ['description', 'Description'],
  ['isActive', 'Active', 'offline disable'],
  ['hwidLockEnabled', 'HWID Lock', 'hardware device'],
  ['isVersionRequired', 'Version is mandatory', 'update'],
  ['downloadUrl', 'Download URL', 'update'],
  ['registrationMode', 'Registration mode', 'open closed license'],
  ['registrationDays', 'Days an open registration lasts', 'trial expiry'],
  ['minPasswordLength', 'Minimum password length'],
  ['licenseLogin', 'License sign-in', 'key alone without password'],
  ['isVerifyStrict', 'Strict verify', 'session token'],
  ['isKeyInHeaderOnly', 'API key in the header only'],
  ['deviceLimit', 'Devices per user', 'hardware lock machines'],
  ['sessionLimit', 'Live sessions per user', 'limit sharing'],
  ['sessionLimitPolicy', 'When the limit is reached', 'sessions'],
  ['leaseHours', 'Offline lease', 'signing'],
  ['activityDays', 'Days of activity', 'retention log'],
  ['activityRows', 'Rows of activity', 'retention log'],
]

/** The settings of the application that is open. */
export function settingEntries({ id, name }: OwnApplication): readonly PaletteEntry[] {
  return settings.map(([field, label, words = '']) => ({
    id: `setting ${field}`,
    label,
    detail: `Settings of ${name}`,
    words,
    icon: <Settings2 size={16} strokeWidth={1.75} aria-hidden />,
    href: settingsHref(id, partOfField(field), field),
    applicationId: id,
  }))
}
