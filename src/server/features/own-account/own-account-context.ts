import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Passkeys } from '../../accounts/passkeys.ts'
import type { Caller } from '../../http/auth/authenticate.ts'
import type { Attempt } from '../../http/limits/attempt.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Passwords } from '../../lib/passwords/passwords.ts'
import type { StoreSet, Stores } from '../../store/index.ts'

/** What sign-in lends to the own account: its sessions and its limits. */
interface SignInForOwnAccount {
  /** A new session for this browser, begun in the transaction that ends the former ones. */
  beginSession(request: FastifyRequest): {
    readonly at: Date
    begin(tx: StoreSet, accountId: number): Promise<void>
    answer(reply: FastifyReply): void
  }
  /** Takes back what the browser holds: session, remembered password, and the mark of a known device. */
  clearCookies(reply: FastifyReply): void
  /** One more try of who is signed in: failures of strangers do not count against a session, nor its own elsewhere. */
  attempt(request: FastifyRequest, caller: Caller): Attempt & { resetFailures(): void }
}

export interface OwnAccountContext {
  readonly stores: Stores
  readonly clock: Clock
  readonly passwords: Passwords
  readonly passkeys: Passkeys
  readonly signIn: SignInForOwnAccount
}

export const subjectOf = ({ accountId }: Caller) => `account ${accountId}`
