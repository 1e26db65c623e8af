import { Settings2 } from 'lucide-react'
import { isPage } from '../../../shared/pages.ts'
import type { OwnApplication } from '../../api/use-own-applications.ts'
import type { PaletteEntry } from './palette-entry.ts'

/** Every setting of an application: its field in the API, its label, its part of the settings, words that mean it. */
const settings: readonly (readonly [field: string, label: string, part: string, words?: string])[] = [
  ['name', 'Name', 'general', 'rename'],
  ['version', 'Version', 'general', 'update'],
  ['description', 'Description', 'general'],
  ['isActive', 'Active', 'general', 'offline disable'],
  ['hwidLockEnabled', 'HWID Lock', 'general', 'hardware device'],
  ['isVersionRequired', 'Version is mandatory', 'general', 'update'],
  ['downloadUrl', 'Download URL', 'general', 'update'],
  ['registrationMode', 'Registration mode', 'sign-in', 'open closed license'],
  ['registrationDays', 'Days an open registration lasts', 'sign-in', 'trial expiry'],
  ['minPasswordLength', 'Minimum password length', 'sign-in'],
  ['isVerifyStrict', 'Strict verify', 'sign-in', 'session token'],
  ['isKeyInHeaderOnly', 'API key in the header only', 'sign-in'],
  ['sessionLimit', 'Live sessions per user', 'devices', 'limit sharing'],
  ['sessionLimitPolicy', 'When the limit is reached', 'devices', 'sessions'],
  ['leaseHours', 'Offline lease', 'offline', 'signing'],
  ['activityDays', 'Days of activity', 'data', 'retention log'],
  ['activityRows', 'Rows of activity', 'data', 'retention log'],
]

/** The settings of the application that is open. */
export function settingEntries({ id, name }: OwnApplication): readonly PaletteEntry[] {
  return settings.map(([field, label, part, words = '']) => ({
    id: `setting ${field}`,
    label,
    detail: `Settings of ${name}`,
    words,
    icon: <Settings2 size={16} strokeWidth={1.75} aria-hidden />,
    href: addressOf(id, part, field),
    applicationId: id,
  }))
}

function addressOf(id: number, part: string, field: string): string {
  const page = `/app/${id}/settings/${part}`
  return isPage(page) ? `${page}#${field}` : `/app/${id}?dialog=settings`
}
