import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { BulkChange } from '../undo/bulk-rows.ts'
import { bulkRows, type ChangedBatch, countMatching } from '../undo/bulk-rows.ts'
import type { ColumnValues } from '../undo/operations.ts'
import { type AppUserFilter, matchingUsers } from './app-user-list.ts'
import { resolveFilter } from './app-user-search.ts'
import { countHashes } from './hash-counts.ts'

/** Rows by id, or all that match a filter. */
interface UserSelection {
  readonly ids?: readonly number[] | undefined
  readonly filter?: AppUserFilter | undefined
  readonly except?: readonly number[] | undefined
}

/** Columns that a change of many may write, and that an undo may write back. */
const columns = [
  'is_active',
  'is_paused',
  'is_banned',
  'ban_reason',
  'hwid',
  'hwid_key',
  'hwid_bound_at',
  'is_hwid_locked',
  'expires_at',
] as const

/** Who has lost a license since had an expiry in its place: giving back an older one would give time that nobody sold. */
export const userGuardColumns = ['license_id'] as const

/** Changes of many users. Every call begins with the application. */
export function bulkUserStore(db: Kysely<Tables>, engine: Database['engine']) {
  const rows = bulkRows(db, engine, {
    table: 'app_users',
    columns,
    guardColumns: userGuardColumns,
    restoreCondition: () => sql`1 = 1`,
  })
  /** A search means the same here as in the list of the users. */
  const resolved = async (applicationId: number, selection: UserSelection): Promise<UserSelection> => ({
    ...selection,
    filter: await resolveFilter(db, applicationId, selection.filter ?? {}),
  })
  const selected = (applicationId: number, { ids, filter, except }: UserSelection) => {
    let query = matchingUsers(db, applicationId, filter ?? {})
    if (ids) query = query.where('app_users.id', 'in', ids)
    if (except && except.length > 0) query = query.where('app_users.id', 'not in', except)
    return query
  }
  return {
    /** Ids of the selection in their order, some at a time. */
    idsAfter: async (applicationId: number, selection: UserSelection, after: number, limit: number) => {
      const rows = await selected(applicationId, await resolved(applicationId, selection))
        .select('app_users.id')
        .where('app_users.id', '>', after)
        .orderBy('app_users.id')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
    /** How many the selection finds, how many of them the change is for, and the first of those. */
    preview: async (applicationId: number, selection: UserSelection, change: BulkChange, sample: number) => {
      const counts = await selected(applicationId, await resolved(applicationId, selection))
        .select(countMatching(change))
        .executeTakeFirstOrThrow()
      const first = await selected(applicationId, await resolved(applicationId, selection))
        .where(change.isFor)
        .selectAll('app_users')
        .limit(sample)
        .execute()
      return { total: Number(counts.total), changing: Number(counts.changing), sample: first.map(toRow) }
    },
    /** Changes those of the ids that still match; they stay locked until the transaction's end. */
    change: async (
      applicationId: number,
      ids: readonly number[],
      filter: AppUserFilter | undefined,
      change: BulkChange,
    ): Promise<ChangedBatch> => {
      await rows.lock(applicationId, ids)
      const found = await selected(applicationId, { ids, filter })
        .select(['app_users.id', 'username as name'])
        .execute()
      return rows.change(applicationId, found, change)
    },
    /**
     * Deletes users and frees the seats of their licenses. Locks the licenses first, as everybody does. The caller ends
     * the users' sessions in the same transaction.
     */
    remove: async (applicationId: number, ids: readonly number[], filter: AppUserFilter | undefined) => {
      for (const id of await licensesOf(applicationId, ids)) await addUsers(id, 0)
      await rows.lock(applicationId, ids)
      const found = await selected(applicationId, { ids, filter })
        .select(['app_users.id', 'username as name'])
        .execute()
      if (found.length === 0) return []
      const removed = await db
        .deleteFrom('app_users')
        .where('application_id', '=', applicationId)
        .where(
          'id',
          'in',
          found.map(({ id }) => id),
        )
        .returning(['license_id', 'password_hash'])
        .execute()
      const seats = new Map<number, number>()
      for (const { license_id: id } of removed) if (id !== null) seats.set(id, (seats.get(id) ?? 0) + 1)
      for (const [id, freed] of seats) await addUsers(id, -freed)
      await countHashes(db, applicationId, { removed: removed.map((row) => row.password_hash) })
      await db
        .updateTable('applications')
        .set({ user_count: sql`user_count - ${sql.lit(removed.length)}` })
        .where('id', '=', applicationId)
        .execute()
      return found
    },
    /** The columns of one user that an undo may give back, and those that must be as they are for it. */
    columnsOf: async (applicationId: number, userId: number): Promise<ColumnValues | undefined> =>
      db
        .selectFrom('app_users')
        .select([...columns, ...userGuardColumns])
        .where('application_id', '=', applicationId)
        .where('id', '=', userId)
        .executeTakeFirst(),
    restore: rows.restore,
  }

  /** In the order in which everybody locks them. */
  async function licensesOf(applicationId: number, ids: readonly number[]): Promise<number[]> {
    const users = await selected(applicationId, { ids }).select('license_id').distinct().execute()
    return users.flatMap(({ license_id }) => license_id ?? []).sort((a, b) => a - b)
  }

  async function addUsers(licenseId: number, users: number): Promise<void> {
    await db
      .updateTable('licenses')
      .set({ current_users: sql`current_users + ${sql.lit(users)}` })
      .where('id', '=', licenseId)
      .execute()
  }
}

const toRow = (row: Selectable<Tables['app_users']>) => ({ id: row.id, name: row.username, values: row })
