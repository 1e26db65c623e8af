import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

interface Expiries {
  readonly users: number[]
  readonly licenses: number[]
}

/** How many users, by their own expiry, and licenses expire on each day: each day is one range of an expiry index. */
export function expiryStore(db: Kysely<Tables>) {
  return {
    /**
     * From each of the moments, in milliseconds, to the next one. One statement: with one for each day most of the time
     * would pass on the way.
     */
    between: async (applicationId: number, momentsMs: readonly number[]): Promise<Expiries> => {
      const starts = momentsMs.slice(0, -1)
      const days = sql.join(
        starts.map((start, day) => sql`(cast(${start} as bigint), cast(${momentsMs[day + 1]} as bigint))`),
      )
      const counted = (table: 'app_users' | 'licenses') => sql`(select count(*) from ${sql.table(table)} as expiring
        where expiring.application_id = ${applicationId}
          and expiring.expires_at >= days.start_ms and expiring.expires_at < days.end_ms)`
      const { rows } = await sql<Record<'start' | 'users' | 'licenses', number | string>>`
        with days(start_ms, end_ms) as (values ${days})
        select start_ms as start, ${counted('app_users')} as users, ${counted('licenses')} as licenses from days
      `.execute(db)
      const inOrder = rows.toSorted((a, b) => Number(a.start) - Number(b.start))
      return { users: inOrder.map(({ users }) => Number(users)), licenses: inOrder.map((row) => Number(row.licenses)) }
    },
  }
}
