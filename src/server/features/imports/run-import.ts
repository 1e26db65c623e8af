import type { ImportLine } from '../../../shared/contract/imports.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import type { Caller } from '../../http/auth/authenticate.ts'
import { refreshCaller } from '../../http/auth/authenticate.ts'
import { type Actor, audit, type Dashboard, ofApplication } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Log } from '../../lib/log.ts'
import { createPace } from '../../lib/pace.ts'
import type { FileColumns, FileRow } from './import-file.ts'
import { UnreadableFile } from './import-file.ts'
import type { Importer, RowResult } from './importer.ts'

export interface ImportDeps extends Pick<Dashboard, 'stores' | 'clock'> {
  readonly log: Log
}

interface Run<Item> {
  readonly actor: Actor & { readonly caller: Caller }
  readonly applicationId: number
  readonly importer: Importer<Item>
  readonly isDryRun: boolean
}

/** Most rows per transaction; fewer where they take longer. */
const rowsAtOnce = 100

type Checked<Item> = FileRow & ({ readonly item: Item } | { readonly wrong: RowResult })
type Reported = Extract<ImportLine, { type: 'progress' }>['rows'][number]

/** Imports a file row by row, in slices, each a transaction. An invalid row is skipped. */
export async function* runImport<Item>(
  deps: ImportDeps,
  run: Run<Item>,
  rows: AsyncIterable<FileColumns | FileRow> | Iterable<FileColumns | FileRow>,
): AsyncGenerator<ImportLine> {
  const counts = { new: 0, changed: 0, unchanged: 0, skipped: 0, wrong: 0 }
  const seen = new Map<string, number>()
  let done = 0
  let message: string | undefined
  let batch: Checked<Item>[] = []
  const pace = createPace({ most: rowsAtOnce })
  const flush = async (): Promise<ImportLine> => {
    const reported = await pace.slice(() => importBatch(deps, run, batch))
    for (const { result } of reported) counts[result] += 1
    done += batch.length
    batch = []
    return { type: 'progress', done, rows: reported }
  }
  try {
    for await (const row of rows) {
      if ('columns' in row) {
        yield { type: 'columns', columns: row.columns.map((column) => ({ ...column })) }
        continue
      }
      batch.push(checkRow(run.importer, row, seen))
      if (batch.length >= pace.rows) yield await flush()
    }
    if (batch.length > 0) yield await flush()
  } catch (error) {
    message = errorMessage(error)
    if (!(error instanceof UnreadableFile)) deps.log.error('import stopped', { error: String(error) })
  }
  yield { type: 'end', isDryRun: run.isDryRun, ...counts, ...(message !== undefined && { message }) }
}

function checkRow<Item>(importer: Importer<Item>, row: FileRow, seen: Map<string, number>): Checked<Item> {
  if (row.skipped !== undefined) return { ...row, wrong: { result: 'skipped', message: row.skipped } }
  const read = importer.read(row)
  if ('wrong' in read) return { ...row, wrong: { result: 'wrong', ...read.wrong } }
  const key = importer.keyOf(read.item)
  const earlier = seen.get(key)
  if (earlier !== undefined) {
    return { ...row, wrong: { result: 'wrong', message: `The same as line ${earlier}, in whatever spelling` } }
  }
  seen.set(key, row.line)
  return { ...row, item: read.item }
}

async function importBatch<Item>(
  { stores, clock }: ImportDeps,
  { actor, applicationId, importer, isDryRun }: Run<Item>,
  batch: readonly Checked<Item>[],
): Promise<Reported[]> {
  const items = batch.flatMap((row) => ('item' in row ? [row.item] : []))
  let results = isDryRun && items.length > 0 ? await importer.plan(stores, items) : []
  if (!isDryRun && items.length > 0) {
    await importer.prepare(stores, items)
    results = await stores.transaction(async (tx) => {
      await findApplication(tx, await refreshCaller(tx, clock, actor.caller), applicationId, 'manage')
      const now = clock.now()
      const written = await importer.applyRows(tx, items, now)
      const count = written.filter(({ result }) => result === 'new' || result === 'changed').length
      if (count > 0) await audit(tx, actor, importer.action, ofApplication(applicationId, `, ${count} rows`), now)
      return written
    })
  }
  const next = results[Symbol.iterator]()
  return batch.map((row) => {
    const result = 'item' in row ? (next.next().value ?? { result: 'wrong' as const }) : row.wrong
    const name = 'item' in row ? importer.nameOf(row.item) : (Object.values(row.fields)[0] ?? '')
    const notes = [result.message, ...(row.notes ?? [])].filter((note) => note !== undefined)
    return {
      line: row.line,
      name: name.slice(0, 128),
      result: result.result,
      ...(result.field !== undefined && { field: result.field }),
      ...(notes.length > 0 && { message: notes.join('. ') }),
    }
  })
}

function errorMessage(error: unknown): string {
  if (error instanceof UnreadableFile || error instanceof Problem) return error.message
  return 'The server could not go on. What was reported until here is done, the rest is not.'
}
