import type { BulkLine } from '../../../shared/contract/bulk.ts'
import { Unavailable } from '../../db/open.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import { type CallerProof, callerOfProof } from '../../http/auth/authenticate.ts'
import { Problem } from '../../http/problem.ts'
import { createPace } from '../../lib/pace.ts'
import { renewLease } from './operation-lease.ts'
import type { Batch, BulkDeps, Target } from './target.ts'

/** An operation that this server holds the lease of. */
export interface HeldOperation {
  readonly id: string
  readonly applicationId: number
  readonly target: Target
  /** Who asked for it, and must still be allowed to. */
  readonly proof: CallerProof
  readonly listId: string
  readonly total: number
  /** Rows that are processed already. */
  readonly done: number
  readonly leasedUntil: Date
}

type Row = Extract<BulkLine, { type: 'progress' }>['rows'][number]

/**
 * Changes the rows of the list in slices, each a transaction that also moves the operation's `done`: after a kill in
 * the middle the next server goes on with the first row that is not changed, and changes no row twice.
 */
export async function* runOperation(deps: BulkDeps, operation: HeldOperation): AsyncGenerator<BulkLine> {
  const { stores, clock, log, stopping } = deps
  const { id, target, total } = operation
  const pace = createPace({ signal: stopping })
  const counts = { changed: 0, unchanged: 0, skipped: 0, failed: 0 }
  let { done, leasedUntil } = operation
  let message: string | undefined
  while (done < total && message === undefined) {
    if (stopping.aborted) await leaveToNext(deps, id, leasedUntil)
    const rows = await pace.slice(async (fitting) => {
      // up to this many rows are changed all or none
      const limit = total <= target.rowsAtOnce ? total : Math.min(fitting, target.rowsAtOnce)
      const ids = await stores.operations.idsFrom(operation.listId, done, limit)
      try {
        const { next, results } = await changeSlice(deps, { ...operation, done, leasedUntil }, ids)
        leasedUntil = next
        return results
      } catch (error) {
        // the stored operation says what comes of it
        if (isCodeOf(error, 'operation_undone')) throw new Unavailable('This server lost the lease of the change.')
        message = error instanceof Problem ? error.message : failedSlice
        log.error('bulk change stopped', { operation: id, error: String(error) })
        return isCodeOf(error, 'operation_stopped')
          ? []
          : ids.map((row) => ({ id: row, name: String(row), result: 'failed' as const }))
      }
    })
    for (const { result } of rows) counts[result] += 1
    done += rows.length
    if (rows.length > 0) yield { type: 'progress', done, total, rows }
  }
  await stores.transaction(async (tx) => {
    if (message === undefined) await tx.operations.finish(id, clock.now())
    else await tx.operations.giveUp(id, leasedUntil, clock.now())
    await tx.operations.releaseLease(id, leasedUntil)
  })
  const canUndo = target.canUndo && counts.changed > 0
  yield { type: 'end', operationId: id, total, ...counts, canUndo, ...(message !== undefined && { message }) }
}

const isCodeOf = (error: unknown, code: Problem['code']) => error instanceof Problem && error.code === code

const failedSlice = 'The server could not go on. Nothing of this batch was changed.'

/** This server stops: the next one goes on at once, without waiting for the lease to expire. */
async function leaveToNext({ stores }: BulkDeps, id: string, leasedUntil: Date): Promise<never> {
  await stores.transaction((tx) => tx.operations.releaseLease(id, leasedUntil))
  throw new Unavailable('The server is stopping.')
}

function changeSlice({ stores, clock }: BulkDeps, operation: HeldOperation, ids: readonly number[]) {
  const { id, applicationId, target, proof, listId, done } = operation
  return stores.transaction(async (tx): Promise<{ next: Date; results: Row[] }> => {
    await findApplication(tx, await callerOfProof(tx, clock, proof), applicationId, 'manage')
    const next = await renewLease(tx, id, operation.leasedUntil, clock.now())
    const batch = await target.change(tx, ids, clock.now())
    if (target.canUndo) await tx.operations.saveUndoRows(id, batch.kept)
    await tx.operations.dropIdsBefore(listId, done)
    if (!(await tx.operations.progress(id, ids.length, batch.changedIds.size))) throw new Problem('operation_stopped')
    return { next, results: resultsOf(ids, batch) }
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
