import type { auditRoutes } from '../../shared/contract/audit.ts'
import { hasPermission } from '../../shared/permissions.ts'
import { findApplication } from '../http/auth/application-access.ts'
import type { Dashboard } from '../http/dashboard.ts'
import type { Handlers } from '../http/serve-routes.ts'
import { pagedList } from '../http/streams/paged-list.ts'

/**
 * The audit log of the dashboard: the caller's own changes, everyone's with view_all_data, or everyone's changes of one
 * application for who may manage its team. Without view_all_data, the IP addresses of others are left out.
 */
export function auditHandlers({ stores }: Pick<Dashboard, 'stores'>): Handlers<typeof auditRoutes> {
  return {
    'GET /api/audit': async ({ caller, query }) => {
      const { limit, cursor, sort = 'createdAt:desc', ...filter } = query
      const seesAll = hasPermission(caller, 'view_all_data')
      if (filter.applicationId !== undefined) await findApplication(stores, caller, filter.applicationId, 'team')
      const seesOthers = seesAll || filter.applicationId !== undefined
      // Filtering by another account returns no rows instead of an error, so it does not reveal which accounts exist.
      if (!seesOthers && (filter.accountId ?? caller.accountId) !== caller.accountId) return { rows: [] }
      const accountId = seesOthers ? filter.accountId : caller.accountId
      const addressesOf = seesAll ? undefined : caller.accountId
      const wanted = { ...filter, accountId, addressesOf }
      return pagedList(
        { limit, cursor },
        {
          sort,
          sortedBy: 'number',
          read: (after, size) => stores.late.audit.list(wanted, sort === 'createdAt:desc', after, size),
          show: (row) => (seesAll || row.accountId === caller.accountId ? row : { ...row, ipAddress: '' }),
        },
      )
    },
  }
}
