import type { LimitKeeper } from '../../http/limit-keeper.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Passwords } from '../../lib/password.ts'
import type { Stores } from '../../store/index.ts'
import { type SignInCookies, signInCookies } from './cookies.ts'
import { type SignInLimits, signInLimits } from './sign-in-limits.ts'

export interface SignInDeps {
  readonly stores: Stores
  readonly passwords: Passwords
  readonly clock: Clock
  /** Whether users come over https. */
  readonly isSecure: boolean
  readonly rateLimitScale: number
  /** Keeps what sign-in counts beyond a restart. */
  readonly limitKeeper: LimitKeeper
}

/** What the calls of sign-in share. */
export interface SignInContext extends Pick<SignInDeps, 'stores' | 'passwords' | 'clock'> {
  readonly cookies: SignInCookies
  readonly limits: SignInLimits
}

export function signInContext(deps: SignInDeps): SignInContext {
  const { stores, passwords, clock, isSecure, rateLimitScale, limitKeeper } = deps
  const limits = signInLimits(clock, rateLimitScale, limitKeeper)
  return { stores, passwords, clock, cookies: signInCookies(isSecure), limits }
}
