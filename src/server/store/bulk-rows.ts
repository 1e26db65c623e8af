import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type BulkChange, changedRows, columnsIn } from './bulk-change.ts'
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
export const countsFor = ({ isFor }: BulkChange) => [
  sql<number>`count(*)`.as('total'),
  sql<number>`coalesce(sum(case when ${isFor} then 1 else 0 end), 0)`.as('changing'),
]

/** Changes of rows of one table, of an application; `columns` are all that an undo may write back. */
export function bulkRows(db: Kysely<Tables>, table: 'app_users' | 'licenses', columns: readonly string[]) {
  // What is asked here of the two tables is alike in both: ids, the application, and columns by name.
  const update = () => db.updateTable(table as 'licenses')
  return {
    /** Changes those of the rows that the change is for; they stay locked until the transaction's end. */
    change: async (applicationId: number, found: readonly BulkRow[], change: BulkChange): Promise<ChangedBatch> => {
      if (found.length === 0) return { found, changed: [] }
      const ids = found.map(({ id }) => id)
      const locked = await update()
        .set((eb) => ({ id: eb.ref('id') }))
        .where('application_id', '=', applicationId)
        .where('id', 'in', ids)
        .where(change.isFor)
        .returningAll()
        .execute()
      const { rows, groups } = changedRows(locked, change)
      for (const { set, ids: group } of groups) {
        await update().set(set).where('application_id', '=', applicationId).where('id', 'in', group).execute()
      }
      return { found, changed: rows }
    },
    /** Gives a row its old values back, unless they were changed since. */
    restore: async (applicationId: number, { rowId, oldValues, newValues }: ChangedRow): Promise<boolean> => {
      const { numUpdatedRows } = await update()
        .set(columnsIn(columns, oldValues))
        .where('application_id', '=', applicationId)
        .where('id', '=', rowId)
        .where(stillHas(columnsIn(columns, newValues)))
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
