import { isInGrace } from './grace.ts'

/** Why nobody may use a license for now, whatever its switch and its expiry say. */
export const licenseHolds = ['paused', 'banned'] as const
export type LicenseHold = (typeof licenseHolds)[number]

/** The facts about a license from which both status displays of the specification follow. */
export interface LicenseFacts {
  readonly isActive: boolean
  /** `null` while a first-use license has not started. */
  readonly expiresAt: Date | null
  /** Until when its users have access after it has expired; null: without days of grace. */
  readonly graceUntil: Date | null
  readonly currentUsers: number
  readonly maxUsers: number
  readonly hold: LicenseHold | null
}

export type LicenseStatus = 'Expired' | 'Grace' | 'Banned' | 'Paused' | 'Inactive' | 'Full' | 'Active'

/**
 * License page: Expired, else Inactive, else Full, else Active (document 1, section 4). A license that is held is Banned
 * or Paused where it would be Inactive; one that has expired is in Grace while its users have access.
 */
export function licenseStatus(license: LicenseFacts, now: Date): LicenseStatus {
  if (isInGrace(license.expiresAt, license.graceUntil, now)) return 'Grace'
  if (isPast(license.expiresAt, now)) return 'Expired'
  if (license.hold !== null) return nameOfHold[license.hold]
  if (!license.isActive) return 'Inactive'
  return license.currentUsers >= license.maxUsers ? 'Full' : 'Active'
}

const nameOfHold = { paused: 'Paused', banned: 'Banned' } as const

/**
 * Detail screen: Active only if active and not expired, otherwise Inactive; Expired, Grace or Full as a second badge. A
 * hold stands before the rest.
 */
export function licenseBadges(license: LicenseFacts, now: Date): readonly LicenseStatus[] {
  const status = licenseStatus(license, now)
  if (license.hold !== null) {
    const hold = nameOfHold[license.hold]
    return status === hold ? [hold] : [hold, status]
  }
  const isUsable = license.isActive && status !== 'Expired'
  const first: LicenseStatus = isUsable ? 'Active' : 'Inactive'
  return status === first ? [first] : [first, status]
}

/** One rule for every expiry: exactly at that millisecond it has expired. */
function isPast(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && now.getTime() >= expiresAt.getTime()
}
