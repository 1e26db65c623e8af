import type { Recorder } from '../../events/recorder.ts'
import type { Dashboard } from '../../http/dashboard.ts'
import type { Log } from '../../lib/log.ts'
import type { StoreSet } from '../../store/index.ts'
import type { SampleRow } from '../../store/undo/bulk-rows.ts'
import type { ChangedRow, OperationEntity } from '../../store/undo/operations.ts'

/** The rows of one slice, and how much there is room for. */
export interface Slice {
  readonly ids: readonly number[]
  /** The first of them, where an earlier slice began it without ending it. It is ended, whatever it matches by now. */
  readonly begunId: number | null
  /** How many rows fit, also rows of other tables that go with them. */
  readonly room: number
}

/** Result of one slice. */
export interface Batch {
  /** How many of the slice's ids are done with, from the first on; absent: all. */
  readonly done?: number
  /** The next one, where it is begun. */
  readonly begunId?: number
  /** Rows that exist and still match. */
  readonly found: readonly { readonly id: number; readonly name: string }[]
  readonly changedIds: ReadonlySet<number>
  /** Snapshots for an undo. */
  readonly kept: readonly ChangedRow[]
}

/** Counts of a preview, and some of the rows that would change. */
interface PreviewedRows {
  readonly total: number
  readonly changing: number
  readonly reviving: number
  readonly sample: readonly SampleRow[]
}

/** An action on a selection, the same interface for users and licenses. */
export interface Target {
  readonly entity: OperationEntity
  readonly action: string
  readonly canUndo: boolean
  /** Most rows per transaction; a selection of at most that many is changed in one. */
  readonly rowsAtOnce: number
  /** The time that filter and action count from, also when the operation goes on later. */
  readonly now: Date
  /** Selection and action as one text, which the preview's token is bound to. */
  readonly asked: string
  idsAfter(stores: StoreSet, after: number, limit: number): Promise<number[]>
  preview(stores: StoreSet, sample: number): Promise<PreviewedRows>
  /** Describes a row of the sample before and after. */
  describe(row: SampleRow): { readonly before: string; readonly after: string }
  change(tx: StoreSet, slice: Slice, now: Date): Promise<Batch>
}

/** Dependencies of the bulk routes. */
export interface BulkDeps extends Pick<Dashboard, 'stores' | 'clock'> {
  readonly recorder: Recorder
  readonly log: Log
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal
  /** HMAC that authenticates a preview token. */
  readonly sign: (text: string) => string
}
