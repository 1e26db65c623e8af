import type { LimitKeeper } from '../../http/limit-keeper.ts'
import { createLimiter, refuseFor } from '../../http/rate-limit.ts'
import { canonical } from '../../lib/canonical.ts'
import type { Clock } from '../../lib/clock.ts'

const minuteMs = 60_000
const longestWaitMs = 15 * minuteMs
const thirtyDaysMs = 30 * 24 * 60 * minuteMs

export interface SignInLimits {
  /** Refuses who failed too often, from this address or with this account, before anything costs time. */
  refuseFailures(address: string, email: string): void
  countFailure(address: string, email: string): void
  /** A success forgives the account; the address waits its minute out, or one good account would pay for many tries. */
  forgive(email: string): void
  /** Counts and refuses calls with a setup token. */
  takeSetup(address: string): void
  /** Counts and refuses calls that come with an identity provider's token, an invite or for the demo. */
  takeIdentity(address: string): void
  /** Counts and refuses calls about a forgotten password. */
  takeReset(address: string): void
  /** Counts and refuses second steps and passkeys, right ones too. */
  takeStep(address: string): void
  /** Counts and refuses calls for the server's half of a remember key. */
  takeRemember(address: string): void
  /** Counts a failure on a device that remembers a password; true once it must forget it. */
  strikeDevice(deviceHash: string): boolean
}

/** The limits of sign-in. Only failures count: an office behind one address may sign in all at once. */
export function signInLimits(clock: Clock, scale: number, keeper: LimitKeeper): SignInLimits {
  const scaled = (limit: number) => Math.max(1, Math.round(limit * scale))
  const perMinute = (limit: number) => createLimiter({ limit: scaled(limit), windowMs: minuteMs, clock })
  const failuresByAddress = keeper.window('sign-in-address', { limit: scaled(5), windowMs: minuteMs, clock })
  const failuresByAccount = keeper.backoff('sign-in-account', {
    free: scaled(10),
    maxWaitMs: longestWaitMs,
    // No end for the day: whoever knows an address could lock its owner out until tomorrow.
    maxPerDay: Number.POSITIVE_INFINITY,
    clock,
  })
  const setups = perMinute(10)
  const identities = perMinute(10)
  const resets = perMinute(10)
  const steps = perMinute(60)
  const remembers = perMinute(30)
  const failuresByDevice = createLimiter({ limit: 5, windowMs: thirtyDaysMs, clock })
  return {
    refuseFailures(address, email) {
      refuseFor(Math.max(failuresByAddress.retryAfterMs(address), failuresByAccount.retryAfterMs(canonical(email))))
    },
    countFailure(address, email) {
      failuresByAddress.count(address)
      failuresByAccount.count(canonical(email))
    },
    forgive: (email) => failuresByAccount.reset(canonical(email)),
    takeSetup: (address) => refuseFor(setups.take(address)),
    takeIdentity: (address) => refuseFor(identities.take(address)),
    takeReset: (address) => refuseFor(resets.take(address)),
    takeStep: (address) => refuseFor(steps.take(address)),
    takeRemember: (address) => refuseFor(remembers.take(address)),
    strikeDevice(deviceHash) {
      failuresByDevice.count(deviceHash)
      return failuresByDevice.retryAfterMs(deviceHash) > 0
    },
  }
}
