import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { lockDataFolder } from '../data-folder-lock.ts'
import type { Row } from '../database.ts'
import { migrateSqlite } from '../migrate-sqlite.ts'
import { progressTable } from '../move-mark.ts'
import { openSqliteConnection } from '../sqlite-connection.ts'
import { type MovedValue, type MoveSide, type MoveTarget, rangeRows } from './move-side.ts'
import { keyOf, quoted, quotedList, rowsInOrder, type SchemaFacts } from './moved-tables.ts'

const fileIn = (folder: string) => join(folder, 'keywright.db')

/** Opens the database of a stopped server, so that nothing can be written to it. */
export function openSqliteSource(folder: string): MoveSide {
  const file = fileIn(folder)
  if (!existsSync(file)) throw new Error(`${folder} contains no Keywright data. Set DATA_DIR to the server's folder.`)
  const unlock = lockDataFolder(folder)
  try {
    return sideOf(new DatabaseSync(file, { readOnly: true, timeout: 5000 }), file, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** Opens or makes the database of a folder. Throws when it holds anything but an unfinished move. */
export function openSqliteTarget(folder: string): MoveTarget {
  const file = fileIn(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const unlock = lockDataFolder(folder)
  try {
    const isResumed = holdsMove(folder)
    const db = openSqliteConnection(file)
    db.exec('PRAGMA foreign_keys=OFF')
    return targetOf(sideOf(db, file, unlock), db, isResumed)
  } catch (error) {
    unlock()
    throw error
  }
}

const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Whether a move has begun there; false where nothing is yet. Throws when it is anything else. */
export function holdsMove(folder: string): boolean {
  const file = fileIn(folder)
  if (bytesOf(file) === 0 && bytesOf(`${file}-wal`) === 0) return false
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    const isOfMove = tables.some(({ name }) => name === progressTable)
    if (tables.length > 0 && !isOfMove) throw new Error(`There is a database already: ${file}. Name another folder.`)
    return isOfMove
  } finally {
    db.close()
  }
}

function sideOf(db: DatabaseSync, name: string, unlock: () => void): MoveSide {
  const query = (sql: string, values: readonly MovedValue[] = []): Row[] => db.prepare(sql).all(...values)
  return {
    engine: 'sqlite',
    name,
    schema: async () => schemaOf(db),
    query: async (sql, values) => query(sql, values),
    async *ranges(table, after) {
      const reading = (isAfterKey: boolean) => {
        const statement = db.prepare(`${rowsInOrder(table, 'sqlite', isAfterKey)} LIMIT ${rangeRows}`)
        statement.setReturnArrays(true)
        return (values: readonly MovedValue[]) => statement.all(...values) as unknown as MovedValue[][]
      }
      const next = reading(true)
      let rows = after ? next(after) : reading(false)([])
      for (; rows.length > 0; rows = next(keyOf(table, rows.at(-1) ?? []))) yield rows
    },
    async close() {
      db.close()
      unlock()
    },
  }
}

function targetOf(side: MoveSide, db: DatabaseSync, isResumed: boolean): MoveTarget {
  return {
    ...side,
    isResumed,
    migrate: () => migrateSqlite(db, { file: side.name }),
    async transaction(work) {
      db.exec('BEGIN IMMEDIATE')
      try {
        const result = await work()
        db.exec('COMMIT')
        return result
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK')
        throw error
      }
    },
    async insert({ name, columns }, rows) {
      const places = columns.map(() => '?').join(', ')
      const statement = db.prepare(`INSERT INTO ${quoted(name)} (${quotedList(columns)}) VALUES (${places})`)
      for (const row of rows) statement.run(...row)
    },
    setAside: async () => setAside(db),
    async brokenReferences() {
      const broken = db.prepare(
        'SELECT "table", "parent", count(*) AS rows FROM pragma_foreign_key_check GROUP BY 1, 2',
      )
      return broken.all().map((row) => `${row.rows} rows of ${row.table} refer to rows that ${row.parent} lacks.`)
    },
    async raiseIds(ids) {
      for (const [table, id] of ids) {
        db.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(table)
        if (id > 0) db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table, id)
      }
    },
    // Its statistics are a part of the schema, and were put back with the indexes.
    analyze: async () => {},
  }
}

function schemaOf(db: DatabaseSync): SchemaFacts {
  const tables = db.prepare(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
  )
  return new Map(
    tables.all().map(({ name, sql }) => {
      const columns = db.prepare('SELECT name, type, pk FROM pragma_table_info(?)').all(String(name))
      const key = columns.filter(({ pk }) => Number(pk) > 0).sort((one, other) => Number(one.pk) - Number(other.pk))
      const parents = db.prepare('SELECT "table" AS parent FROM pragma_foreign_key_list(?)').all(String(name))
      return [
        String(name),
        {
          columns: new Map(columns.map((column) => [String(column.name), String(column.type)])),
          key: key.map((column) => String(column.name)),
          refersTo: new Set(parents.map(({ parent }) => String(parent))),
          idColumn: /AUTOINCREMENT/.test(String(sql)) ? String(key[0]?.name) : undefined,
        },
      ]
    }),
  )
}

/** An index goes with its row of statistics, which a schema step wrote by hand. */
function setAside(db: DatabaseSync): string[] {
  const parts = db
    .prepare(
      `SELECT sql, format('DROP %s "%w"', type, name) AS away FROM sqlite_schema
       WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type, name`,
    )
    .all()
  const statistics = db
    .prepare(
      `SELECT format('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (%Q, %Q, %Q)', tbl, idx, stat) AS sql
       FROM sqlite_stat1 WHERE idx IN (SELECT name FROM sqlite_schema WHERE sql IS NOT NULL)`,
    )
    .all()
  for (const { away } of parts) db.exec(String(away))
  return [...parts, ...statistics].map(({ sql }) => String(sql))
}
