import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { dayMs } from '../columns.ts'
import { ownRow } from '../own-row.ts'

/**
 * Seat counting: `current_users` of a license goes up and down with its users, in the transaction that changes them.
 * Lock order: license before its users. Any other order could deadlock.
 */

/** The validity of a first-use license starts with its first user. */
const startedExpiry = (now: Date): RawBuilder<number> =>
  sql<number>`coalesce(expires_at, ${now.getTime()} + validity_days * ${sql.lit(dayMs)})`

/**
 * Claims a seat of a license that is active, not held, not spent and unexpired; false when none is free. Atomic: concurrent registrations never exceed
 * the seat count. Starts the validity of a first-use license.
 */
export async function claimSeat(
  db: Kysely<Tables>,
  applicationId: number,
  licenseId: number,
  now: Date,
): Promise<boolean> {
  const claimed = db
    .updateTable('licenses')
    .set({ current_users: sql`current_users + 1`, expires_at: startedExpiry(now) })
    .where('is_active', '=', 1)
    .where('hold', 'is', null)
    .where('spent_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now.getTime())]))
    .whereRef('current_users', '<', 'max_users')
  const { numUpdatedRows } = await ownRow(claimed, applicationId, licenseId).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Claims seats of a locked license. Exceeding the seats violates the table's constraint, which fails the transaction. */
export async function claimSeats(db: Kysely<Tables>, licenseId: number, seats: number, now: Date): Promise<void> {
  await db
    .updateTable('licenses')
    .set({ current_users: sql`current_users + ${sql.lit(seats)}`, expires_at: startedExpiry(now) })
    .where('id', '=', licenseId)
    .execute()
}

/** Frees seats of a license whose users were deleted. */
export async function freeSeats(db: Kysely<Tables>, licenseId: number, seats: number): Promise<void> {
  await db
    .updateTable('licenses')
    .set({ current_users: sql`current_users - ${sql.lit(seats)}` })
    .where('id', '=', licenseId)
    .execute()
}

/** Locks the license until the transaction ends. */
export async function lockSeats(db: Kysely<Tables>, licenseId: number): Promise<void> {
  await db.updateTable('licenses').set({ current_users: sql`current_users` }).where('id', '=', licenseId).execute()
}
