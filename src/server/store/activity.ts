import { type Kysely, type Selectable, sql } from 'kysely'
import type { EventName } from '../../shared/events.ts'
import type { Tables } from '../db/tables.ts'
import { flag } from './columns.ts'

export interface NewActivity {
  readonly applicationId: number
  readonly event: EventName
  readonly success: boolean
  /** Code of the answer that was sent. */
  readonly code: string | null
  readonly userId: number | null
  /** As the caller typed it. */
  readonly username: string | null
  readonly ipAddress: string
  readonly userAgent: string
  /** How many of the same kind the row stands for. */
  readonly count: number
  readonly at: Date
}

export interface Activity extends Omit<NewActivity, 'at'> {
  readonly id: number
  readonly createdAt: Date
}

export interface ActivityFilter {
  readonly event?: EventName | undefined
  readonly success?: boolean | undefined
  readonly userId?: number | undefined
  readonly ip?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** Columns of a new row, in the order of `activityValues`. Written at every login, so also by the hot stores. */
export const activityColumns =
  'application_id, event, success, code, user_id, username, ip_address, user_agent, count, created_at'

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
  ]
}

/** The activity log, newest first. It grows without bound between purges, so nothing here counts it. */
export function activityStore(db: Kysely<Tables>) {
  return {
    insert: async (entry: NewActivity): Promise<void> => {
      const values = sql.join(activityValues(entry))
      await sql`INSERT INTO activity (${sql.raw(activityColumns)}) VALUES (${values})`.execute(db)
    },
    /**
     * The newest rows of these applications below the id `before`. Reads each application by its own index and asks
     * the later ones only for what is newer than the rows at hand: the log of a large neighbor is never scanned.
     */
    list: async (
      applicationIds: readonly number[],
      filter: ActivityFilter,
      before: number | undefined,
      limit: number,
    ): Promise<Activity[]> => {
      let newest: Selectable<Tables['activity']>[] = []
      for (const applicationId of applicationIds) {
        const oldestKept = newest.length === limit ? newest.at(-1)?.id : undefined
        const query = matching(db, applicationId, filter, before).orderBy('id', 'desc').limit(limit)
        const rows = await (oldestKept === undefined ? query : query.where('id', '>', oldestKept)).execute()
        newest = newest.length === 0 ? rows : [...newest, ...rows].sort((a, b) => b.id - a.id).slice(0, limit)
      }
      return newest.map(fromRow)
    },
    /** When something was last logged for the application. */
    lastAt: async (applicationId: number): Promise<Date | null> => {
      const row = await db
        .selectFrom('activity')
        .select('created_at')
        .where('application_id', '=', applicationId)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ? new Date(row.created_at) : null
    },
  }
}

function matching(db: Kysely<Tables>, applicationId: number, filter: ActivityFilter, before: number | undefined) {
  let query = db.selectFrom('activity').selectAll().where('application_id', '=', applicationId)
  if (before !== undefined) query = query.where('id', '<', before)
  if (filter.event !== undefined) query = query.where('event', '=', filter.event)
  if (filter.success !== undefined) query = query.where('success', '=', flag(filter.success))
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId)
  if (filter.ip !== undefined) query = query.where('ip_address', '=', filter.ip)
  if (filter.from) query = query.where('created_at', '>=', filter.from.getTime())
  if (filter.to) query = query.where('created_at', '<=', filter.to.getTime())
  return query
}

function fromRow(row: Selectable<Tables['activity']>): Activity {
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
  }
}
