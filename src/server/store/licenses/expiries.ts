import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { dayMs } from '../columns.ts'

interface DailyExpiries {
  readonly users: number[]
  readonly licenses: number[]
}

/** How many users, by their own expiry, and licenses expire on each day: each day is one range of an expiry index. */
export function expiryStore(db: Kysely<Tables>) {
  return {
    /** Day by day from `fromMs` on. One statement: with one for each day most of the time would pass on the way. */
    daily: async (applicationId: number, fromMs: number, days: number): Promise<DailyExpiries> => {
      const counted = (table: 'app_users' | 'licenses') => sql`(select count(*) from ${sql.table(table)} as expiring
        where expiring.application_id = days.application_id
          and expiring.expires_at >= days.start_ms and expiring.expires_at < days.start_ms + ${dayMs})`
      const { rows } = await sql<Record<'start' | 'users' | 'licenses', number | string>>`
        with recursive days(application_id, start_ms) as (
          select cast(${applicationId} as bigint), cast(${fromMs} as bigint)
          union all
          select application_id, start_ms + ${dayMs} from days where start_ms + ${dayMs} < ${fromMs + days * dayMs}
        )
        select start_ms as start, ${counted('app_users')} as users, ${counted('licenses')} as licenses from days
      `.execute(db)
      const inOrder = rows.toSorted((a, b) => Number(a.start) - Number(b.start))
      return { users: inOrder.map(({ users }) => Number(users)), licenses: inOrder.map((row) => Number(row.licenses)) }
    },
  }
}
