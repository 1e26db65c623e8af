import { maxPageSize } from '../../../shared/constants.ts'
import type { accountRoutes } from '../../../shared/contract/accounts.ts'
import type { Dashboard } from '../../http/dashboard.ts'
import { pagedList } from '../../http/paged-list.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/routes.ts'
import type { Passwords } from '../../lib/password.ts'
import { changeUser } from './change-user.ts'
import { createUser, inviteAgain } from './create-user.ts'
import { accountSubject, dashboardUsers, seenAfter } from './dashboard-user.ts'
import { deleteUser, showHeir } from './delete-user.ts'
import { requireRight } from './refusals.ts'
import { listSessions, revokeSession } from './user-sessions.ts'

/** The users of the dashboard, for who holds the admin key or a permission. */
export function administrationHandlers(
  deps: Dashboard & { readonly passwords: Passwords },
): Handlers<typeof accountRoutes> {
  const { stores, clock } = deps
  return {
    'GET /api/admin/users': async ({ caller, query }) => {
      requireRight(caller, 'list')
      const seenSince = seenAfter(clock)
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
    'POST /api/admin/users/:userId/invite': inviteAgain(deps),
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
