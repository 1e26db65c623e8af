import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Without a renewal another node may take the job. */
export const jobLeaseMs = 60_000

/** Of several nodes that reckon with different clocks, the database alone knows whose time is over. */
const nowMs = sql<number>`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`
const untilMs = sql<number>`${nowMs} + ${sql.lit(jobLeaseMs)}`

/** Which node runs a job that must not run twice at once. On PostgreSQL alone: the embedded database has one server. */
export function jobLeaseStore(db: Kysely<Tables>) {
  return {
    /** One statement, so of several nodes one gets it. False while another's holds. */
    take: async (name: string, holder: string): Promise<boolean> => {
      const taken = await db
        .insertInto('job_leases')
        .values({ name, holder, until_ms: untilMs })
        .onConflict((clash) =>
          clash.column('name').doUpdateSet({ holder, until_ms: untilMs }).where('job_leases.until_ms', '<', nowMs),
        )
        .returning('name')
        .executeTakeFirst()
      return taken !== undefined
    },

    /** False if another node has taken it meanwhile. */
    renew: async (name: string, holder: string): Promise<boolean> => {
      const renewed = await db
        .updateTable('job_leases')
        .set({ until_ms: untilMs })
        .where('name', '=', name)
        .where('holder', '=', holder)
        .returning('name')
        .executeTakeFirst()
      return renewed !== undefined
    },

    release: async (name: string, holder: string): Promise<void> => {
      await db.deleteFrom('job_leases').where('name', '=', name).where('holder', '=', holder).execute()
    },
  }
}
