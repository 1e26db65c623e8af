import type { activityRoutes } from '../../shared/contract/activity.ts'
import { findApplication } from '../http/application-access.ts'
import type { Dashboard } from '../http/dashboard.ts'
import { pagedList } from '../http/paged-list.ts'
import type { Handlers } from '../http/routes.ts'
import { canonicalIp } from '../lib/canonical.ts'

export function activityHandlers({ stores }: Pick<Dashboard, 'stores'>): Handlers<typeof activityRoutes> {
  return {
    /** Without an application: of all that the caller owns. */
    'GET /api/activity-logs': async ({ caller, query }) => {
      const { limit, cursor, applicationId, ip, ...rest } = query
      const applications =
        applicationId === undefined
          ? await stores.applications.list(caller.accountId)
          : [await findApplication(stores, caller, applicationId, 'read')]
      const ids = applications.map(({ id }) => id)
      const filter = { ...rest, ip: ip === undefined ? undefined : (canonicalIp(ip) ?? ip) }
      return pagedList(
        { limit, cursor },
        {
          sort: 'id:desc',
          sortedBy: 'number',
          read: async (after, size) => {
            const rows = await stores.activity.list(ids, filter, after?.id, size + 1)
            const page = rows.slice(0, size)
            const last = page.at(-1)
            return { rows: page, next: rows.length > size && last ? { value: last.id, id: last.id } : undefined }
          },
          show: (row) => row,
        },
      )
    },
  }
}
