import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Why the licenses of an order don't work. */
export type OrderHold = 'refunded' | 'disputed'

/**
 * Holds the licenses of an order, or with null lifts that; how many have changed. Pauses and bans stay as they are, and
 * so does what the switch says. The licenses are locked in the order of their ids, as everywhere.
 */
export async function holdByOrder(
  db: Kysely<Tables>,
  applicationId: number,
  licenseIds: readonly number[],
  hold: OrderHold | null,
): Promise<number> {
  let changed = 0
  for (const id of licenseIds.toSorted((a, b) => a - b)) {
    const { numUpdatedRows } = await db
      .updateTable('licenses')
      .set(hold === null ? lifted : held(hold))
      .where('application_id', '=', applicationId)
      .where('id', '=', id)
      .where(sql<boolean>`coalesce(order_hold, '') <> ${hold ?? ''}`)
      .executeTakeFirst()
    changed += Number(numUpdatedRows)
  }
  return changed
}

const held = (hold: OrderHold) => ({
  order_hold: hold,
  active_after_order: sql<number>`coalesce(active_after_order, active_after_hold, is_active)`,
  is_active: 0,
  active_after_hold: sql<number | null>`case when hold is null then null else 0 end`,
})

const lifted = {
  order_hold: null,
  active_after_order: null,
  is_active: sql<number>`case when hold is null and spent_at is null then active_after_order else 0 end`,
  active_after_hold: sql<
    number | null
  >`case when hold is null then null when spent_at is null then active_after_order else 0 end`,
}
