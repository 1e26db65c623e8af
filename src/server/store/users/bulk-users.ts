import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { freeSeats, lockSeats } from '../licenses/seats.ts'
import { addToCount, idsOf, isOwnRow } from '../own-row.ts'
import type { BulkChange } from '../undo/bulk-rows.ts'
import { bulkRows, type ChangedBatch, countMatching, sampleRow } from '../undo/bulk-rows.ts'
import { type AppUserFilter, matchingUsersAlone } from './app-user-list.ts'
import { resolveFilter } from './app-user-search.ts'
import { countHashes } from './hash-counts.ts'

/** Rows by id, or all that match a filter. */
interface UserSelection {
  readonly ids?: readonly number[] | undefined
  readonly filter?: AppUserFilter | undefined
  readonly except?: readonly number[] | undefined
}

/** Columns that a bulk change may write and an undo may restore. */
export const restorableUserColumns = [
  'is_active',
  'is_paused',
  'is_banned',
  'ban_reason',
  'hwid',
  'hwid_key',
  'hwid_bound_at',
  'device_name',
  'is_hwid_locked',
  'expires_at',
] as const

/**
 * If the license was removed since, its expiry moved to the user; restoring an older expiry would give free time. So
 * the license must be unchanged.
 */
export const userGuardColumns = ['license_id'] as const

/** Bulk changes of users. Every call takes the application first. */
export function bulkUserStore(db: Kysely<Tables>, engine: Database['engine']) {
  const rows = bulkRows(db, engine, {
    table: 'app_users',
    columns: restorableUserColumns,
    guardColumns: userGuardColumns,
    restoreCondition: () => sql`1 = 1`,
  })
  /** A search works as in the list of users. */
  const resolved = async (applicationId: number, selection: UserSelection): Promise<UserSelection> => ({
    ...selection,
    filter: await resolveFilter(db, applicationId, selection.filter ?? {}),
  })
  const selected = (applicationId: number, { ids, filter, except }: UserSelection) => {
    let query = matchingUsersAlone(db, applicationId, filter ?? {}, ids && { lookup: idsOf(engine, ids), isScan: true })
    if (except && except.length > 0) query = query.where('app_users.id', 'not in', except)
    return query
  }
  return {
    /** Ids of the selection in ascending order, in batches. */
    idsAfter: async (applicationId: number, selection: UserSelection, after: number, limit: number) => {
      const rows = await selected(applicationId, await resolved(applicationId, selection))
        .select('app_users.id')
        .where('app_users.id', '>', after)
        .orderBy('app_users.id')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
    /** How many rows the selection has, how many of them would change, and the first of those. */
    preview: async (applicationId: number, selection: UserSelection, change: BulkChange, sample: number) => {
      const counts = await selected(applicationId, await resolved(applicationId, selection))
        .select(countMatching(change))
        .executeTakeFirstOrThrow()
      const first = await selected(applicationId, await resolved(applicationId, selection))
        .where(change.isFor)
        .selectAll('app_users')
        .limit(sample)
        .execute()
      return {
        total: Number(counts.total),
        changing: Number(counts.changing),
        reviving: Number(counts.reviving),
        sample: first.map((row) => sampleRow(row.id, row.username, row, change)),
      }
    },
    /** Changes the users that still match; they stay locked until the transaction ends. */
    change: async (
      applicationId: number,
      ids: readonly number[],
      filter: AppUserFilter | undefined,
      change: BulkChange,
    ): Promise<ChangedBatch> => {
      // a reset of devices may give seats back; SQLite transactions are serialized already
      if (engine === 'postgres') for (const id of await licensesOf(applicationId, ids, 2)) await lockSeats(db, id)
      await rows.lock(applicationId, ids)
      const found = await selected(applicationId, { ids, filter })
        .select(['app_users.id', 'username as name'])
        .execute()
      return rows.change(applicationId, found, change)
    },
    /**
     * Deletes users and frees their licenses' seats. Locks the licenses first, as everywhere. The caller ends the
     * users' sessions in the same transaction.
     */
    remove: async (applicationId: number, ids: readonly number[], filter: AppUserFilter | undefined) => {
      for (const id of await licensesOf(applicationId, ids)) await lockSeats(db, id)
      await rows.lock(applicationId, ids)
      const found = await selected(applicationId, { ids, filter })
        .select(['app_users.id', 'username as name'])
        .execute()
      if (found.length === 0) return []
      const removed = await db
        .deleteFrom('app_users')
        .where(
          isOwnRow(
            engine,
            'app_users',
            applicationId,
            found.map(({ id }) => id),
          ),
        )
        .returning(['license_id', 'password_hash'])
        .execute()
      const seats = new Map<number, number>()
      for (const { license_id: id } of removed) if (id !== null) seats.set(id, (seats.get(id) ?? 0) + 1)
      for (const [id, freed] of seats) await freeSeats(db, id, freed)
      await countHashes(db, applicationId, { removed: removed.map((row) => row.password_hash) })
      await addToCount(db, 'user_count', applicationId, -removed.length)
      return found
    },
    restore: rows.restore,
  }

  /** In id order, the lock order everywhere. */
  async function licensesOf(applicationId: number, ids: readonly number[], leastSeats = 1): Promise<number[]> {
    const users = await selected(applicationId, { ids })
      .select('license_id')
      .where('seats', '>=', leastSeats)
      .distinct()
      .execute()
    return users.flatMap(({ license_id }) => license_id ?? []).sort((a, b) => a - b)
  }
}
