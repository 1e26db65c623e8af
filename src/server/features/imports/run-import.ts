import type { ImportLine } from '../../../shared/contract/imports.ts'
import { Problem } from '../../http/problem.ts'
import {
  endOperation,
  failureText,
  type HeldLease,
  keepLease,
  leaveToNext,
  runSlice,
} from '../../operations/run-slice.ts'
import { UnreadableFile } from './import-file.ts'
import { importRows } from './import-rows.ts'
import type { Importer, RowResult } from './importer.ts'
import type { ImportDeps, OpenedImport } from './open-import.ts'

/** Says what an import of the file would do, row by row, and changes nothing. */
export async function* tryImport<Item>(deps: ImportDeps, opened: OpenedImport<Item>): AsyncGenerator<ImportLine> {
  const { stores, clock, log, stopping: signal } = deps
  const { importer } = opened
  const counts = newCounts()
  let message: string | undefined
  let endingLate = 0
  try {
    const importBatch = async (_batch: unknown, items: readonly Item[]) => {
      const results = await importer.plan(stores, items)
      endingLate += items.filter(
        (item, index) => isWritten(results[index]) && endsLate(importer, item, clock.now()),
      ).length
      return results
    }
    for await (const line of importRows({ ...opened, from: 0, signal, importBatch })) {
      count(counts, line)
      yield line
    }
  } catch (error) {
    message = errorText(error)
    if (!(error instanceof UnreadableFile)) log.error('dry run of an import stopped', { error: String(error) })
  }
  const warning = warningOf(endingLate, counts.new + counts.changed)
  yield { type: 'end', isDryRun: true, ...counts, ...(message !== undefined && { message }), ...warning }
}

const isWritten = (row: RowResult | undefined) => row?.result === 'new' || row?.result === 'changed'

/** Hardly anything is sold for longer: a file whose rows end later counts in another unit than it is read in. */
const lateYears = 10

function endsLate<Item>(importer: Importer<Item>, item: Item, now: Date): boolean {
  const end = importer.endOf(item, now)
  if (end === null) return false
  const late = new Date(now)
  late.setUTCFullYear(late.getUTCFullYear() + lateYears)
  return end > late
}

function warningOf(endingLate: number, written: number): { readonly warning?: string } {
  if (endingLate * 2 <= written) return {}
  const rows = endingLate === written ? 'All rows' : `${endingLate} of ${written} rows`
  return { warning: `${rows} end more than ${lateYears} years from now. Check whether the file counts in days.` }
}

/** An import that this server holds the lease of. */
export interface HeldImport extends HeldLease {
  readonly total: number
  /** Rows that were imported, or found wrong, already. */
  readonly done: number
}

/**
 * Imports a stored file in slices, each a transaction that also moves the operation's `done`: after a kill in the middle
 * the next server goes on with the first row that is not imported. An invalid row is skipped.
 */
export async function* runImport<Item>(
  deps: ImportDeps,
  { importer, rows }: OpenedImport<Item>,
  held: HeldImport,
): AsyncGenerator<ImportLine> {
  const { stores, log, stopping: signal } = deps
  const { id: operationId, total, done: from } = held
  const counts = newCounts()
  let { leasedUntil } = held
  let message: string | undefined
  const keep = async () => {
    if (signal.aborted) await leaveToNext(deps, { ...held, leasedUntil })
    leasedUntil = await keepLease(deps, { ...held, leasedUntil })
  }
  const importBatch = async (batch: readonly unknown[], items: readonly Item[]) => {
    await keep()
    await importer.prepare(stores, items, keep)
    const slice = await runSlice(deps, { ...held, leasedUntil }, async (tx, now) => {
      const results = items.length > 0 ? await importer.applyRows(tx, items, now) : []
      const written = results.filter(isWritten).length
      const isRunning = await tx.operations.progress(operationId, batch.length, written)
      if (!isRunning) throw new Problem('operation_stopped')
      return results
    })
    leasedUntil = slice.leasedUntil
    return slice.result
  }
  yield { type: 'progress', operationId, done: from, total, rows: [] }
  try {
    for await (const line of importRows({ importer, rows, from, slices: stores.slices, signal, importBatch })) {
      count(counts, line)
      yield line.type === 'progress' ? { ...line, operationId, total } : line
    }
  } catch (error) {
    if (signal.aborted) throw error
    message = errorText(error)
    if (!(error instanceof UnreadableFile))
      log.error('import stopped', { operation: operationId, error: String(error) })
  }
  await endOperation(deps, { id: operationId, leasedUntil }, message === undefined)
  yield { type: 'end', isDryRun: false, ...counts, ...(message !== undefined && { message }) }
}

const newCounts = () => ({ new: 0, changed: 0, unchanged: 0, skipped: 0, wrong: 0 })

function count(counts: ReturnType<typeof newCounts>, line: ImportLine): void {
  if (line.type === 'progress') for (const { result } of line.rows) counts[result] += 1
}

function errorText(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message
  return failureText(error, 'Import stopped by a server error. Rows reported so far are imported; the rest are not.')
}
