import { type RequireStrongPassword, strongPasswordCheck } from '../../accounts/require-strong-password.ts'
import type { Limiters } from '../../http/limits/limiters.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Passwords } from '../../lib/passwords/passwords.ts'
import type { Stores } from '../../store/index.ts'
import { type KnownDevices, openKnownDevices } from './known-devices.ts'
import { type SignInCookies, signInCookies } from './sign-in-cookies.ts'
import { type SignInLimits, signInLimits } from './sign-in-limits.ts'

export interface SignInDeps {
  readonly stores: Stores
  readonly passwords: Passwords
  readonly clock: Clock
  /** Whether users connect over https. */
  readonly isSecure: boolean
  readonly limiters: Limiters
  /** HMAC with this server's key, for the device cookie. */
  readonly signDevice: (text: string) => string
}

/** What all sign-in calls share. */
export interface SignInContext extends Pick<SignInDeps, 'stores' | 'passwords' | 'clock'> {
  readonly requireStrongPassword: RequireStrongPassword
  readonly cookies: SignInCookies
  readonly limits: SignInLimits
  readonly devices: KnownDevices
}

export function signInContext(deps: SignInDeps): SignInContext {
  const { stores, passwords, clock, isSecure, limiters, signDevice } = deps
  const limits = signInLimits(limiters)
  const cookies = signInCookies(isSecure)
  const devices = openKnownDevices({ sign: signDevice, cookies, clock })
  const requireStrongPassword = strongPasswordCheck(limiters)
  return { stores, passwords, clock, cookies, limits, devices, requireStrongPassword }
}
