import { type Attempt, attemptIn } from '../../http/limits/attempt.ts'
import type { Limiters } from '../../http/limits/limiters.ts'
import { refuseFor } from '../../http/limits/rate-limit.ts'
import { canonical } from '../../lib/canonical.ts'

/** The source of an attempt at an account's password or second factor. */
interface Guesser {
  readonly address: string
  readonly email: string
  /** How the account knows the device: from `KnownDevices`, or the session itself. Absent: a stranger. */
  readonly device?: string | undefined
}

export interface SignInAttempt extends Attempt {
  /** The attempt does not come from one of the account's known devices. */
  readonly isStranger: boolean
  /**
   * The account's user has signed in: resets the failures of this device, or of strangers with this account. The IP
   * address's failures stay counted: otherwise one valid account would reset an attacker's limit.
   */
  resetFailures(): void
}

export interface SignInLimits {
  /** One attempt at a password or a second factor, with the buckets that its failure counts in. */
  attempt(guesser: Guesser): SignInAttempt
  /** Resets the failures of strangers with this account. */
  resetFailures(email: string): void
  /** Rate limit of requests with a setup token. */
  takeSetup(address: string): void
  /** Rate limit of requests with an identity provider's token, with an invite, or for the demo sign-in. */
  takeIdentity(caller: string): void
  /** Rate limit of password reset requests. */
  takeReset(caller: string): void
  /** Rate limit of second factors and passkeys; successful ones count too. */
  takeStep(caller: string): void
  /** Rate limit of requests for the server's half of a remember key. */
  takeRemember(caller: string): void
  /** Counts a failure on a device that remembers a password; true when the device must forget it. */
  countDeviceFailure(deviceHash: string): boolean
}

/**
 * Brute-force lockout and throttling of dashboard sign-ins. Only failed passwords and factors count, because a whole
 * office may sign in from one IP address. The source is a known browser or an IP address, so requests of strangers in
 * the same network do not lock out a known browser.
 */
export function signInLimits(limiters: Limiters): SignInLimits {
  const failuresByAddress = limiters.window('signInFailuresOfAddress')
  // No daily maximum: it would let anyone lock out a user whose email they know.
  const failuresByAccount = limiters.backoff('signInFailuresOfAccount')
  const failuresByKnown = limiters.backoff('signInFailuresOfDevice')
  const resetFailures = (email: string) => failuresByAccount.reset(canonical(email))
  const setups = limiters.window('setups')
  const identities = limiters.window('identities')
  const resets = limiters.window('passwordResets')
  const steps = limiters.window('signInSteps')
  const remembers = limiters.window('rememberCalls')
  const failuresByDevice = limiters.window('rememberStrikes')
  return {
    attempt({ address, email, device }) {
      if (device !== undefined) {
        const known = { limiter: failuresByKnown, key: device }
        return { ...attemptIn(known), isStranger: false, resetFailures: () => failuresByKnown.reset(device) }
      }
      const byAddress = { limiter: failuresByAddress, key: address }
      const byAccount = { limiter: failuresByAccount, key: canonical(email) }
      return { ...attemptIn(byAddress, byAccount), isStranger: true, resetFailures: () => resetFailures(email) }
    },
    resetFailures,
    takeSetup: (address) => refuseFor(setups.take(address)),
    takeIdentity: (caller) => refuseFor(identities.take(caller)),
    takeReset: (caller) => refuseFor(resets.take(caller)),
    takeStep: (caller) => refuseFor(steps.take(caller)),
    takeRemember: (caller) => refuseFor(remembers.take(caller)),
    countDeviceFailure(deviceHash) {
      failuresByDevice.count(deviceHash)
      return failuresByDevice.retryAfterMs(deviceHash) > 0
    },
  }
}
