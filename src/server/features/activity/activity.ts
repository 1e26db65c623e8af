import type { activityRoutes } from '../../../shared/contract/activity.ts'
import { limitsOf, type RetentionLimits } from '../../events/retention.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import type { Dashboard } from '../../http/dashboard.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { pagedList } from '../../http/streams/paged-list.ts'
import { sendStream } from '../../http/streams/send-stream.ts'
import { activityScope } from './activity-scope.ts'
import { contentTypes, countRows, exportRows } from './export-rows.ts'

interface ActivityDeps extends Pick<Dashboard, 'stores' | 'clock'> {
  /** Retention of activity for the whole installation. */
  readonly retention: RetentionLimits
}

export function activityHandlers(deps: ActivityDeps): Handlers<typeof activityRoutes> {
  const { stores, clock, retention } = deps
  return {
    /** Without an application ID: activity of all applications that the caller owns or is a member of. */
    'GET /api/activity-logs': async ({ caller, query }) => {
      const { limit, cursor, ...rest } = query
      const { applicationIds, filter } = await activityScope(stores, caller, 'look', rest)
      return pagedList(
        { limit, cursor },
        {
          sort: 'time:desc',
          sortedBy: 'number',
          read: async (after, size) => {
            const rows = await stores.late.activity.list(applicationIds, filter, after, size + 1)
            const page = rows.slice(0, size)
            const last = page.at(-1)
            const isMore = rows.length > size && last
            return { rows: page, next: isMore ? { value: last.createdAt.getTime(), id: last.id } : undefined }
          },
          show: (row) => row,
        },
      )
    },

    'GET /api/activity-logs/export': async ({ caller, query, request, reply }) => {
      const { format = 'csv', ...rest } = query
      // Rows logged while the file is written are not part of this export.
      const to = rest.to ?? clock.now()
      const scope = await activityScope(stores, caller, 'export', { ...rest, to })
      return sendStream(request, reply, async (size) => {
        const total = await countRows(stores.late, scope)
        if (total !== undefined) reply.header('x-total-count', total)
        reply.header('content-type', contentTypes[format])
        reply.header(
          'content-disposition',
          `attachment; filename="activity-${clock.now().toISOString().slice(0, 10)}.${format}"`,
        )
        return exportRows(stores.late, scope, format, size)
      })
    },

    'GET /api/activity-logs/retention': async ({ caller, query }) => {
      if (query.applicationId === undefined) return retention
      return limitsOf(await findApplication(stores, caller, query.applicationId, 'look'), retention)
    },
  }
}
