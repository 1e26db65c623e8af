import type { DatabaseSync } from 'node:sqlite'
import { migrateSqlite } from '../../src/server/db/migrate-sqlite.ts'
import { openSqliteConnection } from '../../src/server/db/sqlite-connection.ts'

let made: Promise<string> | undefined

/**
 * The schema of an embedded database as its steps leave it, as one text: the steps change tables again and again, which
 * took most of the time that a test's app takes to open. Made once for all test files of a worker.
 */
export function sqliteSchema(): Promise<string> {
  made ??= makeSchema()
  return made
}

async function makeSchema(): Promise<string> {
  const db = openSqliteConnection(':memory:')
  await migrateSqlite(db, { file: ':memory:' })
  const script = scriptOf(db)
  db.close()
  return script
}

/** Tables and what they hold, then what looks at changes of them. */
function scriptOf(db: DatabaseSync): string {
  const parts = db
    .prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .all() as { type: string; name: string; sql: string }[]
  const tables = parts.filter(({ type }) => type === 'table')
  const rows = [...tables.map(({ name }) => name), 'sqlite_sequence'].flatMap((name) => rowsOf(db, name))
  const others = parts.filter(({ type }) => type !== 'table')
  // what the planner knows of rows is read when it is asked to
  const known = [
    'ANALYZE sqlite_schema',
    'DELETE FROM sqlite_stat1',
    ...rowsOf(db, 'sqlite_stat1'),
    'ANALYZE sqlite_schema',
  ]
  return [...tables.map(({ sql }) => sql), ...rows, ...others.map(({ sql }) => sql), ...known].join(';\n')
}

function rowsOf(db: DatabaseSync, table: string): string[] {
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(table) as { name: string }[]
  const values = columns.map(({ name }) => `quote("${name}")`).join(" || ',' || ")
  const rows = db.prepare(`SELECT ${values} AS held FROM "${table}"`).all() as { held: string }[]
  return rows.map(({ held }) => `INSERT INTO "${table}" VALUES (${held})`)
}
