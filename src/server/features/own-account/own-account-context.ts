import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Passkeys } from '../../factors/passkeys.ts'
import type { Attempt } from '../../http/attempt.ts'
import type { Caller } from '../../http/authenticate.ts'
import { Problem } from '../../http/problem.ts'
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
  /** Takes back what the browser holds: session, remembered password, and the mark of a known device. */
  clearCookies(reply: FastifyReply): void
  /** One more try of who is signed in: failures of strangers do not count against a session, nor its own elsewhere. */
  attempt(request: FastifyRequest, caller: Caller): Attempt & { forgive(): void }
}

export interface OwnAccountContext {
  readonly stores: Stores
  readonly clock: Clock
  readonly passwords: Passwords
  readonly passkeys: Passkeys
  readonly signIn: SignInPart
}

const proofHoldsMs = 5 * 60 * 1000

/** How long the session's user needs no further proof; 0 when it is needed now. */
export async function provedForMs({ stores, clock }: OwnAccountContext, caller: Caller): Promise<number> {
  const session = await stores.sessions.find(caller.sessionHash)
  if (!session?.provedAt) return 0
  return Math.max(0, session.provedAt.getTime() + proofHoldsMs - clock.nowMs())
}

/** Sensitive changes ask who is there: the open browser of somebody who went for coffee must not be enough. */
export async function requireProof(context: OwnAccountContext, caller: Caller): Promise<void> {
  if ((await provedForMs(context, caller)) === 0) throw new Problem('proof_needed')
}

export const subjectOf = ({ accountId }: Caller) => `account ${accountId}`
