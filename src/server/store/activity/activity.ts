import { type Kysely, sql } from 'kysely'
import type { EventName } from '../../../shared/events.ts'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import { flag } from '../columns.ts'
import type { Position } from '../keyset-pagination.ts'
import { findsRow } from '../row-results.ts'
import { messageColumns, messageValues } from '../webhooks/delivery-columns.ts'
import type { Audience } from '../webhooks/message.ts'
import { type ActivityFilter, type ActivityRow, newestOf, rangesOf } from './activity-query.ts'
import type { ActivityDetail, NewActivity } from './new-activity.ts'

export interface Activity extends Omit<NewActivity, 'at' | 'detail' | 'orderId' | 'licenseId'> {
  readonly id: number
  readonly detail: ActivityDetail | null
  readonly createdAt: Date
}

export type { ActivityFilter } from './activity-query.ts'

/** Columns of a new row, in the order of `activityValues`. Every login writes them, so the hot stores use them too. */
const columns = [
  'application_id',
  'event',
  'success',
  'code',
  'user_id',
  'username',
  'ip_address',
  'user_agent',
  'count',
  'created_at',
  'username_key',
  'detail',
] as const
export const activityColumns = columns.join(', ')
export const activityColumnCount = columns.length

export function activityValues(entry: NewActivity) {
  return [
    entry.applicationId,
    entry.event,
    flag(entry.success),
    entry.code,
    entry.userId,
    entry.username,
    entry.ipAddress,
    entry.userAgent,
    entry.count,
    entry.at.getTime(),
    entry.username === null ? null : canonical(entry.username),
    entry.detail ? JSON.stringify(entry.detail) : null,
  ]
}

/** What no login has: `activityValues`, then these. */
const soldColumns = 'order_id, license_id'
const soldValues = ({ orderId = null, licenseId = null }: NewActivity) => [orderId, licenseId]

/** SQLite stores the subscribed webhooks with the row: `activityValues`, then this. */
export const webhookIdsOf = (audience: Audience | undefined) => (audience ? JSON.stringify(audience.webhookIds) : null)

const insertOn = {
  async sqlite(db: Kysely<Tables>, entry: NewActivity, audience: Audience | undefined) {
    const values = sql.join([...activityValues(entry), ...soldValues(entry), webhookIdsOf(audience)])
    const [columns, sold] = [sql.raw(activityColumns), sql.raw(soldColumns)]
    await sql`INSERT INTO activity (${columns}, ${sold}, webhook_ids) VALUES (${values})`.execute(db)
  },
  async postgres(db: Kysely<Tables>, entry: NewActivity, audience: Audience | undefined) {
    const values = sql.join([...activityValues(entry), ...soldValues(entry)])
    const [columns, sold] = [sql.raw(activityColumns), sql.raw(soldColumns)]
    await sql`INSERT INTO activity (${columns}, ${sold}) VALUES (${values})`.execute(db)
    if (!audience) return
    const message = sql.join(messageValues(entry, audience))
    await sql`INSERT INTO webhook_messages (${sql.raw(messageColumns)}) VALUES (${message})`.execute(db)
  },
}

const noEvent = { rows: [] as readonly ActivityRow[] }

/** The activity log, newest first. Its row count is kept in `counters`. */
export function activityStore(db: Kysely<Tables>, engine: Database['engine']) {
  const newest = async (
    applicationId: number,
    filter: ActivityFilter,
    before: Position | undefined,
    limit: number,
  ): Promise<readonly ActivityRow[]> => {
    const ranges = rangesOf(applicationId, filter)
    const query = ranges.length === 0 ? noEvent : await newestOf('*', ranges, before, limit).execute(db)
    return query.rows as readonly ActivityRow[]
  }
  return {
    /** Writes an event with its subscribed webhooks (transactional outbox). */
    insert: (entry: NewActivity, audience?: Audience): Promise<void> => insertOn[engine](db, entry, audience),
    /**
     * The newest rows of these applications below a position. Reads each application by its own indexes and asks the
     * later ones only for rows newer than those found so far: a large application's log is never scanned in full.
     */
    list: async (
      applicationIds: readonly number[],
      filter: ActivityFilter,
      before: Position | undefined,
      limit: number,
    ): Promise<Activity[]> => {
      let merged: readonly ActivityRow[] = []
      for (const applicationId of applicationIds) {
        const oldest = merged.length === limit ? merged.at(-1) : undefined
        const from = oldest ? latest(filter.from, new Date(oldest.created_at)) : filter.from
        const rows = await newest(applicationId, { ...filter, from }, before, limit)
        merged = merged.length === 0 ? rows : [...merged, ...rows].sort(newestFirst).slice(0, limit)
      }
      return merged.map(fromRow)
    },
    /** Time of the application's newest entry. */
    lastAt: async (applicationId: number): Promise<Date | null> => {
      const [row] = await newest(applicationId, {}, undefined, 1)
      return row ? new Date(row.created_at) : null
    },
    /** The same for several applications; those without an entry are missing. */
    lastOf: async (applicationIds: readonly number[]): Promise<ReadonlyMap<number, Date>> => {
      if (applicationIds.length === 0) return new Map()
      const { rows } = await sql<{ id: number; at: number | null }>`
        select id, (select created_at from activity where activity.application_id = applications.id
          order by created_at desc, activity.id desc limit 1) as at
        from applications where id in (${sql.join(applicationIds)})`.execute(db)
      return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[Number(id), new Date(Number(at))] as const])))
    },
    /**
     * Counts at most `limit` rows below a position and returns where to continue: millions of rows are counted in many
     * short reads.
     */
    countSlice: async (
      applicationId: number,
      filter: ActivityFilter,
      before: Position | undefined,
      limit: number,
    ): Promise<{ readonly count: number; readonly next: Position | undefined }> => {
      const ranges = rangesOf(applicationId, filter)
      if (ranges.length === 0) return { count: 0, next: undefined }
      const slice = newestOf('created_at, id', ranges, before, limit)
      const last = await sql<{ created_at: number; id: number }>`
        select created_at, id from (${slice}) as slice order by created_at desc, id desc limit 1 offset ${limit - 1}`.execute(
        db,
      )
      const [row] = last.rows
      if (row) return { count: limit, next: { value: row.created_at, id: row.id } }
      const rest = await sql<{ count: number }>`select count(*) as count from (${slice}) as slice`.execute(db)
      return { count: Number(rest.rows[0]?.count ?? 0), next: undefined }
    },
    /** Whether anything was logged before a time. */
    hasBefore: (applicationId: number, time: Date): Promise<boolean> =>
      findsRow(
        db
          .selectFrom('activity')
          .select('id')
          .where('application_id', '=', applicationId)
          .where('created_at', '<', time.getTime())
          .limit(1),
      ),
  }
}

const newestFirst = (a: ActivityRow, b: ActivityRow) => b.created_at - a.created_at || b.id - a.id

const latest = (a: Date | undefined, b: Date) => (a && a > b ? a : b)

function fromRow(row: ActivityRow): Activity {
  return {
    id: row.id,
    applicationId: row.application_id,
    event: row.event as EventName,
    success: row.success === 1,
    code: row.code,
    userId: row.user_id,
    username: row.username,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    count: row.count,
    createdAt: new Date(row.created_at),
    detail: row.detail === null ? null : (JSON.parse(row.detail) as ActivityDetail),
  }
}
