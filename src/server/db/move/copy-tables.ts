import { setImmediate as nextTurn } from 'node:timers/promises'
import { advance, noProgress, progressOf, saveProgress, type TableProgress } from './move-progress.ts'
import type { MovedValue, MoveSide, MoveTarget } from './move-side.ts'
import { keyOf, type MovedTable, setAsideTable } from './moved-tables.ts'

/** What the operator sees while rows are copied, indexes put back, or rows compared. */
export type MoveNotice = (step: string, doneRows: number, ofRows: number) => void

interface Sides {
  readonly source: MoveSide
  readonly target: MoveTarget
}

/** Copies what is not copied yet, a transaction for each range. The next range is read while one is written. */
export async function copyTable({ source, target }: Sides, table: MovedTable, copied: (rows: number) => void) {
  let progress = await progressOf(target, table)
  let writing: Promise<void> = Promise.resolve()
  try {
    for await (const range of source.ranges(table, progress.lastKey)) {
      const reached = advance(table, progress, range)
      await writing
      writing = target.transaction(async () => {
        await target.insert(table, range)
        await saveProgress(target, table, reached)
      })
      // seen where it is awaited, after the next range is read
      writing.catch(() => {})
      // SQLite reads without yielding: the rows must be on their way first
      await nextTurn()
      progress = reached
      copied(range.length)
    }
  } finally {
    await writing
  }
}

/** Puts indexes, references and triggers back, a transaction for each. */
export async function putBack(target: MoveTarget, notice: MoveNotice): Promise<void> {
  const statements = await target.query(`SELECT place, statement FROM ${setAsideTable} ORDER BY place`)
  for (const [index, { place, statement }] of statements.entries()) {
    notice('indexes and references', index, statements.length)
    await target.transaction(async () => {
      await target.query(String(statement))
      await target.query(`DELETE FROM ${setAsideTable} WHERE place = ?1`, [Number(place)])
    })
  }
}

/** Reads both databases again, side by side, and compares every row. */
export async function compareTable(
  { source, target }: Sides,
  table: MovedTable,
  compared: (rows: number) => void,
): Promise<TableProgress> {
  const copied = await progressOf(target, table)
  const [ours, theirs] = [source.ranges(table), target.ranges(table)]
  let [here, there] = [noProgress, noProgress]
  for (;;) {
    const [one, other] = await Promise.all([ours.next(), theirs.next()])
    const [rows, otherRows] = [one.value ?? [], other.value ?? []]
    if (rows.length === 0 && otherRows.length === 0) break
    here = advance(table, here, rows)
    there = advance(table, there, otherRows)
    if (here.sha256 !== there.sha256) throw new Error(difference(table, rows, otherRows))
    compared(rows.length)
  }
  if (here.sha256 !== copied.sha256 || here.rows !== copied.rows) {
    throw new Error(`${table.name} was changed while it was copied. ${startAnew}`)
  }
  return here
}

const startAnew = 'Delete what the move has copied, and move again into an empty database, with every server stopped.'

function difference(table: MovedTable, rows: readonly MovedValue[][], others: readonly MovedValue[][]): string {
  const index = rows.findIndex((row, place) => JSON.stringify(row) !== JSON.stringify(others[place]))
  const key = keyOf(table, rows[index] ?? others[rows.length] ?? [])
  return `${table.name} differs at the key ${key.join(', ')}: the databases are not equal. ${startAnew}`
}
