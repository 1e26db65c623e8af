import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

/** One row of one application: every statement has both ids, so that another application's row counts as missing. */
export function ownRow<Q extends { where(column: 'application_id' | 'id', operator: '=', value: number): Q }>(
  query: Q,
  applicationId: number,
  id: number,
): Q {
  return query.where('application_id', '=', applicationId).where('id', '=', id)
}

/**
 * Ids as a subquery with one parameter. With a parameter for each, every number of ids would be a statement of its own,
 * which is built and prepared anew for each slice of long work.
 */
export function idsOf(engine: Database['engine'], ids: readonly number[]): RawBuilder<unknown> {
  return engine === 'sqlite'
    ? sql`select value from json_each(${JSON.stringify(ids)})`
    : sql`select unnest(${`{${ids.join(',')}}`}::bigint[])`
}

/** Whether a row is one of these of the application, found by id: the plus keeps both engines from another index. */
export function isOwnRow(
  engine: Database['engine'],
  table: 'app_users' | 'licenses',
  applicationId: number,
  ids: readonly number[],
): RawBuilder<boolean> {
  const [application, id] = [sql.ref(`${table}.application_id`), sql.ref(`${table}.id`)]
  return sql<boolean>`(+${application} = ${applicationId} and ${id} in (${idsOf(engine, ids)}))`
}

/** How many users or licenses an application has. */
export async function readCount(
  db: Kysely<Tables>,
  column: 'user_count' | 'license_count',
  applicationId: number,
): Promise<number> {
  const row = await db.selectFrom('applications').select(column).where('id', '=', applicationId).executeTakeFirst()
  return (row as Record<typeof column, number> | undefined)?.[column] ?? 0
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
