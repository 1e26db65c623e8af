/** The facts about a license from which both status displays of the specification follow. */
export interface LicenseFacts {
  readonly isActive: boolean
  /** `null` while a first-use license has not started. */
  readonly expiresAt: Date | null
  readonly currentUsers: number
  readonly maxUsers: number
}

export type LicenseStatus = 'Expired' | 'Inactive' | 'Full' | 'Active'

/** License page: Expired, else Inactive, else Full, else Active (document 1, section 4). */
export function licenseStatus(license: LicenseFacts, now: Date): LicenseStatus {
  if (isPast(license.expiresAt, now)) return 'Expired'
  if (!license.isActive) return 'Inactive'
  return license.currentUsers >= license.maxUsers ? 'Full' : 'Active'
}

/** Detail screen: Active only if active and not expired, otherwise Inactive; Expired or Full as a second badge. */
export function licenseBadges(license: LicenseFacts, now: Date): readonly LicenseStatus[] {
  const status = licenseStatus(license, now)
  const isUsable = license.isActive && !isPast(license.expiresAt, now)
  const first: LicenseStatus = isUsable ? 'Active' : 'Inactive'
  return status === first ? [first] : [first, status]
}

/** One rule for every expiry: exactly at that millisecond it has expired. */
function isPast(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && now.getTime() >= expiresAt.getTime()
}
