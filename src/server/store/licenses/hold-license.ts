import { type Kysely, sql } from 'kysely'
import type { LicenseHold } from '../../../shared/license-status.ts'
import type { Tables } from '../../db/tables.ts'
import { dateOrNull, flag, msOrNull } from '../columns.ts'
import { ownRow } from '../own-row.ts'

/** Whether a license is paused or banned, why, and since when. */
export interface Held {
  readonly hold: LicenseHold | null
  /** For the developer only; clients never get it. */
  readonly holdReason: string | null
  readonly heldAt: Date | null
}

export const notHeld: Held = { hold: null, holdReason: null, heldAt: null }

/** What a hold is stored in, and what lifting it or its undo restores. */
export const holdColumns = ['is_active', 'hold', 'hold_reason', 'held_at', 'active_after_hold'] as const

interface HoldRow {
  readonly is_active: number
  readonly hold: string | null
  readonly hold_reason: string | null
  readonly held_at: number | null
  readonly active_after_hold: number | null
}

/**
 * Switch and hold of a license as columns. A held license is stored as inactive, so that everything that asks for active
 * licenses passes it over, an older server too; the switch is kept beside it.
 */
export function toHoldColumns({ isActive, hold, holdReason, heldAt }: Held & { readonly isActive: boolean }): HoldRow {
  const isHeld = hold !== null
  return {
    is_active: flag(isActive && !isHeld),
    hold,
    hold_reason: isHeld ? holdReason : null,
    held_at: isHeld ? msOrNull(heldAt) : null,
    active_after_hold: isHeld ? flag(isActive) : null,
  }
}

/** The other way round. An older server may have switched a held license on: it is held all the same. */
export function fromHoldColumns(row: HoldRow): Held & { readonly isActive: boolean } {
  return {
    isActive: row.is_active === 1 || row.active_after_hold === 1,
    hold: row.hold as LicenseHold | null,
    holdReason: row.hold_reason,
    heldAt: dateOrNull(row.held_at),
  }
}

/** Sets the switch of a license, also of one that is held; a spent one stays inactive, one without its order so long. */
export function switchColumns(isActive: boolean) {
  const set = sql.lit(flag(isActive))
  const isOff = sql`spent_at is not null or order_hold is not null`
  return {
    is_active: sql<number>`case when hold is not null or ${isOff} then 0 else ${set} end`,
    active_after_hold: sql<number | null>`case when hold is null then null when ${isOff} then 0 else ${set} end`,
    active_after_order: sql<number | null>`case when order_hold is null then null else ${set} end`,
  }
}

interface HoldChange {
  readonly licenseId: number
  readonly held: Held
  /** The expiry changes with it; absent: it stays. */
  readonly expiresAt?: Date | undefined
}

/** Holds a license, or lifts its hold; its switch stays as it was. */
export async function holdLicense(db: Kysely<Tables>, applicationId: number, change: HoldChange): Promise<void> {
  const { licenseId, held, expiresAt } = change
  const isActive = sql<number>`coalesce(active_after_hold, is_active)`
  const columns = toHoldColumns({ ...held, isActive: true })
  const isHeld = held.hold !== null
  const update = db.updateTable('licenses').set({
    ...columns,
    is_active: isHeld ? 0 : isActive,
    active_after_hold: isHeld ? isActive : null,
    ...(expiresAt && { expires_at: expiresAt.getTime() }),
  })
  await ownRow(update, applicationId, licenseId).execute()
}
