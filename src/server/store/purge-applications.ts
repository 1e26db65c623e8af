import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Tables that grow with use, in the order in which they may go: users refer to licenses. */
const large = ['client_sessions', 'activity', 'app_users', 'licenses', 'blacklist'] as const

/**
 * Deletes at most `batch` rows of the first application that was deleted by then and still has any, and returns how many
 * went. The application's own row goes last; the few rows left (counters) go with it.
 */
export async function purgeDeletedApplications(db: Kysely<Tables>, deletedBy: Date, batch: number): Promise<number> {
  const application = await db
    .selectFrom('applications')
    .select('id')
    .where('deleted_at', '<=', deletedBy.getTime())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!application) return 0
  const kept = await deleteKeptValues(db, application.id, batch)
  if (kept > 0) return kept
  for (const table of large) {
    const deleted = await sql`
      delete from ${sql.table(table)} where id in
        (select id from ${sql.table(table)} where application_id = ${application.id} limit ${batch})`.execute(db)
    if (deleted.numAffectedRows) return Number(deleted.numAffectedRows)
  }
  await db.deleteFrom('applications').where('id', '=', application.id).execute()
  return 1
}

/** What changes of many rows kept for their undoing; their own rows go with the application's. */
async function deleteKeptValues(db: Kysely<Tables>, applicationId: number, batch: number): Promise<number> {
  const operation = await db
    .selectFrom('operation_rows')
    .innerJoin('operations', 'operations.id', 'operation_rows.operation_id')
    .select('operations.id')
    .where('operations.application_id', '=', applicationId)
    .limit(1)
    .executeTakeFirst()
  if (!operation) return 0
  const { numDeletedRows } = await db
    .deleteFrom('operation_rows')
    .where('operation_id', '=', operation.id)
    .where('row_id', 'in', (eb) =>
      eb.selectFrom('operation_rows').select('row_id').where('operation_id', '=', operation.id).limit(batch),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
