import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type AppUserFilter, matchingUsers } from './app-user-list.ts'
import { resolveFilter } from './app-user-search.ts'
import { type BulkChange, changedRows, columnsIn } from './bulk-change.ts'
import { addForeignHashes, isForeignHash } from './foreign-hashes.ts'
import type { ChangedRow, ColumnValues } from './operations.ts'

/** Rows by id, or all that match a filter. */
interface UserSelection {
  readonly ids?: readonly number[] | undefined
  readonly filter?: AppUserFilter | undefined
  readonly except?: readonly number[] | undefined
}

export interface BulkRow {
  readonly id: number
  readonly name: string
}

export interface ChangedBatch {
  /** Those of the batch that still match, in no order. */
  readonly found: readonly BulkRow[]
  /** Those that were changed. */
  readonly changed: readonly ChangedRow[]
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

/** Changes of many users. Every call begins with the application. */
export function bulkUserStore(db: Kysely<Tables>) {
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
        .select([
          (eb) => eb.fn.countAll<number>().as('total'),
          sql<number>`coalesce(sum(case when ${change.isFor} then 1 else 0 end), 0)`.as('changing'),
        ])
        .executeTakeFirstOrThrow()
      const rows = await selected(applicationId, await resolved(applicationId, selection))
        .where(change.isFor)
        .selectAll('app_users')
        .limit(sample)
        .execute()
      return { total: Number(counts.total), changing: Number(counts.changing), sample: rows.map(toRow) }
    },
    /** Changes those of the ids that still match; they stay locked until the transaction's end. */
    change: async (
      applicationId: number,
      ids: readonly number[],
      filter: AppUserFilter | undefined,
      change: BulkChange,
    ): Promise<ChangedBatch> => {
      const found = await selected(applicationId, { ids, filter })
        .select(['app_users.id', 'username as name'])
        .execute()
      if (found.length === 0) return { found, changed: [] }
      const rows = await lock(applicationId, found, change.isFor)
      const changed = changedRows(rows, change)
      for (const { set, ids: group } of changed.groups) {
        await db
          .updateTable('app_users')
          .set(set)
          .where('application_id', '=', applicationId)
          .where('id', 'in', group)
          .execute()
      }
      return { found, changed: changed.rows }
    },
    /**
     * Deletes users and frees the seats of their licenses. Locks the licenses first, as everybody does. The caller ends
     * the users' sessions in the same transaction.
     */
    remove: async (applicationId: number, ids: readonly number[], filter: AppUserFilter | undefined) => {
      const found = await selected(applicationId, { ids, filter })
        .select(['app_users.id', 'username as name', 'license_id'])
        .execute()
      const licenseIds = [...new Set(found.flatMap(({ license_id }) => license_id ?? []))].sort((a, b) => a - b)
      for (const id of licenseIds) await addUsers(id, 0)
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
      for (const id of licenseIds) await addUsers(id, -removed.filter(({ license_id }) => license_id === id).length)
      await addForeignHashes(db, applicationId, -removed.filter((row) => isForeignHash(row.password_hash)).length)
      await db
        .updateTable('applications')
        .set({ user_count: sql`user_count - ${sql.lit(removed.length)}` })
        .where('id', '=', applicationId)
        .execute()
      return found.map(({ id, name }) => ({ id, name }))
    },
    /** The columns of one user that an undo may give back. */
    columnsOf: async (applicationId: number, userId: number): Promise<ColumnValues | undefined> =>
      db
        .selectFrom('app_users')
        .select([...columns])
        .where('application_id', '=', applicationId)
        .where('id', '=', userId)
        .executeTakeFirst(),
    /** Gives a row its old values back, unless they were changed since. */
    restore: async (applicationId: number, { rowId, oldValues, newValues }: ChangedRow): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('app_users')
        .set(columnsIn(columns, oldValues))
        .where('application_id', '=', applicationId)
        .where('id', '=', rowId)
        .where(stillHas(columnsIn(columns, newValues)))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }

  /** Locks those that the change is for and reads them as they are. */
  async function lock(applicationId: number, found: readonly BulkRow[], isFor: RawBuilder<boolean>) {
    return db
      .updateTable('app_users')
      .set((eb) => ({ id: eb.ref('id') }))
      .where('application_id', '=', applicationId)
      .where(
        'id',
        'in',
        found.map(({ id }) => id),
      )
      .where(isFor)
      .returningAll()
      .execute()
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

/** Each column has the value, null included. */
export function stillHas(values: ColumnValues): RawBuilder<boolean> {
  const conditions = Object.entries(values).map(
    ([column, value]) => sql`${sql.ref(column)} is not distinct from ${value}`,
  )
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
