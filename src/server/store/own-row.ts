import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** One row of one application: every statement has both ids, so that another application's row counts as missing. */
export function ownRow<Q extends { where(column: 'application_id' | 'id', operator: '=', value: number): Q }>(
  query: Q,
  applicationId: number,
  id: number,
): Q {
  return query.where('application_id', '=', applicationId).where('id', '=', id)
}

/** Updates an application's count of users or licenses, in the transaction that adds or deletes them. */
export async function addToCount(
  db: Kysely<Tables>,
  column: 'user_count' | 'license_count',
  applicationId: number,
  rows: number,
): Promise<void> {
  await db
    .updateTable('applications')
    .set({ [column]: sql`${sql.ref(column)} + ${sql.lit(rows)}` })
    .where('id', '=', applicationId)
    .execute()
}
