import { type Kysely, sql } from 'kysely'
import { sessionLiveMs } from '../../../shared/constants.ts'
import type { Tables } from '../../db/tables.ts'
import { compareTexts } from '../../lib/compare-texts.ts'
import { dayMs } from '../columns.ts'

/** How many days of sign-ins by client library are kept. */
const keptDays = 100

/** Successful sign-ins of one application, day (since 1970, UTC) and client library. */
export interface ClientDay {
  readonly applicationId: number
  readonly day: number
  readonly client: string
  readonly logins: number
  readonly lastAt: Date
}

export interface ClientLogins extends Pick<ClientDay, 'client' | 'logins' | 'lastAt'> {}

interface ClientCounts {
  readonly live: ReadonlyMap<string | null, number>
  readonly lastId: number | undefined
}

export const dayOf = (at: Date): number => Math.floor(at.getTime() / dayMs)

/** Which client libraries users sign in with. */
export function clientDayStore(db: Kysely<Tables>) {
  return {
    /** Adds in a fixed order so that two nodes cannot deadlock. */
    async add(days: readonly ClientDay[]): Promise<void> {
      const sorted = [...days].sort(
        (a, b) => a.applicationId - b.applicationId || a.day - b.day || compareTexts(a.client, b.client),
      )
      for (const { applicationId, day, client, logins, lastAt } of sorted) {
        const at = lastAt.getTime()
        await sql`INSERT INTO client_days (application_id, day, client, logins, last_at)
          SELECT ${applicationId}, ${day}, ${client}, ${logins}, ${at} FROM applications WHERE id = ${applicationId}
          ON CONFLICT (application_id, day, client) DO UPDATE SET logins = client_days.logins + excluded.logins,
            last_at = CASE WHEN excluded.last_at > client_days.last_at THEN excluded.last_at
              ELSE client_days.last_at END`.execute(db)
      }
    },

    /** Added up from this day on. */
    async since(applicationId: number, day: number): Promise<ClientLogins[]> {
      const rows = await db
        .selectFrom('client_days')
        .select(({ fn }) => ['client', fn.sum('logins').as('logins'), fn.max('last_at').as('lastAt')])
        .where('application_id', '=', applicationId)
        .where('day', '>=', day)
        .groupBy('client')
        .execute()
      return rows.map(({ client, logins, lastAt }) => ({
        client,
        logins: Number(logins),
        lastAt: new Date(Number(lastAt)),
      }))
    },

    /**
     * A slice of the application's live sessions by client library (null: none that is known), from the one after
     * `afterId` on. `lastId` is absent in the last slice. Added up here: the database would sort the rows for it.
     */
    async countLive(applicationId: number, now: Date, afterId: number, limit: number): Promise<ClientCounts> {
      const rows = await db
        .selectFrom('client_sessions')
        .select(['id', 'client', 'last_seen_at as lastSeenAtMs'])
        .where('application_id', '=', applicationId)
        .where('ended_at', 'is', null)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
        .execute()
      const live = new Map<string | null, number>()
      for (const { client, lastSeenAtMs } of rows) {
        if (lastSeenAtMs >= now.getTime() - sessionLiveMs) live.set(client, 1 + (live.get(client) ?? 0))
      }
      return { live, lastId: rows.length === limit ? rows.at(-1)?.id : undefined }
    },

    /** Deletes days that are older than any range. */
    async removeOld(now: Date): Promise<void> {
      await db
        .deleteFrom('client_days')
        .where('day', '<=', dayOf(now) - keptDays)
        .execute()
    },
  }
}
