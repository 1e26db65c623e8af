import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Tables that grow with use, in the order in which they may go: users refer to licenses. */
const large = ['client_sessions', 'activity', 'app_users', 'licenses', 'blacklist'] as const

/**
 * Deletes at most `batch` rows of the first deleted application that still has any, and returns how many went. The
 * application's own row goes last; the few rows left (counters) go with it.
 */
export async function purgeDeletedApplications(db: Kysely<Tables>, batch: number): Promise<number> {
  const application = await db
    .selectFrom('applications')
    .select('id')
    .where('deleted_at', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!application) return 0
  for (const table of large) {
    const deleted = await sql`
      delete from ${sql.table(table)} where id in
        (select id from ${sql.table(table)} where application_id = ${application.id} limit ${batch})`.execute(db)
    if (deleted.numAffectedRows) return Number(deleted.numAffectedRows)
  }
  await db.deleteFrom('applications').where('id', '=', application.id).execute()
  return 1
}
