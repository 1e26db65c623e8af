import type { activityRoutes, seriesRanges } from '../../../shared/contract/activity.ts'
import { eventNames } from '../../../shared/events.ts'
import type { Recorder } from '../../events/recorder.ts'
import { limitsOf, type RetentionLimits } from '../../events/retention.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import type { Dashboard } from '../../http/dashboard.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { pagedList } from '../../http/streams/paged-list.ts'
import { sendStream } from '../../http/streams/send-stream.ts'
import { hourMs } from '../../store/activity/event-counts.ts'
import { dayMs } from '../../store/columns.ts'
import type { StoreSet } from '../../store/index.ts'
import { activityScope } from './activity-scope.ts'
import { contentTypes, countRows, exportRows } from './export-rows.ts'

interface ActivityDeps extends Pick<Dashboard, 'stores' | 'clock'> {
  readonly recorder: Pick<Recorder, 'flushCounts'>
  /** Retention of activity for the whole installation. */
  readonly retention: RetentionLimits
}

export function activityHandlers(deps: ActivityDeps): Handlers<typeof activityRoutes> {
  const { stores, clock, recorder, retention } = deps
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
      // Rows logged while the file is written are not part of this export.
      const to = rest.to ?? clock.now()
      const scope = await activityScope(stores, caller, 'export', { ...rest, to })
      return sendStream(request, reply, async (size) => {
        const total = await countRows(stores, scope)
        if (total !== undefined) reply.header('x-total-count', total)
        reply.header('content-type', contentTypes[format])
        reply.header(
          'content-disposition',
          `attachment; filename="activity-${clock.now().toISOString().slice(0, 10)}.${format}"`,
        )
        return exportRows(stores, scope, format, size)
      })
    },

    'GET /api/activity-logs/retention': async ({ caller, query }) => {
      if (query.applicationId === undefined) return retention
      return limitsOf(await findApplication(stores, caller, query.applicationId, 'look'), retention)
    },

    'GET /api/applications/:id/stats/events': async ({ caller, params, query }) => {
      const { id } = await findApplication(stores, caller, params.id, 'look')
      await recorder.flushCounts()
      return eventSeries(stores, id, query.range ?? '30d', clock.now())
    },

    'GET /api/applications/:id/stats/expiries': async ({ caller, params }) => {
      const { id } = await findApplication(stores, caller, params.id, 'look')
      const from = new Date(Math.floor(clock.now().getTime() / dayMs) * dayMs)
      return { from, ...(await stores.expiries.daily(id, from.getTime(), shownDays)) }
    },
  }
}

/** Of expiries: twelve weeks, today first. */
const shownDays = 12 * 7

type SeriesRange = (typeof seriesRanges)[number]

const steps = {
  '24h': { step: 'hour', count: 24 },
  '7d': { step: 'day', count: 7 },
  '30d': { step: 'day', count: 30 },
  '90d': { step: 'day', count: 90 },
} as const satisfies Record<SeriesRange, { step: 'hour' | 'day'; count: number }>

/** The counts of the twelve events per hour or day. They come from the counters; the log itself is not read. */
async function eventSeries(
  stores: Pick<StoreSet, 'eventCounts'>,
  applicationId: number,
  range: SeriesRange,
  now: Date,
) {
  const { step, count } = steps[range]
  const stepMs = step === 'hour' ? hourMs : dayMs
  const first = Math.floor(now.getTime() / stepMs) - count + 1
  const rows = await stores.eventCounts.list(applicationId, step, first, first + count - 1)
  const counts = new Map(eventNames.map((event) => [event, new Array<number>(count).fill(0)]))
  for (const row of rows) counts.get(row.event)?.splice(row.at - first, 1, row.count)
  return {
    range,
    step,
    starts: Array.from({ length: count }, (_, index) => new Date((first + index) * stepMs)),
    events: eventNames.map((event) => ({ event, counts: counts.get(event) ?? [] })),
  }
}
