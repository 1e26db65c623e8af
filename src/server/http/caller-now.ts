import type { Clock } from '../lib/clock.ts'
import type { StoreSet } from '../store/index.ts'
import type { ManagementToken } from '../store/management-tokens.ts'
import type { Caller } from './authenticate.ts'
import { Problem } from './problem.ts'

/** What a token may do, with the rights of its account. */
export function callerWith(hash: string, token: FoundToken): Caller {
  const { id, email, role, permissions } = token.account
  // "All own applications" is less than what permissions open: nothing of other accounts.
  const held = token.applicationIds === null ? ({ role: 'user', permissions: [] } as const) : { role, permissions }
  return { accountId: id, email, ...held, sessionHash: `token:${token.id}`, token: { ...token, hash } }
}

type FoundToken = ManagementToken & { readonly account: { readonly id: number } & Pick<Caller, Rights | 'email'> }
type Rights = 'role' | 'permissions'

/**
 * The caller with the rights of this moment. What goes on for long asks again before each part, in its transaction: who
 * was switched off, signed out or demoted meanwhile does nothing more.
 */
export async function callerNow(
  stores: Pick<StoreSet, 'sessions' | 'managementTokens'>,
  clock: Clock,
  caller: Caller,
): Promise<Caller> {
  if (caller.token) {
    const token = await stores.managementTokens.find(caller.token.hash, clock.now())
    if (!token) throw new Problem('invalid_token')
    return callerWith(caller.token.hash, token)
  }
  const session = await stores.sessions.find(caller.sessionHash)
  if (!session) throw new Problem('not_signed_in')
  const { role, permissions } = session.account
  return { ...caller, role, permissions }
}

/** Whether a caller's rights are what they were. */
export const haveSameRights = (one: Pick<Caller, Rights>, other: Pick<Caller, Rights>): boolean =>
  one.role === other.role && one.permissions.join() === other.permissions.join()
