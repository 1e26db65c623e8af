import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** How many users and licenses expire within a period, counted by the expiry indexes alone. */
export function expiryStore(db: Kysely<Tables>) {
  const between = async (table: 'app_users' | 'licenses', applicationId: number, fromMs: number, toMs: number) => {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('application_id', '=', applicationId)
      .where('expires_at', '>=', fromMs)
      .where('expires_at', '<', toMs)
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }
  return {
    /** Users by their own expiry. */
    users: (applicationId: number, fromMs: number, toMs: number) => between('app_users', applicationId, fromMs, toMs),
    licenses: (applicationId: number, fromMs: number, toMs: number) => between('licenses', applicationId, fromMs, toMs),
  }
}
