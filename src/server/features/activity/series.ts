import type { seriesRanges } from '../../../shared/contract/activity.ts'
import { eventNames } from '../../../shared/events.ts'
import { dayMs, hourMs } from '../../store/event-counts.ts'
import type { StoreSet } from '../../store/index.ts'

type SeriesRange = (typeof seriesRanges)[number]

const steps = {
  '24h': { step: 'hour', count: 24 },
  '7d': { step: 'day', count: 7 },
  '30d': { step: 'day', count: 30 },
  '90d': { step: 'day', count: 90 },
} as const satisfies Record<SeriesRange, { step: 'hour' | 'day'; count: number }>

/** The twelve events in each hour or day of a range, from their counts: no log is read. */
export async function eventSeries(
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
