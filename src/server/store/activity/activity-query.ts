import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type EventName, eventNames, sellingEvents } from '../../../shared/events.ts'
import { outcomes } from '../../../shared/outcomes.ts'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import type { Position } from '../keyset-pagination.ts'

export interface ActivityFilter {
  /** A single row, so that a link to it works after the list has moved on. */
  readonly id?: number | undefined
  readonly event?: readonly EventName[] | undefined
  readonly success?: boolean | undefined
  readonly code?: string | undefined
  readonly userId?: number | undefined
  /** The whole name, in any spelling. */
  readonly username?: string | undefined
  readonly ip?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

export type ActivityRow = Selectable<Tables['activity']>

/** Events of successful requests; all others are rejections. */
const succeeding: ReadonlySet<EventName> = new Set([
  ...Object.values(outcomes).flatMap((row) => ('event' in row && row.status === 200 ? [row.event] : [])),
  ...sellingEvents,
])

/**
 * One condition per index range. A filter by IP address, user, name or code is one range; otherwise each event is a
 * range of its own, so that a rare event never causes a scan of the whole log. The ranges are merged. None: no row passes.
 */
export function rangesOf(applicationId: number, filter: ActivityFilter): RawBuilder<unknown>[] {
  const events = eventsOf(filter)
  const common = [sql`application_id = ${applicationId}`, ...narrowed(filter)]
  if (events === undefined) return [sql.join(common, sql` and `)]
  // PostgreSQL knows no empty list
  if (events.length === 0) return []
  if (isNarrow(filter)) return [sql.join([...common, sql`event in (${sql.join(events)})`], sql` and `)]
  return events.map((event) => sql.join([...common, sql`event = ${event}`], sql` and `))
}

/** Selects the newest rows of the ranges below a position, newest first. */
export function newestOf(
  columns: string,
  ranges: readonly RawBuilder<unknown>[],
  before: Position | undefined,
  limit: number,
): RawBuilder<unknown> {
  const below = before ? sql` and (created_at, id) < (${before.value}, ${before.id})` : sql``
  const newest = sql`order by created_at desc, id desc limit ${limit}`
  const selects = ranges.map(
    (range) => sql`select * from (select ${sql.raw(columns)} from activity where ${range}${below} ${newest}) as part`,
  )
  return selects.length === 1
    ? sql`select ${sql.raw(columns)} from activity where ${ranges[0]}${below} ${newest}`
    : sql`select * from (${sql.join(selects, sql` union all `)}) as merged ${newest}`
}

/** The events that pass the filter; undefined: all. An event that contradicts `success` leaves none. */
function eventsOf({ event, success }: ActivityFilter): readonly EventName[] | undefined {
  if (success === undefined) return event
  return (event ?? eventNames).filter((name) => succeeding.has(name) === success)
}

const isNarrow = ({ id, code, userId, username, ip }: ActivityFilter) =>
  id !== undefined || code !== undefined || userId !== undefined || username !== undefined || ip !== undefined

function narrowed(filter: ActivityFilter): RawBuilder<unknown>[] {
  return [
    filter.id !== undefined && sql`id = ${filter.id}`,
    filter.code !== undefined && sql`code = ${filter.code}`,
    filter.userId !== undefined && sql`user_id = ${filter.userId}`,
    filter.username !== undefined && sql`username_key = ${canonical(filter.username)}`,
    filter.ip !== undefined && sql`ip_address = ${filter.ip}`,
    filter.from && sql`created_at >= ${filter.from.getTime()}`,
    filter.to && sql`created_at <= ${filter.to.getTime()}`,
  ].filter((condition) => condition instanceof Object)
}
