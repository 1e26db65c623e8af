import type { Recorder } from '../../events/recorder.ts'
import type { Dashboard } from '../../http/dashboard.ts'
import type { Log } from '../../lib/log.ts'
import type { StoreSet } from '../../store/index.ts'
import type { ChangedRow, ColumnValues, OperationEntity } from '../../store/undo/operations.ts'

interface SampleRow {
  readonly id: number
  readonly name: string
  readonly values: ColumnValues
}

/** What was done to the rows of one batch. */
export interface Batch {
  /** Those that were there and still matched. */
  readonly found: readonly { readonly id: number; readonly name: string }[]
  readonly changedIds: ReadonlySet<number>
  /** What an undo needs. */
  readonly kept: readonly ChangedRow[]
}

/** An action on a selection: the same for users and licenses. */
export interface Target {
  readonly entity: OperationEntity
  readonly action: string
  readonly canUndo: boolean
  /** Rows of one transaction. */
  readonly batchSize: number
  /** Selection and action as one text: a preview is good for just these. */
  readonly asked: string
  idsAfter(stores: StoreSet, after: number, limit: number): Promise<number[]>
  preview(stores: StoreSet, sample: number): Promise<{ total: number; changing: number; sample: SampleRow[] }>
  /** A row of the sample before and after, in words. */
  describe(row: SampleRow): { readonly before: string; readonly after: string }
  change(tx: StoreSet, ids: readonly number[], now: Date): Promise<Batch>
}

/** What the calls that change many rows need of the server. */
export interface BulkDeps extends Pick<Dashboard, 'stores' | 'clock'> {
  readonly recorder: Recorder
  readonly log: Log
  /** The keyed hash that shows a preview to be this server's own. */
  readonly sign: (text: string) => string
}
