import type { auditRoutes } from '../../shared/contract/audit.ts'
import { hasPermission } from '../../shared/permissions.ts'
import type { Dashboard } from '../http/dashboard.ts'
import type { Handlers } from '../http/serve-routes.ts'
import { pagedList } from '../http/streams/paged-list.ts'

/** The audit log of the dashboard: the caller's own changes, or everyone's with view_all_data. */
export function auditHandlers({ stores }: Pick<Dashboard, 'stores'>): Handlers<typeof auditRoutes> {
  return {
    'GET /api/audit': async ({ caller, query }) => {
      const { limit, cursor, sort = 'createdAt:desc', ...filter } = query
      const seesAll = hasPermission(caller, 'view_all_data')
      // Filtering by another account returns no rows instead of an error, so it does not reveal which accounts exist.
      if (!seesAll && (filter.accountId ?? caller.accountId) !== caller.accountId) return { rows: [] }
      const accountId = seesAll ? filter.accountId : caller.accountId
      return pagedList(
        { limit, cursor },
        {
          sort,
          sortedBy: 'number',
          read: (after, size) => stores.audit.list({ ...filter, accountId }, sort === 'createdAt:desc', after, size),
          show: (row) => row,
        },
      )
    },
  }
}
