import type { statsRoutes } from '../../../shared/contract/stats.ts'
import { clientEvents, type EventName } from '../../../shared/events.ts'
import { addDays, openTimeZone, type TimeZone } from '../../../shared/time-zone.ts'
import type { ClientTally } from '../../events/client-tally.ts'
import type { Recorder } from '../../events/recorder.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import { countsMemberships, rightsOf } from '../../http/auth/rights-of.ts'
import type { Dashboard } from '../../http/dashboard.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { hourMs } from '../../store/activity/event-counts.ts'
import type { StoreSet } from '../../store/index.ts'
import { clientRows, firstDay, openLiveClients } from './client-stats.ts'
import { countBetween, type ReadCounts } from './count-between.ts'
import { type PeriodQuery, periodOf } from './period.ts'
import { totalsOf } from './totals.ts'

interface StatsDeps extends Pick<Dashboard, 'stores' | 'clock'> {
  readonly recorder: Pick<Recorder, 'flushCounts'>
  readonly clientTally: Pick<ClientTally, 'flush'>
}

/** Figures over time, of one application and of all. */
export function statsHandlers({ stores, clock, recorder, clientTally }: StatsDeps): Handlers<typeof statsRoutes> {
  const liveClients = openLiveClients(stores.late, clock)
  return {
    'GET /api/stats': async ({ caller, query }) => {
      const seen = await stores.seenApplications.list(caller.accountId, !countsMemberships(caller))
      const applications = seen.filter((each) => rightsOf(caller, each, each.memberRole).has('look'))
      await recorder.flushCounts()
      return totalsOf(
        stores,
        applications.map(({ id }) => id),
        query,
        clock.now(),
      )
    },

    'GET /api/applications/:id/stats/events': async ({ caller, params, query }) => {
      const { id } = await findApplication(stores, caller, params.id, 'look')
      await recorder.flushCounts()
      return eventSeries(stores.late, id, query, clock.now())
    },

    'GET /api/applications/:id/stats/clients': async ({ caller, params, query }) => {
      const { id } = await findApplication(stores, caller, params.id, 'look')
      await clientTally.flush()
      const logins = await stores.late.clientDays.since(id, firstDay(query.range ?? '7', clock.now()))
      return clientRows(logins, await liveClients(id))
    },

    'GET /api/applications/:id/stats/expiries': async ({ caller, params, query }) => {
      const { id } = await findApplication(stores, caller, params.id, 'look')
      return countExpiries(stores.late, id, openTimeZone(query.zone ?? 'UTC'), clock.now())
    },
  }
}

/** The counts of the twelve events per hour or day. They come from the counters; the log itself is not read. */
async function eventSeries(
  stores: Pick<StoreSet, 'eventCounts'>,
  applicationId: number,
  query: PeriodQuery,
  now: Date,
) {
  const nowHour = Math.floor(now.getTime() / hourMs)
  const read: ReadCounts<EventName> = async (step, places, width) => {
    const counts = await stores.eventCounts.list(applicationId, step, places)
    return counts.map(({ event, at, count }) => ({ name: event, at: Math.floor(at / width), count }))
  }
  let period = periodOf(query, now, query.zone ?? 'UTC')
  let counts = await countBetween(read, period.bounds, nowHour)
  if (counts === undefined) {
    period = periodOf(query, now, 'UTC')
    counts = await countBetween(read, period.bounds, nowHour)
  }
  const { bounds, ...shown } = period
  const starts = bounds.slice(0, -1).map((hour) => new Date(hour * hourMs))
  const none = starts.map(() => 0)
  return {
    ...shown,
    starts,
    events: clientEvents.map((event) => ({ event, counts: [...(counts?.get(event) ?? none)] })),
  }
}

const weeks = 12

/** How many users and licenses expire on each day of the next twelve weeks, today first. */
async function countExpiries(stores: Pick<StoreSet, 'expiries'>, applicationId: number, zone: TimeZone, now: Date) {
  const today = zone.dayAt(now.getTime())
  const starts = Array.from({ length: weeks * 7 + 1 }, (_, days) => zone.startOfDayMs(addDays(today, days)))
  const { users, licenses } = await stores.expiries.between(applicationId, starts)
  const bounds = starts.map((start) => new Date(start))
  return { from: bounds[0] ?? now, bounds, zone: zone.name, users, licenses }
}
