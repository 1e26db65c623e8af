import { uuidv7 } from 'uuidv7'
import { pickColumns } from './bulk-rows.ts'
import type { ColumnValues, NewOperation, operationStore } from './operations.ts'

/** A change of one row that is made already. */
export interface SingleRowChange extends Pick<NewOperation, 'entity' | 'action' | 'actor'> {
  readonly rowId: number
  /** The columns that an undo gives back, as they were. */
  readonly old: ColumnValues
  /** As they are now; more columns are no matter. */
  readonly current: ColumnValues
  /** Columns of `current` that must still be so for an undo. */
  readonly guardColumns?: readonly string[]
  readonly at: Date
}

/** Keeps what a row had, in the transaction of its change. The operation to undo; undefined when nothing differs. */
export async function saveUndoSnapshot(
  operations: ReturnType<typeof operationStore>,
  applicationId: number,
  { entity, action, actor, rowId, old, current, guardColumns = [], at }: SingleRowChange,
): Promise<string | undefined> {
  const columns = Object.keys(old).filter((column) => old[column] !== current[column])
  if (columns.length === 0) return undefined
  const id = uuidv7()
  await operations.begin(applicationId, { id, entity, action, actor, total: 1, canUndo: true, startedAt: at })
  const newValues = pickColumns([...columns, ...guardColumns], current)
  await operations.saveUndoRows(id, [{ rowId, oldValues: pickColumns(columns, old), newValues }])
  await operations.progress(id, 1, 1)
  await operations.finish(id, at)
  return id
}
