import { type EventName, eventNames } from '../../../shared/events.ts'
import { oneOf } from '../../common/address/search-text.ts'
import * as areaTexts from '../../texts/activity.ts'

/** Search parameters by name. */
export type Search = Readonly<Record<string, string | undefined>>

export interface ActivityFilter {
  readonly events: readonly EventName[]
  readonly success: 'true' | 'false' | undefined
  readonly code: string | undefined
  readonly userId: string | undefined
  readonly username: string | undefined
  readonly ip: string | undefined
  /** A time that goes on until now, in a word that a saved view keeps; `from` follows from it. */
  readonly range: Range | undefined
  /** ISO texts in UTC. */
  readonly from: string | undefined
  readonly to: string | undefined
}

const ranges = { '24h': 1, '7d': 7, '30d': 30 } as const
type Range = keyof typeof ranges

export const rangeNames: Readonly<Record<Range, string>> = {
  '24h': areaTexts.last24Hours,
  '7d': areaTexts.last7Days,
  '30d': areaTexts.last30Days,
}

/** Removes every filter from an address. */
export const noFilter = {
  event: undefined,
  success: undefined,
  code: undefined,
  user: undefined,
  username: undefined,
  ip: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
} satisfies Search

/** The filter in an address; unknown words are ignored. */
export function activityFilter(search: Search, now = new Date()): ActivityFilter {
  const range = oneOf(Object.keys(ranges) as Range[], search.range)
  const wanted = new Set(search.event?.split(','))
  return {
    events: eventNames.filter((name) => wanted.has(name)),
    success: search.success === 'true' || search.success === 'false' ? search.success : undefined,
    code: search.code?.trim().slice(0, 64) || undefined,
    userId: /^[1-9]\d{0,14}$/.test(search.user ?? '') ? search.user : undefined,
    username: search.username?.trim() || undefined,
    ip: search.ip?.trim().slice(0, 64) || undefined,
    range,
    from: range === undefined ? momentOf(search.from) : startOf(range, now),
    to: momentOf(search.to),
  }
}

/** The filter as the server takes it. */
export function filterQuery({ events, range: _, ...rest }: ActivityFilter): Record<string, string> {
  const texts = { ...rest, event: events.length === 0 ? undefined : events.join(',') }
  return Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** The filter as text, for an empty result; undefined without a filter. */
export function filterText(filter: ActivityFilter): string | undefined {
  if (Object.keys(filterQuery(filter)).length === 0) return undefined
  const { events, success, ip, userId, username, code, from, to } = filter
  const which = success === undefined ? '' : success === 'true' ? 'successful ' : 'failed '
  const parts = [
    areaTexts.no(which, events.length === 1 ? areaTexts.events(events[0] ?? '') : 'events'),
    events.length > 1 && areaTexts.ofTheseKinds,
    code !== undefined && areaTexts.withTheCode(code),
    ip !== undefined && areaTexts.fromOf(ip),
    (userId !== undefined || username !== undefined) && areaTexts.ofOf(username ?? areaTexts.thisUser),
    (from !== undefined || to !== undefined) && areaTexts.inThisTime,
  ]
  return `${parts.filter(Boolean).join(' ')}.`
}

const dayMs = 86_400_000
/** The start moves on in steps, so that a list isn't read again with every drawing. */
const stepMs = 300_000

function startOf(range: Range, now: Date): string {
  const untilMs = Math.floor(now.getTime() / stepMs) * stepMs
  return new Date(untilMs - ranges[range] * dayMs).toISOString()
}

function momentOf(text: string | undefined): string | undefined {
  const date = new Date(text ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
