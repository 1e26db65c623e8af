import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { isOwnRow } from '../own-row.ts'
import { type ChangedFields, fieldsOf } from './changed-fields.ts'
import type { ChangedRow, ColumnValues } from './operations.ts'

export interface BulkRow {
  readonly id: number
  readonly name: string
}

export interface ChangedBatch {
  /** Rows of the batch that still match, in no order. */
  readonly found: readonly BulkRow[]
  /** The rows that were changed. */
  readonly changed: readonly ChangedRow[]
}

/** How many rows a selection has, how many of them would change, and how many of those would be valid again. */
export const countMatching = ({ isFor, isReviving = sql<boolean>`1 = 0` }: BulkChange) => [
  sql<number>`count(*)`.as('total'),
  sql<number>`coalesce(sum(case when ${isFor} then 1 else 0 end), 0)`.as('changing'),
  sql<number>`coalesce(sum(case when ${isReviving} then 1 else 0 end), 0)`.as('reviving'),
]

/** A row of a preview, before and after the change. */
export interface SampleRow extends BulkRow {
  readonly before: ChangedFields
  readonly after: ChangedFields
}

export function sampleRow(id: number, name: string, values: ColumnValues, change: BulkChange): SampleRow {
  const newValues = change.newValues(values)
  return { id, name, before: fieldsOf(pickColumns(Object.keys(newValues), values)), after: fieldsOf(newValues) }
}

/** The fields of the original change, before and after the undo. */
export interface RestoredFields {
  readonly before: ChangedFields
  readonly after: ChangedFields
}

interface BulkTable {
  readonly table: 'app_users' | 'licenses'
  /** Columns that an undo may restore. */
  readonly columns: readonly string[]
  /** Stored with them but never written: an undo skips a row in which one of these has changed. */
  readonly guardColumns: readonly string[]
  /** A further condition for restoring these values. */
  readonly restoreCondition: (oldValues: ColumnValues) => RawBuilder<boolean>
  /** What an undo writes in place of an old value, where that depends on other rows. */
  readonly restoredAs?: (oldValues: ColumnValues) => Readonly<Record<string, RawBuilder<unknown>>>
}

/** Bulk changes of one table, within one application. */
export function bulkRows(
  db: Kysely<Tables>,
  engine: Database['engine'],
  { table, columns, guardColumns, restoreCondition, restoredAs = () => ({}) }: BulkTable,
) {
  // Both tables have what is used here: ids, the application, and columns by name.
  const update = () => db.updateTable(table as 'licenses')
  const isOf = (applicationId: number, ids: readonly number[]) => isOwnRow(engine, table, applicationId, ids)
  const ofIds = (applicationId: number, ids: readonly number[]) =>
    db
      .selectFrom(table as 'licenses')
      .where(isOf(applicationId, ids))
      .orderBy('id')
      .select('id')
  const stored = [...columns, ...guardColumns].map((column) => sql.ref<string | number | null>(column).as(column))
  return {
    /**
     * Locks the rows until the transaction ends. Check which rows match after this: a row may stop matching while the
     * lock is awaited.
     */
    lock: async (applicationId: number, ids: readonly number[]): Promise<void> => {
      // SQLite transactions are serialized already.
      if (engine === 'postgres' && ids.length > 0) await ofIds(applicationId, ids).forUpdate().execute()
    },
    /** Changes the rows, which must be locked, that the change applies to. */
    change: async (applicationId: number, found: readonly BulkRow[], change: BulkChange): Promise<ChangedBatch> => {
      if (found.length === 0) return { found, changed: [] }
      const ids = found.map(({ id }) => id)
      const before = await ofIds(applicationId, ids).where(change.isFor).select(stored).execute()
      const { rows, groups } = changedRows(before, change, guardColumns)
      const changes = change.expressions ? [{ set: change.expressions, ids: rows.map(({ rowId }) => rowId) }] : groups
      for (const { set, ids: group } of changes) {
        if (group.length === 0) continue
        await update().set(set).where(isOf(applicationId, group)).execute()
      }
      return { found, changed: rows }
    },
    /** Restores the old values unless the row has changed since (optimistic check): then undefined. */
    restore: async (
      applicationId: number,
      { rowId, oldValues, newValues }: ChangedRow,
    ): Promise<RestoredFields | undefined> => {
      const { numUpdatedRows } = await update()
        .set({ ...pickColumns(columns, oldValues), ...restoredAs(oldValues) })
        .where('application_id', '=', applicationId)
        .where('id', '=', rowId)
        .where(stillHas(pickColumns([...columns, ...guardColumns], newValues)))
        .where(restoreCondition(oldValues))
        .executeTakeFirst()
      return numUpdatedRows > 0n ? { before: fieldsOf(newValues), after: fieldsOf(oldValues) } : undefined
    },
  }
}

/** Whether each column has the value, null included. */
function stillHas(values: ColumnValues): RawBuilder<boolean> {
  const conditions = Object.entries(values).map(
    ([column, value]) => sql`${sql.ref(column)} is not distinct from ${value}`,
  )
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** A bulk change. */
export interface BulkChange {
  /** Which rows it applies to: the others have the values already. Plain column names, of one table. */
  readonly isFor: RawBuilder<boolean>
  /** Which rows have expired and would be valid again; absent: none. */
  readonly isReviving?: RawBuilder<boolean>
  /** The new values of a row. */
  readonly newValues: (row: ColumnValues) => ColumnValues
  /** The same as expressions, where rows get different values: one statement instead of one per value. */
  readonly expressions?: Readonly<Record<string, RawBuilder<number>>>
}

interface Group {
  readonly set: ColumnValues
  readonly ids: number[]
}

/**
 * Old and new values of each row, and the groups of rows that one statement can change. Guard columns are stored with
 * the new values.
 */
function changedRows(
  rows: readonly (ColumnValues & { readonly id: number })[],
  change: BulkChange,
  guardColumns: readonly string[],
): { readonly rows: ChangedRow[]; readonly groups: readonly Group[] } {
  const groups = new Map<string, Group>()
  const changed = rows.map((row) => {
    const newValues = change.newValues(row)
    const key = JSON.stringify(newValues)
    const group = groups.get(key) ?? { set: newValues, ids: [] }
    groups.set(key, group)
    group.ids.push(row.id)
    const oldValues = pickColumns(Object.keys(newValues), row)
    return { rowId: row.id, oldValues, newValues: { ...newValues, ...pickColumns(guardColumns, row) } }
  })
  return { rows: changed, groups: [...groups.values()] }
}

/** Only these columns, where they are present. */
export function pickColumns(columns: readonly string[], values: ColumnValues): ColumnValues {
  return Object.fromEntries(columns.flatMap((column) => (column in values ? [[column, values[column] ?? null]] : [])))
}
