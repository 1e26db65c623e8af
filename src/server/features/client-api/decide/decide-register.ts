import type { LicenseHold } from '../../../../shared/license-status.ts'
import type { OutcomeKey } from '../../../../shared/outcomes.ts'
import type { BlacklistIndex, Identity } from './decide-access.ts'
import { hasExpired, refusalOfHold } from './decide-access.ts'
import { isVersionRefused } from './decide-login.ts'

export interface RegisterFacts {
  readonly application: {
    readonly version: string
    readonly isVersionRequired: boolean
    readonly registrationMode: 'open' | 'license' | 'closed'
    readonly registrationDays: number | null
  }
  readonly blacklist: BlacklistIndex
  readonly identity: Identity
  readonly clientVersion: string | undefined
  /** A license key was sent. */
  readonly hasLicenseKey: boolean
  /** The license of that key, if there is one. */
  readonly license: LicenseFacts | undefined
  readonly isUsernameTaken: boolean
  readonly nowMs: number
}

export interface LicenseFacts {
  readonly isActive: boolean
  readonly expiresAtMs: number | null
  readonly currentUsers: number
  readonly maxUsers: number
  readonly hold: LicenseHold | null
  /** Its time went into another license. */
  readonly isSpent: boolean
}

/**
 * Decides a registration before anything is hashed or written; the order of the lines is the precedence of the
 * outcomes. Conditional statements claim seat and username afterwards and have the last word. That a username is taken
 * is revealed only to a caller who could register.
 */
export function decideRegister(facts: RegisterFacts): OutcomeKey {
  const { application, license } = facts
  const block = facts.blacklist.find(facts.identity)
  if (block) return block
  if (isVersionRefused(application, facts.clientVersion)) return 'version_mismatch'
  if (application.registrationMode === 'closed') return 'registration_closed'
  if (application.registrationMode === 'license' && !facts.hasLicenseKey) return 'license_required'
  if (facts.hasLicenseKey) {
    const refusal = decideLicense(license, facts.nowMs)
    if (refusal) return refusal
  }
  if (facts.isUsernameTaken) return 'username_taken'
  return 'user_registered'
}

type LicenseRefusal =
  | (typeof refusalOfHold)[LicenseHold]
  | `license_${'not_found' | 'used' | 'inactive' | 'expired' | 'full'}`

/** Seat counting: whether a license has a seat for another user. */
export function decideLicense(license: LicenseFacts | undefined, nowMs: number): LicenseRefusal | undefined {
  if (!license) return 'license_not_found'
  if (license.hold) return refusalOfHold[license.hold]
  if (license.isSpent) return 'license_used'
  if (!license.isActive) return 'license_inactive'
  if (hasExpired(license.expiresAtMs, nowMs)) return 'license_expired'
  if (license.currentUsers >= license.maxUsers) return 'license_full'
  return undefined
}

const dayMs = 24 * 60 * 60 * 1000

/** The new user's own expiry: the application's limit for open registration, which the client can only shorten. */
export function registeredUntilMs(
  registrationDays: number | null,
  hasLicense: boolean,
  askedMs: number | undefined,
  nowMs: number,
): number | null {
  const limitMs = registrationDays === null || hasLicense ? null : nowMs + registrationDays * dayMs
  if (askedMs === undefined) return limitMs
  return limitMs === null ? askedMs : Math.min(limitMs, askedMs)
}
