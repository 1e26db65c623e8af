import type { Features } from '../../shared/contract/features.ts'
import type { OutcomeKey } from '../../shared/outcomes.ts'
import type { Customer } from '../store/selling/portal-sessions.ts'

/** A call of the portal, as the public API's rules see it. */
export interface CustomerCall {
  readonly applicationId: number
  readonly ip: string
  readonly userAgent: string
  readonly requestId: string
}

/** Why a customer is refused, in the words of the public API or the developer's own. */
export interface CustomerRefusal {
  readonly outcome: OutcomeKey
  readonly message: string
  /** With `rate_limited`. */
  readonly retryAfterMs?: number
}

/** The user of a name, as far as a known browser must know it. */
export interface KnownUser {
  readonly id: number
  readonly passwordHash: string
}

/** What a customer has. */
export interface CustomerState {
  /** Nothing may be done: banned, disabled, paused … That access has ended refuses nothing here. */
  readonly refusal: CustomerRefusal | undefined
  /** Why a program would not let the customer in now; undefined: it would. */
  readonly access: CustomerRefusal | undefined
  /** null: the key was never used. */
  readonly user: (KnownUser & { readonly username: string; readonly email: string | null }) | null
  /** The user stands for a license key: without a name and a password. */
  readonly isHolder: boolean
  /** null: access of the user's own. */
  readonly licenseId: number | null
  readonly endsAtMs: number | null
  /** Until when access goes on after its end. */
  readonly graceUntilMs: number | undefined
  readonly features: Features
  readonly seats: { readonly used: number; readonly max: number } | null
}

/** What the public API knows of customers, by its own rules and limits. */
export interface CustomerAccess {
  /**
   * Checks name and password as a login does, without version and hardware; who has expired may enter to renew.
   * `browserOf` names a browser that this user signed in with before.
   */
  signIn(
    call: CustomerCall,
    sent: { readonly username: string; readonly password: string },
    browserOf: (user: KnownUser) => string | undefined,
  ): Promise<KnownUser | CustomerRefusal>
  /** The license of a key, within the limits of those who guess keys. */
  findLicense(call: CustomerCall, licenseKey: string): Promise<number | CustomerRefusal>
  /** Undefined: there is no such user or license any more. */
  state(call: Omit<CustomerCall, 'userAgent' | 'requestId'>, customer: Customer): Promise<CustomerState | undefined>
  /** Whether the password is the user's, within the limits of a session. */
  isPassword(
    call: CustomerCall,
    user: KnownUser,
    sent: { readonly password: string; readonly session: string },
  ): Promise<boolean | CustomerRefusal>
  /** Redeems a license key for a user who is signed in. */
  redeem(
    call: CustomerCall,
    userId: number,
    licenseKey: string,
  ): Promise<{ readonly addedDays: number; readonly expiresAt: string | null } | CustomerRefusal>
}
