import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { counterStore } from './counters.ts'

/** The oldest rows of an application's log. */
export interface OldActivity {
  readonly applicationId: number
  /** Only rows before this time. */
  readonly before: Date | undefined
  readonly limit: number
}

/** Deletes at most `limit` rows, oldest first, and subtracts them from the row count; returns how many. */
export async function removeActivity(
  tx: Kysely<Tables>,
  { applicationId, before, limit }: OldActivity,
): Promise<number> {
  const old = before ? sql` and created_at < ${before.getTime()}` : sql``
  const { numAffectedRows } = await sql`delete from activity where (id, created_at) in (
    select id, created_at from activity where application_id = ${applicationId}${old}
    order by created_at, id limit ${limit})`.execute(tx)
  const removed = Number(numAffectedRows ?? 0)
  if (removed > 0) await counterStore(tx).add([{ applicationId, name: 'activity', day: 0, by: -removed }])
  return removed
}
