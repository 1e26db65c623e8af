import type { OutcomeKey } from '../../../../shared/outcomes.ts'
import { dayMs } from '../../../store/columns.ts'
import type { LoginDecision } from './decide-login.ts'

export interface OfflineLicenseFacts {
  /** Whether the program trusts a key of this application, and one that can sign. */
  readonly trusts: 'no key' | 'revoked keys' | 'a key'
  /** For whom the file is made, and whom the request names, in canonical form; undefined: a key that is none. */
  readonly userKey: string
  readonly namedKey: string | undefined
  /** Many devices have this hardware ID. */
  readonly isHwidPlaceholder: boolean
  /** Hash of all that was asked for. */
  readonly askedHash: string
  /** What answered the request before. */
  readonly known: { readonly askedHash: string; readonly withdrawnAt: Date | null } | undefined
  readonly isApplicationActive: boolean
  /** What a sign-in on that device would be answered now. */
  readonly login: LoginDecision
  readonly days: number
  /** When access of the user's own and that of the license end; null: never. */
  readonly userEndsAtMs: number | null
  readonly licenseEndsAtMs: number | null
  readonly nowMs: number
}

export type OfflineLicenseDecision =
  | { readonly outcome: 'other_application' | 'other_user' | 'no_device' | 'other_keys' }
  | { readonly outcome: 'repeated' | 'request_used' | 'no_device_free' }
  | { readonly outcome: 'refused'; readonly reason: OutcomeKey }
  | { readonly outcome: 'made'; readonly binds: LoginDecision['binds']; readonly expiresAtMs: number }

/**
 * Decides a request for an offline file; the order of the lines is the precedence of the outcomes. Nobody gets a file who
 * could not sign in on that device now. It ends with access, and days of grace prolong none: it can't be called back.
 */
export function decideOfflineLicense(facts: OfflineLicenseFacts): OfflineLicenseDecision {
  const { known, login, days, userEndsAtMs, licenseEndsAtMs, nowMs } = facts
  if (facts.trusts === 'no key') return { outcome: 'other_application' }
  if (facts.namedKey !== facts.userKey) return { outcome: 'other_user' }
  if (facts.isHwidPlaceholder) return { outcome: 'no_device' }
  if (known) {
    const isSame = known.askedHash === facts.askedHash && known.withdrawnAt === null
    return { outcome: isSame ? 'repeated' : 'request_used' }
  }
  if (facts.trusts === 'revoked keys') return { outcome: 'other_keys' }
  if (!facts.isApplicationActive) return { outcome: 'refused', reason: 'application_offline' }
  const { outcome } = login
  if (outcome === 'hwid_mismatch' || outcome === 'device_limit_reached') return { outcome: 'no_device_free' }
  if (outcome !== 'login_successful') return { outcome: 'refused', reason: outcome }
  const userMs = wholeSeconds(userEndsAtMs)
  const licenseMs = wholeSeconds(licenseEndsAtMs)
  if (userMs <= nowMs) return { outcome: 'refused', reason: 'account_expired' }
  if (licenseMs <= nowMs) return { outcome: 'refused', reason: 'license_expired' }
  const expiresAtMs = Math.min(wholeSeconds(nowMs + days * dayMs), userMs, licenseMs)
  return { outcome: 'made', binds: login.binds, expiresAtMs }
}

/** As a file says it. */
const wholeSeconds = (ms: number | null) => (ms === null ? Number.POSITIVE_INFINITY : Math.floor(ms / 1000) * 1000)
