import { type Attempt, attemptIn } from '../../http/attempt.ts'
import type { LimitKeeper } from '../../http/limit-keeper.ts'
import { createLimiter, refuseFor } from '../../http/rate-limit.ts'
import { canonical } from '../../lib/canonical.ts'
import type { Clock } from '../../lib/clock.ts'

const minuteMs = 60_000
const longestWaitMs = 15 * minuteMs
const thirtyDaysMs = 30 * 24 * 60 * minuteMs

/** Who tries a password or a second factor of an account. */
interface Guesser {
  readonly address: string
  readonly email: string
  /** By what the account knows the device: `KnownDevices`, or the session itself. Absent: a stranger. */
  readonly device?: string | undefined
}

export interface SignInAttempt extends Attempt {
  /**
   * The account's user has signed in: forgets the failures of this device, or of strangers with this account. The
   * address waits its minute out, or one good account would pay for many tries.
   */
  forgive(): void
}

export interface SignInLimits {
  /** One try at a password or a second factor, in the buckets where its failure counts. */
  attempt(guesser: Guesser): SignInAttempt
  /** Forgets the failures of strangers with this account. */
  forgive(email: string): void
  /** Counts and refuses calls with a setup token. */
  takeSetup(address: string): void
  /** Counts and refuses calls that come with an identity provider's token, an invite or for the demo. */
  takeIdentity(caller: string): void
  /** Counts and refuses calls about a forgotten password. */
  takeReset(caller: string): void
  /** Counts and refuses second steps and passkeys, right ones too. */
  takeStep(caller: string): void
  /** Counts and refuses calls for the server's half of a remember key. */
  takeRemember(caller: string): void
  /** Counts a failure on a device that remembers a password; true once it must forget it. */
  strikeDevice(deviceHash: string): boolean
}

/**
 * The limits of sign-in. Of passwords and factors only failures count: an office behind one address may sign in all at
 * once. A caller is a known browser or an address: what strangers send from the same network reaches no known browser.
 */
export function signInLimits(clock: Clock, scale: number, keeper: LimitKeeper): SignInLimits {
  const scaled = (limit: number) => Math.max(1, Math.round(limit * scale))
  const perMinute = (limit: number) => createLimiter({ limit: scaled(limit), windowMs: minuteMs, clock })
  const failuresByAddress = keeper.window('sign-in-address', { limit: scaled(5), windowMs: minuteMs, clock })
  const growing = {
    free: scaled(10),
    maxWaitMs: longestWaitMs,
    // No end for the day: whoever knows an address could lock its owner out until tomorrow.
    maxPerDay: Number.POSITIVE_INFINITY,
    clock,
  }
  const failuresByAccount = keeper.backoff('sign-in-account', growing)
  const failuresByKnown = keeper.backoff('sign-in-device', growing)
  const forgive = (email: string) => failuresByAccount.reset(canonical(email))
  const setups = perMinute(10)
  const identities = perMinute(10)
  const resets = perMinute(10)
  const steps = perMinute(60)
  const remembers = perMinute(30)
  const failuresByDevice = createLimiter({ limit: 5, windowMs: thirtyDaysMs, clock })
  return {
    attempt({ address, email, device }) {
      if (device !== undefined) {
        const known = { limiter: failuresByKnown, key: device }
        return { ...attemptIn(known), forgive: () => failuresByKnown.reset(device) }
      }
      const byAddress = { limiter: failuresByAddress, key: address }
      const byAccount = { limiter: failuresByAccount, key: canonical(email) }
      return { ...attemptIn(byAddress, byAccount), forgive: () => forgive(email) }
    },
    forgive,
    takeSetup: (address) => refuseFor(setups.take(address)),
    takeIdentity: (caller) => refuseFor(identities.take(caller)),
    takeReset: (caller) => refuseFor(resets.take(caller)),
    takeStep: (caller) => refuseFor(steps.take(caller)),
    takeRemember: (caller) => refuseFor(remembers.take(caller)),
    strikeDevice(deviceHash) {
      failuresByDevice.count(deviceHash)
      return failuresByDevice.retryAfterMs(deviceHash) > 0
    },
  }
}
