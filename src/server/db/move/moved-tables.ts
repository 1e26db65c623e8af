import { progressTable } from '../move-mark.ts'

/** A table as the database itself describes it. */
export interface TableFacts {
  /** In the order of the table, each with its type. */
  readonly columns: ReadonlyMap<string, string>
  /** The primary key. */
  readonly key: readonly string[]
  /** Tables that its rows refer to. */
  readonly refersTo: ReadonlySet<string>
  /** The column that the database numbers. */
  readonly idColumn: string | undefined
}

export type SchemaFacts = ReadonlyMap<string, TableFacts>

/** A table whose rows are copied. */
export interface MovedTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly KeyColumn[]
  readonly idColumn: string | undefined
  /** Which of its rows; without it, all. */
  readonly condition?: string
}

interface KeyColumn {
  readonly name: string
  readonly isText: boolean
}

/** What the move puts back at the end, statement by statement. */
export const setAsideTable = 'move_set_aside'

/** Each database has its own: its schema steps, its servers and what they run, and the move. */
const neverMoved: ReadonlySet<string> = new Set(['migrations', 'nodes', 'job_leases', progressTable, setAsideTable])

/**
 * What one engine alone has; `finish-move.ts` brings its content over. Whoever adds to it says there what becomes of the
 * rows.
 */
const ownTables: ReadonlySet<string> = new Set(['expiry_changes'])
const ownColumns: ReadonlySet<string> = new Set(['activity.webhook_ids', 'webhook_messages.webhook_ids'])
const conditions: Readonly<Record<string, string>> = {
  installation: "name NOT IN ('queued_activity', 'admin_key', 'admin_key_former')",
}

const types: Readonly<Record<string, 'number' | 'text'>> = {
  INTEGER: 'number',
  bigint: 'number',
  TEXT: 'text',
  text: 'text',
}

/**
 * The tables to copy, those first that others refer to. Read from both databases, so a schema step that adds one needs
 * no change here. Throws when the move would leave out a table or column, or can't read it.
 */
export function movedTables(sqlite: SchemaFacts, postgres: SchemaFacts): readonly MovedTable[] {
  const names = [...new Set([...sqlite.keys(), ...postgres.keys()])]
    .filter((name) => !neverMoved.has(name) && !ownTables.has(name))
    .sort()
  return inOrder(names, sqlite).map((name) => movedTable(name, sqlite.get(name), postgres.get(name)))
}

function movedTable(name: string, here: TableFacts | undefined, there: TableFacts | undefined): MovedTable {
  if (!here || !there) throw new Error(`Only one of the databases has the table ${name}. The move does not know it.`)
  const all = new Set([...here.columns.keys(), ...there.columns.keys()])
  const columns = [...all].filter((column) => !ownColumns.has(`${name}.${column}`))
  for (const column of columns) {
    const [one, other] = [here, there].map((facts) => types[facts.columns.get(column) ?? ''])
    if (one === undefined || one !== other) {
      throw new Error(`The move cannot copy ${name}.${column}: it must be whole numbers or text in both databases.`)
    }
  }
  if (here.key.length === 0) throw new Error(`The table ${name} has no primary key. The move reads rows in its order.`)
  return {
    name,
    columns,
    key: here.key.map((column) => ({ name: column, isText: types[here.columns.get(column) ?? ''] === 'text' })),
    idColumn: there.idColumn,
    ...(conditions[name] !== undefined && { condition: conditions[name] }),
  }
}

/** Each table after those that it refers to. */
function inOrder(names: readonly string[], schema: SchemaFacts): string[] {
  const placed = new Set<string>()
  const place = (name: string, path: ReadonlySet<string>) => {
    if (placed.has(name) || path.has(name)) return
    for (const other of schema.get(name)?.refersTo ?? []) place(other, new Set([...path, name]))
    placed.add(name)
  }
  for (const name of names) place(name, new Set())
  return [...placed].filter((name) => names.includes(name))
}

/** A name that a database told of its own tables, as both engines write it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const quotedList = (names: readonly string[]) => names.map(quoted).join(', ')

/**
 * Selects a table's rows in the order of its key, those after a key where one is given as `?1`, `?2` and so on. Text is
 * compared by bytes on both engines.
 */
export function rowsInOrder(table: MovedTable, engine: 'sqlite' | 'postgres', isAfterKey: boolean): string {
  const collation = engine === 'postgres' ? ' COLLATE "C"' : ''
  const keyParts = table.key.map(({ name, isText }) => (isText ? quoted(name) + collation : quoted(name))).join(', ')
  const keyPlaces = table.key.map((_, index) => `?${index + 1}`).join(', ')
  const tests = [
    ...(table.condition ? [table.condition] : []),
    ...(isAfterKey ? [`(${keyParts}) > (${keyPlaces})`] : []),
  ]
  const rowTests = tests.length === 0 ? 'true' : tests.join(' AND ')
  return `SELECT ${quotedList(table.columns)} FROM ${quoted(table.name)} WHERE ${rowTests} ORDER BY ${keyParts}`
}

/** Where a row stands in its table. */
export function keyOf<T>({ key, columns }: MovedTable, row: readonly T[]): T[] {
  return key.map(({ name }) => row[columns.indexOf(name)] as T)
}
