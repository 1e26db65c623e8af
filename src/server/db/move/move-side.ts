import type { Row } from '../database.ts'
import { type MovedTable, quoted, type SchemaFacts } from './moved-tables.ts'

/** A value of a row, the same whichever database it was read from. */
export type MovedValue = string | number | null

/** How many rows are read, written and compared at once. Both sides cut a table at the same rows. */
export const rangeRows = 5_000

/** One of the two databases of a move. Rows are arrays in the order of the table's columns. */
export interface MoveSide {
  readonly engine: 'sqlite' | 'postgres'
  /** For messages: never with user or password. */
  readonly name: string
  schema(): Promise<SchemaFacts>
  /** Runs one statement; its parameters are `?1`, `?2` and so on. */
  query(sql: string, values?: readonly MovedValue[]): Promise<Row[]>
  /** A table's rows in the order of its key, `rangeRows` at a time, those after a key. */
  ranges(table: MovedTable, after?: readonly MovedValue[]): AsyncGenerator<MovedValue[][]>
  close(): Promise<void>
}

/** The database that is filled. */
export interface MoveTarget extends MoveSide {
  readonly isResumed: boolean
  /** Brings the schema to this program's version. */
  migrate(): Promise<void>
  transaction<T>(work: () => Promise<T>): Promise<T>
  insert(table: MovedTable, rows: readonly MovedValue[][]): Promise<void>
  /**
   * Takes away what would slow the copy down, or change rows that are copied too: indexes, references, triggers. Returns
   * the statements that put them back, in order.
   */
  setAside(): Promise<string[]>
  /** Rows whose reference leads nowhere, each as a sentence. */
  brokenReferences(): Promise<string[]>
  /** The highest id that each table has given, or more: the next one is above it. */
  raiseIds(ids: ReadonlyMap<string, number>): Promise<void>
  /** The planner's statistics, for tables that were just filled. */
  analyze(): Promise<void>
}

/** The highest id that each table of a database has given, also to rows that are deleted since. */
export async function givenIds(side: MoveSide, tables: readonly MovedTable[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const { name, idColumn } of tables) {
    if (idColumn === undefined) continue
    const [given] = await side.query(...lastGiven[side.engine](name, idColumn))
    const [newest] = await side.query(`SELECT max(${quoted(idColumn)}) AS id FROM ${quoted(name)}`)
    ids.set(name, Math.max(Number(given?.id ?? 0), Number(newest?.id ?? 0)))
  }
  return ids
}

/** A sequence of PostgreSQL that has given no id yet has no last value. */
const lastGiven: Readonly<
  Record<MoveSide['engine'], (table: string, column: string) => [sql: string, values: readonly string[]]>
> = {
  sqlite: (table) => ['SELECT seq AS id FROM sqlite_sequence WHERE name = ?1', [table]],
  postgres: (table, column) => [
    'SELECT pg_sequence_last_value(pg_get_serial_sequence(?1, ?2)::regclass) AS id',
    [table, column],
  ],
}
