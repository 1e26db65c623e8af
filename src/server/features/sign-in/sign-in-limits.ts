import { type Attempt, attemptIn } from '../../http/limits/attempt.ts'
import type { Limiters } from '../../http/limits/limiters.ts'
import { refuseFor } from '../../http/limits/rate-limit.ts'
import { canonical } from '../../lib/canonical.ts'

/** Who tries a password or a second factor of an account. */
interface Guesser {
  readonly address: string
  readonly email: string
  /** By what the account knows the device: `KnownDevices`, or the session itself. Absent: a stranger. */
  readonly device?: string | undefined
}

export interface SignInAttempt extends Attempt {
  /** It comes from none of the account's known devices. */
  readonly isStranger: boolean
  /**
   * The account's user has signed in: forgets the failures of this device, or of strangers with this account. The
   * address waits its minute out, or one good account would pay for many tries.
   */
  resetFailures(): void
}

export interface SignInLimits {
  /** One try at a password or a second factor, in the buckets where its failure counts. */
  attempt(guesser: Guesser): SignInAttempt
  /** Forgets the failures of strangers with this account. */
  resetFailures(email: string): void
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
  countDeviceFailure(deviceHash: string): boolean
}

/**
 * The limits of sign-in. Of passwords and factors only failures count: an office behind one address may sign in all at
 * once. A caller is a known browser or an address: what strangers send from the same network reaches no known browser.
 */
export function signInLimits(limiters: Limiters): SignInLimits {
  const failuresByAddress = limiters.window('signInFailuresOfAddress')
  // No end for the day: whoever knows an address could lock its owner out until tomorrow.
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
