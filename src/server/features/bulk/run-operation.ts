import type { BulkLine } from '../../../shared/contract/bulk.ts'
import type { Caller } from '../../http/auth/authenticate.ts'
import type { Actor } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import { createPace } from '../../lib/pace.ts'
import { endOperation, failureText, type HeldLease, leaveToNext, runSlice } from '../../operations/run-slice.ts'
import type { Batch, BulkDeps, Slice, Target } from './target.ts'

/** Who starts an operation, or undoes one. */
export type RunActor = Actor & { readonly caller: Caller }

/** An operation that this server holds the lease of. */
export interface HeldOperation extends HeldLease {
  readonly target: Target
  readonly listId: string
  readonly total: number
  /** Rows that are processed already. */
  readonly done: number
  /** The next row, where it is begun. */
  readonly begunId: number | null
}

/** Rows of other tables that go with the rows of a change that is all or none. */
const roomAtOnce = 500

type Row = Extract<BulkLine, { type: 'progress' }>['rows'][number]

/**
 * Changes the rows of the list in slices, each a transaction that also moves the operation's `done`: after a kill in
 * the middle the next server goes on with the first row that is not changed, and changes no row twice. `onFailure` is
 * told what ended it early.
 */
export async function* runOperation(
  deps: BulkDeps,
  operation: HeldOperation,
  onFailure: (error: unknown) => void = () => {},
): AsyncGenerator<BulkLine> {
  const { stores, log, stopping } = deps
  const { id, target, total } = operation
  const pace = createPace({ ...stores.slices, signal: stopping })
  const counts = { changed: 0, unchanged: 0, skipped: 0, failed: 0 }
  let { done, begunId, leasedUntil } = operation
  let message: string | undefined
  while (done < total && message === undefined) {
    if (stopping.aborted) await leaveToNext(deps, { id, leasedUntil })
    const rows = await pace.slice(async (fitting) => {
      // up to this many rows are changed all or none
      const isWhole = total <= target.rowsAtOnce && done === 0 && begunId === null
      const room = isWhole ? Math.max(total, roomAtOnce) : fitting
      const ids = await stores.operations.idsFrom(operation.listId, done, Math.min(room, target.rowsAtOnce))
      try {
        const slice = await changeSlice(deps, { ...operation, done, leasedUntil }, { ids, begunId, room })
        leasedUntil = slice.leasedUntil
        begunId = slice.result.begunId
        return slice.result.rows
      } catch (error) {
        message = failureText(error, failedSlice)
        log.error('bulk change stopped', { operation: id, error: String(error) })
        onFailure(error)
        return error instanceof Problem && error.code === 'operation_stopped'
          ? []
          : ids.map((row) => ({ id: row, name: String(row), result: 'failed' as const }))
      }
    })
    for (const { result } of rows) counts[result] += 1
    done += rows.length
    // also without rows, while a large one is under way: a proxy ends a response that is silent for long
    if (message === undefined || rows.length > 0) yield { type: 'progress', done, total, rows }
  }
  await endOperation(deps, { id, leasedUntil }, message === undefined)
  const canUndo = target.canUndo && counts.changed > 0
  yield { type: 'end', operationId: id, total, ...counts, canUndo, ...(message !== undefined && { message }) }
}

const failedSlice = 'Stopped by a server error. Nothing in this batch was changed.'

function changeSlice(deps: BulkDeps, operation: HeldOperation, slice: Slice) {
  const { id, target, listId, done } = operation
  return runSlice(deps, operation, async (tx, now) => {
    const batch = await target.change(tx, slice, now)
    const ids = slice.ids.slice(0, batch.done)
    const begunId = batch.begunId ?? null
    if (target.canUndo) await tx.operations.saveUndoRows(id, batch.kept)
    await tx.operations.dropIdsBefore(listId, done)
    const isRunning = await tx.operations.progress(id, ids.length, batch.changedIds.size, begunId)
    if (!isRunning) throw new Problem('operation_stopped')
    return { begunId, rows: resultsOf(ids, batch) }
  })
}

function resultsOf(ids: readonly number[], { found, changedIds }: Batch): Row[] {
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return ids.map((id) => {
    const name = names.get(id)
    if (name === undefined) {
      return { id, name: String(id), result: 'skipped' as const, message: 'No longer there, or no longer matches' }
    }
    return { id, name, result: changedIds.has(id) ? ('changed' as const) : ('unchanged' as const) }
  })
}
