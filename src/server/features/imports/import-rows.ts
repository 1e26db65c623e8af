import type { ImportLine } from '../../../shared/contract/imports.ts'
import { createPace } from '../../lib/pace.ts'
import type { Stores } from '../../store/index.ts'
import type { FileColumns, FileRow } from './import-file.ts'
import type { Importer, RowResult } from './importer.ts'
import type { OpenedImport } from './open-import.ts'

/** Most rows per transaction; fewer where they take longer. */
const rowsAtOnce = 100
/** Most rows that are only read. */
const readAtOnce = 2_000

type CheckedRow<Item> = FileRow & ({ readonly item: Item } | { readonly wrong: RowResult })
type ReportedRow = Extract<ImportLine, { type: 'progress' }>['rows'][number]

interface ImportWork<Item> extends OpenedImport<Item> {
  /** Rows before this one were imported already. */
  readonly from: number
  readonly signal: AbortSignal
  /** Of a dry run none: it changes nothing. */
  readonly slices?: Stores['slices']
  /** What is done with the next rows; the results of those that have an item, in order. */
  readonly importBatch: (batch: readonly CheckedRow<Item>[], items: readonly Item[]) => Promise<RowResult[]>
}

/** Reads a file and imports its rows in slices. The caller ends it when it throws, or when there are no more rows. */
export async function* importRows<Item>(work: ImportWork<Item>): AsyncGenerator<ImportLine> {
  const { importer, from, slices, signal } = work
  const reader = rowReader(work)
  const pace = createPace({ most: rowsAtOnce, ...slices, signal })
  let done = from
  try {
    await skipRows(reader, from, signal)
    for (;;) {
      const slice = await pace.slice(async (count) => {
        const { rows, columns } = await reader.next(count)
        const items = rows.flatMap((row) => ('item' in row ? [row.item] : []))
        const results = rows.length > 0 ? await work.importBatch(rows, items) : []
        return { columns, rows: report(importer, rows, results) }
      })
      if (slice.columns) yield { type: 'columns', columns: slice.columns.map((column) => ({ ...column })) }
      if (slice.rows.length === 0) return
      done += slice.rows.length
      yield { type: 'progress', done, rows: slice.rows }
    }
  } finally {
    await reader.close()
  }
}

/** How many rows can be read. The rest of a broken file is noticed by the import, where it comes to it. */
export async function countRows<Item>(opened: OpenedImport<Item>, signal: AbortSignal): Promise<number> {
  const rows = opened.rows()[Symbol.asyncIterator]()
  let count = 0
  let isOver = false
  const readSome = async (most: number) => {
    for (let read = 0; read < most && !isOver; read += 1) {
      const next = await rows.next()
      isOver = next.done === true
      if (!isOver && !('columns' in next.value)) count += 1
    }
  }
  const pace = createPace({ most: readAtOnce, signal })
  try {
    while (!isOver) await pace.slice(readSome)
  } catch {
    return count
  }
  return count
}

interface RowReader<Item> {
  next(count: number): Promise<{
    readonly rows: CheckedRow<Item>[]
    readonly columns: FileColumns['columns'] | undefined
  }>
  close(): Promise<unknown>
}

/** Reads and checks rows in their order; two of the same record are noticed wherever they are. */
function rowReader<Item>({ importer, rows }: OpenedImport<Item>): RowReader<Item> {
  const source = rows()[Symbol.asyncIterator]()
  const seen = new Map<string, number>()
  return {
    async next(count) {
      const read: CheckedRow<Item>[] = []
      let columns: FileColumns['columns'] | undefined
      while (read.length < count) {
        const { done: isOver, value } = await source.next()
        if (isOver) break
        if ('columns' in value) columns = value.columns
        else read.push(checkRow(importer, value, seen))
      }
      return { rows: read, columns }
    },
    close: async () => source.return?.(),
  }
}

async function skipRows(reader: RowReader<unknown>, count: number, signal: AbortSignal): Promise<void> {
  const pace = createPace({ most: readAtOnce, signal })
  for (let left = count; left > 0; ) {
    const { rows } = await pace.slice((fitting) => reader.next(Math.min(fitting, left)))
    if (rows.length === 0) return
    left -= rows.length
  }
}

function checkRow<Item>(importer: Importer<Item>, row: FileRow, seen: Map<string, number>): CheckedRow<Item> {
  if (row.skipped !== undefined) return { ...row, wrong: { result: 'skipped', message: row.skipped } }
  const read = importer.read(row)
  if ('wrong' in read) return { ...row, wrong: { result: 'wrong', ...read.wrong } }
  const key = importer.keyOf(read.item)
  const earlier = seen.get(key)
  if (earlier !== undefined) {
    return { ...row, wrong: { result: 'wrong', message: `The same as line ${earlier}, ignoring case` } }
  }
  seen.set(key, row.line)
  return { ...row, item: read.item }
}

function report<Item>(
  importer: Importer<Item>,
  rows: readonly CheckedRow<Item>[],
  results: readonly RowResult[],
): ReportedRow[] {
  const next = results[Symbol.iterator]()
  return rows.map((row) => {
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
