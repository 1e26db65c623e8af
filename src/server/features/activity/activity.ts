import type { activityRoutes } from '../../../shared/contract/activity.ts'
import type { Recorder } from '../../events/recorder.ts'
import { limitsOf, type RetentionLimits } from '../../events/retention.ts'
import { findApplication } from '../../http/application-access.ts'
import type { Dashboard } from '../../http/dashboard.ts'
import { pagedList } from '../../http/paged-list.ts'
import type { Handlers } from '../../http/routes.ts'
import { sendStream } from '../../http/streams/send-stream.ts'
import { scopeOf } from './activity-scope.ts'
import { expiriesOf } from './expiries.ts'
import { contentTypes, countRows, exportRows } from './export-rows.ts'
import { eventSeries } from './series.ts'

interface ActivityDeps extends Pick<Dashboard, 'stores' | 'clock'> {
  readonly recorder: Pick<Recorder, 'counted'>
  /** How long the installation keeps activity. */
  readonly retention: RetentionLimits
}

export function activityHandlers(deps: ActivityDeps): Handlers<typeof activityRoutes> {
  const { stores, clock, recorder, retention } = deps
  return {
    /** Without an application: of all that the caller owns. */
    'GET /api/activity-logs': async ({ caller, query }) => {
      const { limit, cursor, ...rest } = query
      const { applicationIds, filter } = await scopeOf(stores, caller, rest)
      return pagedList(
        { limit, cursor },
        {
          sort: 'time:desc',
          sortedBy: 'number',
          read: async (after, size) => {
            const rows = await stores.activity.list(applicationIds, filter, after, size + 1)
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
      // What is logged while the file is written belongs to the next one.
      const to = rest.to ?? clock.now()
      const scope = await scopeOf(stores, caller, { ...rest, to })
      return sendStream(request, reply, async (inTurn) => {
        const total = await countRows(stores, scope, inTurn)
        if (total !== undefined) reply.header('x-total-count', total)
        reply.header('content-type', contentTypes[format])
        reply.header(
          'content-disposition',
          `attachment; filename="activity-${clock.now().toISOString().slice(0, 10)}.${format}"`,
        )
        return exportRows(stores, scope, format)
      })
    },

    'GET /api/activity-logs/retention': async ({ caller, query }) => {
      if (query.applicationId === undefined) return retention
      return limitsOf(await findApplication(stores, caller, query.applicationId, 'read'), retention)
    },

    'GET /api/applications/:id/stats/events': async ({ caller, params, query }) => {
      const { id } = await findApplication(stores, caller, params.id, 'read')
      await recorder.counted()
      return eventSeries(stores, id, query.range ?? '30d', clock.now())
    },

    'GET /api/applications/:id/stats/expiries': async ({ caller, params }) => {
      const { id } = await findApplication(stores, caller, params.id, 'read')
      return expiriesOf(stores, id, clock.now())
    },
  }
}
