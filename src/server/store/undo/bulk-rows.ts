import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { ChangedRow, ColumnValues } from './operations.ts'

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

/** How many rows a selection finds, and how many of them a change is for. */
export const countMatching = ({ isFor }: BulkChange) => [
  sql<number>`count(*)`.as('total'),
  sql<number>`coalesce(sum(case when ${isFor} then 1 else 0 end), 0)`.as('changing'),
]

interface BulkTable {
  readonly table: 'app_users' | 'licenses'
  /** All that an undo may write back. */
  readonly columns: readonly string[]
  /** Kept beside them, never written: where one of these is another by now, an undo leaves the row alone. */
  readonly guardColumns: readonly string[]
  /** What must hold besides, for an undo to give these values back. */
  readonly restoreCondition: (oldValues: ColumnValues) => RawBuilder<boolean>
}

/** Changes of rows of one table, of an application. */
export function bulkRows(
  db: Kysely<Tables>,
  engine: Database['engine'],
  { table, columns, guardColumns, restoreCondition }: BulkTable,
) {
  // What is asked here of the two tables is alike in both: ids, the application, and columns by name.
  const update = () => db.updateTable(table as 'licenses')
  const ofIds = (applicationId: number, ids: readonly number[]) =>
    db
      .selectFrom(table as 'licenses')
      .where('application_id', '=', applicationId)
      .where('id', 'in', ids)
      .orderBy('id')
  return {
    /**
     * Nobody else changes these rows until the transaction's end. Whoever asks which of them match asks behind it: a row
     * may stop matching while this waits for it.
     */
    lock: async (applicationId: number, ids: readonly number[]): Promise<void> => {
      // SQLite runs one transaction after the other.
      if (engine === 'postgres' && ids.length > 0) await ofIds(applicationId, ids).select('id').forUpdate().execute()
    },
    /** Changes those of the rows, locked by now, that the change is for. */
    change: async (applicationId: number, found: readonly BulkRow[], change: BulkChange): Promise<ChangedBatch> => {
      if (found.length === 0) return { found, changed: [] }
      const ids = found.map(({ id }) => id)
      const before = await ofIds(applicationId, ids).where(change.isFor).selectAll().execute()
      const { rows, groups } = changedRows(before, change, guardColumns)
      for (const { set, ids: group } of groups) {
        await update().set(set).where('application_id', '=', applicationId).where('id', 'in', group).execute()
      }
      return { found, changed: rows }
    },
    /** Gives a row its old values back, unless they were changed since. */
    restore: async (applicationId: number, { rowId, oldValues, newValues }: ChangedRow): Promise<boolean> => {
      const { numUpdatedRows } = await update()
        .set(pickColumns(columns, oldValues))
        .where('application_id', '=', applicationId)
        .where('id', '=', rowId)
        .where(stillHas(pickColumns([...columns, ...guardColumns], newValues)))
        .where(restoreCondition(oldValues))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

/** Each column has the value, null included. */
function stillHas(values: ColumnValues): RawBuilder<boolean> {
  const conditions = Object.entries(values).map(
    ([column, value]) => sql`${sql.ref(column)} is not distinct from ${value}`,
  )
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** A change of many rows. */
export interface BulkChange {
  /** Which rows it is for: the others are already so. Plain column names, of one table. */
  readonly isFor: RawBuilder<boolean>
  /** What a row gets. */
  readonly newValues: (row: ColumnValues) => ColumnValues
}

interface Group {
  readonly set: ColumnValues
  readonly ids: number[]
}

/** What each row had and gets, and which rows one statement can change. The witnesses of a row are kept with what it gets. */
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

/** Only these columns of what is there. */
export function pickColumns(columns: readonly string[], values: ColumnValues): ColumnValues {
  return Object.fromEntries(columns.flatMap((column) => (column in values ? [[column, values[column] ?? null]] : [])))
}
