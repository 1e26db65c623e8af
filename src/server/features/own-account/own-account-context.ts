import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountSubject } from '../../accounts/account.ts'
import type { Passkeys } from '../../accounts/passkeys.ts'
import type { RequireStrongPassword } from '../../accounts/require-strong-password.ts'
import type { Caller } from '../../http/auth/authenticate.ts'
import type { Attempt } from '../../http/limits/attempt.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Passwords } from '../../lib/passwords/passwords.ts'
import type { StoreSet, Stores } from '../../store/index.ts'

/** Sign-in functions that the account pages need (features don't import each other). */
interface SignInForOwnAccount {
  /** A new session for this browser, started in the transaction that ends the old ones. */
  beginSession(request: FastifyRequest): {
    readonly at: Date
    begin(tx: StoreSet, accountId: number): Promise<void>
    answer(reply: FastifyReply): void
  }
  /** Clears the session, remember and device cookies. */
  clearCookies(reply: FastifyReply): void
  /**
   * One more attempt of a signed-in user. It has a rate limit of its own: neither strangers nor the user's other
   * sessions use it up.
   */
  attempt(request: FastifyRequest, caller: Caller): Attempt & { resetFailures(): void }
}

export interface OwnAccountContext {
  readonly stores: Stores
  readonly clock: Clock
  readonly passwords: Passwords
  readonly passkeys: Passkeys
  readonly requireStrongPassword: RequireStrongPassword
  readonly signIn: SignInForOwnAccount
}

export const subjectOf = ({ accountId }: Caller) => accountSubject(accountId)
