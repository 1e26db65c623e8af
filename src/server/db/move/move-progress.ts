import { hash } from 'node:crypto'
import { progressTable } from '../move-mark.ts'
import type { MovedValue, MoveSide, MoveTarget } from './move-side.ts'
import { keyOf, type MovedTable, setAsideTable } from './moved-tables.ts'

/** How far a table is copied. */
export interface TableProgress {
  readonly lastKey: readonly MovedValue[] | undefined
  readonly rows: number
  /** Of all rows so far, range by range. */
  readonly sha256: string
}

export const noProgress: TableProgress = { lastKey: undefined, rows: 0, sha256: '' }

/** The progress after one more range. Both databases give the same values, so the same text and hash. */
export function advance(
  table: MovedTable,
  { rows, sha256 }: TableProgress,
  range: readonly MovedValue[][],
): TableProgress {
  return {
    lastKey: keyOf(table, range.at(-1) ?? []),
    rows: rows + range.length,
    sha256: hash('sha256', sha256 + JSON.stringify(range)),
  }
}

/** The row that stands for the move itself. */
const whole = ''

/** `migrating`: the schema is made; `copying`: rows are. */
type Phase = 'migrating' | 'copying'

/** Marks the target as that of a move. From now on, servers refuse to start on it. */
export async function begin(target: MoveTarget, fingerprint: string): Promise<void> {
  await target.transaction(async () => {
    await target.query(
      `CREATE TABLE ${progressTable} (table_name TEXT PRIMARY KEY, last_key TEXT NOT NULL, rows BIGINT NOT NULL,
        sha256 TEXT NOT NULL)`,
    )
    await target.query(`CREATE TABLE ${setAsideTable} (place BIGINT PRIMARY KEY, statement TEXT NOT NULL)`)
    await write(target, whole, 'migrating', { ...noProgress, sha256: fingerprint })
  })
}

export async function moveOf(target: MoveSide): Promise<{ fingerprint: string; phase: Phase }> {
  const row = await readRow(target, whole)
  return { fingerprint: String(row?.sha256), phase: row?.last_key === 'copying' ? 'copying' : 'migrating' }
}

export const startCopying = (target: MoveSide, fingerprint: string) =>
  write(target, whole, 'copying', { ...noProgress, sha256: fingerprint })

export async function progressOf(target: MoveSide, { name }: MovedTable): Promise<TableProgress> {
  const row = await readRow(target, name)
  if (!row) return noProgress
  return { lastKey: JSON.parse(String(row.last_key)), rows: Number(row.rows), sha256: String(row.sha256) }
}

/** Rows of all tables that an earlier try has copied. */
export async function copiedRows(target: MoveSide): Promise<number> {
  const [row] = await target.query(`SELECT coalesce(sum(rows), 0) AS rows FROM ${progressTable}`)
  return Number(row?.rows)
}

/** In the transaction of the rows. */
export const saveProgress = (target: MoveSide, { name }: MovedTable, progress: TableProgress) =>
  write(target, name, JSON.stringify(progress.lastKey), progress)

/** In the last transaction: the target is a database like any other. */
export async function end(target: MoveSide): Promise<void> {
  await target.query(`DROP TABLE ${progressTable}`)
  await target.query(`DROP TABLE ${setAsideTable}`)
}

async function readRow(target: MoveSide, name: string) {
  const [row] = await target.query(`SELECT last_key, rows, sha256 FROM ${progressTable} WHERE table_name = ?1`, [name])
  return row
}

async function write(target: MoveSide, name: string, lastKey: string, { rows, sha256 }: TableProgress): Promise<void> {
  await target.query(
    `INSERT INTO ${progressTable} (table_name, last_key, rows, sha256) VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT (table_name) DO UPDATE SET last_key = excluded.last_key, rows = excluded.rows, sha256 = excluded.sha256`,
    [name, lastKey, rows, sha256],
  )
}
