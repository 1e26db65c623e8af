import { neverExpires, neverYear } from '../../../../shared/constants.ts'
import type { OutcomeKey } from '../../../../shared/outcomes.ts'
import { dayMs } from '../../../store/columns.ts'
import type { UserFacts } from '../../../store/hot/hot-store.ts'
import type { License } from '../../../store/licenses/licenses.ts'
import { decideLicense } from './decide-register.ts'

const neverMs = Date.parse(neverExpires)

/** A repeated request gets the first response for this long: that one may have been lost. */
const repeatableMs = 10 * 60 * 1000

export interface RedeemFacts {
  /** The license of the redeemed key. */
  readonly key: License
  /** The user's license now. */
  readonly current: License | undefined
  /** The user's own expiry; null: none. */
  readonly ownExpiryMs: number | null
  /** The user stands for their license, and stays with it. */
  readonly isHolder: boolean
  /** When this user redeemed this key last, and what it gave. */
  readonly last: { readonly at: Date; readonly addedMs: number; readonly endsAt: Date } | undefined
  readonly nowMs: number
}

export interface Redeemed {
  readonly outcome: 'license_redeemed'
  /**
   * `move`: the user changes to the license of the key and takes the present end along; `renew`: the user's license gets
   * the time of the key; `join`: the user takes a seat and brings nothing; `repeat`: nothing changes.
   */
  readonly effect: 'move' | 'renew' | 'join' | 'repeat'
  /** What the key gives. */
  readonly addedMs: number
  /** What is left of the present end and counts on. */
  readonly carriedMs: number
  readonly endsAtMs: number
}

export interface RedeemRefusal {
  readonly outcome: Exclude<OutcomeKey, 'license_redeemed'>
}

/**
 * Decides what a redeemed key does to its user, under the locks of both licenses and the user; the order of the lines is
 * the precedence of the outcomes. Time never counts twice: what moves on is spent where it was.
 */
export function decideRedeem(facts: RedeemFacts): Redeemed | RedeemRefusal {
  const { key, current, isHolder, last, nowMs } = facts
  const isOwn = current !== undefined && (key.id === current.id || key.spentInto === current.id)
  if (isOwn && last && nowMs - last.at.getTime() < repeatableMs) {
    const { addedMs, endsAt } = last
    return { outcome: 'license_redeemed', effect: 'repeat', addedMs, carriedMs: 0, endsAtMs: endsAt.getTime() }
  }
  if (isOwn) return { outcome: 'license_used' }
  const expiresAtMs = key.expiresAt?.getTime() ?? null
  const refusal = decideLicense({ ...key, expiresAtMs, isSpent: key.spentAt !== null }, nowMs)
  if (refusal) return { outcome: refusal }
  if (endOf(facts) === null && (current?.presetId ?? null) === key.presetId) return { outcome: 'already_unlimited' }
  const addedMs = key.expiresAt ? key.expiresAt.getTime() - nowMs : key.validityDays * dayMs
  const carriedMs = carriedOver(facts)
  const gain = { outcome: 'license_redeemed', addedMs, carriedMs: 0, endsAtMs: nowMs + addedMs } as const
  const isUnused = key.currentUsers === 0 && key.maxUsers === 1
  const extended = { ...gain, carriedMs, endsAtMs: Math.min(nowMs + carriedMs + addedMs, neverMs) }
  // The time of one key in a license of several seats would count once for each of them.
  if (isHolder && !(isUnused && current?.maxUsers === 1)) return { outcome: 'license_not_redeemable' }
  if (isHolder) return { ...extended, effect: 'renew' }
  return isUnused ? { ...extended, effect: 'move' } : { ...gain, effect: 'join' }
}

/** The earlier of the user's own expiry and the license's; null: never, as is a date that stands for it. */
function endOf({ current, ownExpiryMs }: RedeemFacts): number | null {
  const ofLicense = current?.expiresAt?.getTime() ?? null
  const endMs = Math.min(ownExpiryMs ?? neverMs, ofLicense ?? neverMs)
  return new Date(endMs).getUTCFullYear() >= neverYear ? null : endMs
}

/** The time that is the user's alone: others of a license with several seats keep theirs. */
function carriedOver(facts: RedeemFacts): number {
  if (facts.current && facts.current.maxUsers !== 1) return 0
  return Math.max(0, (endOf(facts) ?? 0) - facts.nowMs)
}

/** The user as a redemption sees it: that access has ended refuses nothing, since that is what it is for. */
export const withoutEnd = (user: UserFacts): UserFacts => ({
  ...user,
  expiresAtMs: null,
  license: user.license && { ...user.license, expiresAtMs: null },
})
