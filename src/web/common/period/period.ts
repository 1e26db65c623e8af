import { addDays, type Day, dayPattern, openTimeZone } from '../../../shared/time-zone.ts'
import type { ApiInput } from '../../api/client.ts'
import * as texts from '../../texts/period.ts'
import { shownTimeZone } from '../../ui/text/format.ts'

type PeriodQuery = ApiInput<'GET /api/stats'>['query']
type Range = NonNullable<PeriodQuery['range']>

/** A range up to now, or two days, both included. */
export type Period = { readonly range: Range } | { readonly from: Day; readonly to: Day }

export const ranges: readonly { readonly value: Range; readonly label: string }[] = [
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 d' },
  { value: '30d', label: '30 d' },
  { value: '90d', label: '90 d' },
]

const defaultRange: Range = '30d'

/** Parameters of the address. */
export interface PeriodSearch {
  readonly range?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** What the address asks for; the last 30 days where it makes no sense. */
export function periodIn({ range, from = '', to = '' }: PeriodSearch): Period {
  if (dayPattern.test(from) && dayPattern.test(to) && from <= to) return { from, to }
  return { range: ranges.find(({ value }) => value === range)?.value ?? defaultRange }
}

/** The address of a period; the default needs no parameters. */
export function searchOf(period: Period): PeriodSearch {
  if ('from' in period) return { range: undefined, ...period }
  return { range: period.range === defaultRange ? undefined : period.range, from: undefined, to: undefined }
}

/** The period as the server is asked for it, with days of the zone that dates are shown in. */
export const queryOf = (period: Period): PeriodQuery => ({ ...period, zone: shownTimeZone() })

export const today = (): Day => openTimeZone(shownTimeZone()).dayAt(Date.now())

/** Days a year apart at most, and how long counts by the day are kept. */
const maxDays = 366
const keptDays = 400

/** The two days after one was changed: the other follows it, so that they make a period. */
export function withDay(period: { from: Day; to: Day }, change: { from?: Day; to?: Day }, now: Day): Period {
  const oldest = addDays(now, -keptDays)
  const fitted = (day: Day) => (day < oldest ? oldest : day > now ? now : day)
  const from = fitted(change.from ?? period.from)
  const to = fitted(change.to ?? period.to)
  const later = addDays(from, maxDays - 1)
  const earlier = addDays(to, 1 - maxDays)
  if (change.from !== undefined) return { from, to: to < from ? from : to > later ? later : to }
  return { from: from > to ? to : from < earlier ? earlier : from, to }
}

/** `24 hours`, `30 days`: how long a period is. */
export function lengthOf(period: Period, days: number): string {
  return 'range' in period && period.range === '24h' ? '24 hours' : days === 1 ? 'day' : texts.days(days)
}
