import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Passkeys } from '../../factors/passkeys.ts'
import type { Caller } from '../../http/authenticate.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Passwords } from '../../lib/password.ts'
import type { StoreSet, Stores } from '../../store/index.ts'

/** What sign-in lends to the own account: its sessions and its limits. */
interface SignInPart {
  /** A new session for this browser, begun in the transaction that ends the former ones. */
  beginSession(request: FastifyRequest): {
    readonly at: Date
    begin(tx: StoreSet, accountId: number): Promise<void>
    answer(reply: FastifyReply): void
  }
  /** Takes back what the browser holds of session and remembered password. */
  clearCookies(reply: FastifyReply): void
  /** Refuses who failed too often, with this account or from this address. */
  refuseFailures(request: FastifyRequest, email: string): void
  countFailure(request: FastifyRequest, email: string): void
}

export interface OwnAccountContext {
  readonly stores: Stores
  readonly clock: Clock
  readonly passwords: Passwords
  readonly passkeys: Passkeys
  readonly signIn: SignInPart
}

export const subjectOf = ({ accountId }: Caller) => `account ${accountId}`
