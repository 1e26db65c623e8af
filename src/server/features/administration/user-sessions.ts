import type { accountRoutes } from '../../../shared/contract/accounts.ts'
import { audit, type Dashboard } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/routes.ts'
import { accountSubject, seenAfter } from './dashboard-user.ts'
import { requireRight, requireTouchable } from './refusals.ts'

type Routes = Handlers<typeof accountRoutes>

export function listSessions({ stores, clock }: Dashboard): Routes['GET /api/admin/users/:userId/sessions'] {
  return async ({ caller, params }) => {
    requireRight(caller, 'edit')
    const account = await stores.accounts.find(params.userId)
    if (!account) throw new Problem('user_not_found')
    requireTouchable(caller, account)
    const sessions = await stores.sessions.listByAccount(account.id, seenAfter(clock))
    return sessions.map((session) => ({ ...session, isOwn: session.tokenHash === caller.sessionHash }))
  }
}

export function revokeSession({
  stores,
  clock,
}: Dashboard): Routes['DELETE /api/admin/users/:userId/sessions/:sessionId'] {
  return async ({ caller, request, params }) => {
    requireRight(caller, 'edit')
    await stores.transaction(async (tx) => {
      const account = await tx.accounts.find(params.userId)
      if (!account) throw new Problem('user_not_found')
      requireTouchable(caller, account)
      const sessions = await tx.sessions.listByAccount(account.id, seenAfter(clock))
      const session = sessions.find(({ id }) => id === params.sessionId)
      if (!session) throw new Problem('session_not_found')
      await tx.sessions.remove(session.tokenHash)
      const subject = accountSubject(account.id)
      await audit(tx, { caller, request }, 'account.end_session', subject, clock.now(), `from ${session.ipAddress}`)
    })
    return { message: 'Session revoked' }
  }
}
