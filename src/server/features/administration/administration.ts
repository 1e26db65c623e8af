import { maxPageSize } from '../../../shared/constants.ts'
import type { accountRoutes } from '../../../shared/contract/accounts.ts'
import { accountSubject, idleCutoff } from '../../accounts/account.ts'
import { audit, type Dashboard } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { pagedList } from '../../http/streams/paged-list.ts'
import { requireManageable, requireRight } from './authorization.ts'
import { changeUser } from './change-user.ts'
import { type CreateUserDeps, createUser, renewInvite } from './create-user.ts'
import { dashboardUsers } from './dashboard-user.ts'
import { deleteUser, showHeir } from './delete-user.ts'

/** Management of dashboard users, for the admin key and for users with the permission. */
export function administrationHandlers(deps: CreateUserDeps): Handlers<typeof accountRoutes> {
  const { stores, clock } = deps
  return {
    'GET /api/admin/users': async ({ caller, query }) => {
      requireRight(caller, 'list')
      const seenSince = idleCutoff(clock)
      return pagedList(query, {
        sort: 'id:asc',
        sortedBy: 'number',
        total: await stores.administration.count(),
        read: async (after, limit) => {
          const { rows, next } = await stores.administration.list(seenSince, after, limit)
          return { rows: await dashboardUsers(stores, rows), next }
        },
        show: (user) => user,
      })
    },
    'POST /api/admin/users': createUser(deps),
    'PATCH /api/admin/users/:userId': changeUser(deps),
    'DELETE /api/admin/users/:userId': deleteUser(deps),
    'GET /api/admin/users/:userId/heir': showHeir(deps),
    'POST /api/admin/users/:userId/invite': renewInvite(deps),
    'GET /api/admin/users/:userId/sessions': listSessions(deps),
    'DELETE /api/admin/users/:userId/sessions/:sessionId': revokeSession(deps),
    'GET /api/admin/users/:userId/history': async ({ caller, params }) => {
      requireRight(caller, 'list')
      if (!(await stores.accounts.find(params.userId))) throw new Problem('user_not_found')
      const { rows } = await stores.audit.list({ subject: accountSubject(params.userId) }, true, undefined, maxPageSize)
      return [...rows]
    },
  }
}

type Routes = Handlers<typeof accountRoutes>

function listSessions({ stores, clock }: Dashboard): Routes['GET /api/admin/users/:userId/sessions'] {
  return async ({ caller, params }) => {
    requireRight(caller, 'edit')
    const account = await stores.accounts.find(params.userId)
    if (!account) throw new Problem('user_not_found')
    requireManageable(caller, account)
    const sessions = await stores.sessions.listByAccount(account.id, idleCutoff(clock))
    return sessions.map((session) => ({ ...session, isOwn: session.tokenHash === caller.sessionHash }))
  }
}

function revokeSession({ stores, clock }: Dashboard): Routes['DELETE /api/admin/users/:userId/sessions/:sessionId'] {
  return async ({ caller, request, params }) => {
    requireRight(caller, 'edit')
    await stores.transaction(async (tx) => {
      const account = await tx.accounts.find(params.userId)
      if (!account) throw new Problem('user_not_found')
      requireManageable(caller, account)
      const sessions = await tx.sessions.listByAccount(account.id, idleCutoff(clock))
      const session = sessions.find(({ id }) => id === params.sessionId)
      if (!session) throw new Problem('session_not_found')
      await tx.sessions.remove(session.tokenHash)
      const subject = accountSubject(account.id)
      await audit(tx, { caller, request }, 'account.end_session', subject, clock.now(), `from ${session.ipAddress}`)
    })
    return { message: 'Session revoked' }
  }
}
