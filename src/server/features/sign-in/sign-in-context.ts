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
}

/** What the calls of sign-in share. */
export interface SignInContext extends Pick<SignInDeps, 'stores' | 'passwords' | 'clock'> {
  readonly cookies: SignInCookies
  readonly limits: SignInLimits
}

export function signInContext({ stores, passwords, clock, isSecure, rateLimitScale }: SignInDeps): SignInContext {
  return { stores, passwords, clock, cookies: signInCookies(isSecure), limits: signInLimits(clock, rateLimitScale) }
}
