import type { z } from 'zod'
import { periodMaxDays, type seriesRanges, type statsRoutes } from '../../../shared/contract/stats.ts'
import { addDays, type Day, openTimeZone, type TimeZone } from '../../../shared/time-zone.ts'
import { fieldError } from '../../http/field-error.ts'
import { hourMs, keptDays } from '../../store/activity/event-counts.ts'
import { dayMs } from '../../store/columns.ts'

export type PeriodQuery = z.output<(typeof statsRoutes)['GET /api/stats']['query']>

/** A stretch of time in steps of an hour or a day. */
export interface Period {
  readonly range: (typeof seriesRanges)[number] | null
  readonly zone: string
  readonly step: 'hour' | 'day'
  /** Where each step starts and the last one ends, in hours since 1970. A zone off by half an hour: the nearest hour. */
  readonly bounds: readonly number[]
  readonly from: Date
  /** Now, for a period that has not ended. */
  readonly to: Date
}

const daysOf = { '7d': 7, '30d': 30, '90d': 90 } as const
const defaultRange = '30d'

/** Opened with the server: the first zone of a process loads the data of all, for 20 ms. */
const utc = openTimeZone('UTC')

/** What a request asks for, with days of this zone. Rejects what cannot be answered, naming the field. */
export function periodOf(query: PeriodQuery, now: Date, zoneName: string): Period {
  const zone = zoneName === utc.name ? utc : openTimeZone(zoneName)
  const nowHour = Math.floor(now.getTime() / hourMs)
  if (query.range === '24h') {
    refuseBoth(query)
    const bounds = Array.from({ length: 25 }, (_, index) => nowHour - 23 + index)
    return { range: '24h', zone: zoneName, step: 'hour', ...ends(bounds, now), bounds }
  }
  const { range, first, last } = daysAsked(query, zone.dayAt(now.getTime()))
  const bounds: number[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) bounds.push(startHour(zone, day))
  const end = startHour(zone, addDays(last, 1))
  // Nothing has happened later than now, so a period under way may as well end with the day of UTC.
  bounds.push(end > nowHour ? (Math.floor(nowHour / 24) + 1) * 24 : end)
  return { range, zone: zoneName, step: 'day', ...ends(bounds, now), bounds }
}

/** Where the equally long period before one starts; undefined: its days are not kept. */
export function startBefore({ bounds, to }: Period, now: Date): number | undefined {
  const first = bounds[0] ?? 0
  const start = first - Math.max(1, Math.ceil(to.getTime() / hourMs) - first)
  return start >= (Math.floor(now.getTime() / dayMs) - keptDays) * 24 ? start : undefined
}

function daysAsked(query: PeriodQuery, today: Day) {
  const { from, to, range } = query
  if (from === undefined && to === undefined) {
    const wanted = range === undefined || range === '24h' ? defaultRange : range
    return { range: wanted, first: addDays(today, 1 - daysOf[wanted]), last: today }
  }
  refuseBoth(query)
  if (from === undefined) throw fieldError('from', 'Required together with to.')
  if (to === undefined) throw fieldError('to', 'Required together with from.')
  if (to > today) throw fieldError('to', `Must be today, ${today}, or earlier.`)
  if (from > to) throw fieldError('from', 'Must be the same day as to, or earlier.')
  if (addDays(from, periodMaxDays - 1) < to) {
    throw fieldError('from', `Must be at most ${periodMaxDays - 1} days before to.`)
  }
  const oldest = addDays(today, -keptDays)
  if (from < oldest) throw fieldError('from', `Must be ${oldest} or later: counts are kept for ${keptDays} days.`)
  return { range: null, first: from, last: to }
}

function refuseBoth({ range, from, to }: PeriodQuery): void {
  if (range === undefined) return
  if (from !== undefined) throw fieldError('from', 'Must not be combined with range.')
  if (to !== undefined) throw fieldError('to', 'Must not be combined with range.')
}

const startHour = (zone: TimeZone, day: Day) => Math.round(zone.startOfDayMs(day) / hourMs)

const ends = (bounds: readonly number[], now: Date) => ({
  from: new Date((bounds[0] ?? 0) * hourMs),
  to: new Date(Math.min(now.getTime(), (bounds.at(-1) ?? 0) * hourMs)),
})
