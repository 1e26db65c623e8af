import type { RawBuilder } from 'kysely'
import type { ChangedRow, ColumnValues } from './operations.ts'

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
export function changedRows(
  rows: readonly (ColumnValues & { readonly id: number })[],
  change: BulkChange,
  witnesses: readonly string[],
): { readonly rows: ChangedRow[]; readonly groups: readonly Group[] } {
  const groups = new Map<string, Group>()
  const changed = rows.map((row) => {
    const newValues = change.newValues(row)
    const key = JSON.stringify(newValues)
    const group = groups.get(key) ?? { set: newValues, ids: [] }
    groups.set(key, group)
    group.ids.push(row.id)
    const oldValues = columnsIn(Object.keys(newValues), row)
    return { rowId: row.id, oldValues, newValues: { ...newValues, ...columnsIn(witnesses, row) } }
  })
  return { rows: changed, groups: [...groups.values()] }
}

/** Only these columns of what is there. */
export function columnsIn(columns: readonly string[], values: ColumnValues): ColumnValues {
  return Object.fromEntries(columns.flatMap((column) => (column in values ? [[column, values[column] ?? null]] : [])))
}
