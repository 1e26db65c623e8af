import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../../src/server/db/open.ts'
import { seedTenant } from '../contract/tenant.ts'
import { createTestApp } from './create-test-app.ts'

/** What a text may hold that a format of rows could take for its own signs. */
const anyText = 'a "quoted" \\N \\back\tand\r\nline, \'ünï\' 漢字 😀 \u2028'

/**
 * Fills the embedded database of a folder: by two developers who use the shipped app, then with a row in each table
 * and a value in each column that they left empty, and with more rows than a move copies at once.
 */
export async function fillEmbedded(dataDir: string, masterKey: string): Promise<void> {
  const database = await openDatabase({ dataDir, checkpoint: false })
  const test = await createTestApp({ database, env: { MASTER_KEY: masterKey } })
  await seedTenant(test, await test.account('owner'))
  await seedTenant(test, await test.account(), 2)
  await test.close()
  await database.close()
  const db = new DatabaseSync(join(dataDir, 'keywright.db'))
  for (const table of tablesOf(db)) {
    if (db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() === undefined) insertAnyRow(db, table)
    fillEmptyColumns(db, table)
  }
  insertMany(db)
  db.close()
}

const tablesOf = (db: DatabaseSync): string[] =>
  db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
    .all()
    .map(({ name }) => String(name))

function insertAnyRow(db: DatabaseSync, table: string): void {
  const columns = columnsOf(db, table)
  const places = columns.map(() => '?').join(', ')
  const names = columns.map(({ name }) => name).join(', ')
  db.prepare(`INSERT INTO ${table} (${names}) VALUES (${places})`).run(...columns.map(({ value }) => value))
}

/** One row of each table gets what no row has. */
function fillEmptyColumns(db: DatabaseSync, table: string): void {
  const columns = columnsOf(db, table)
  const key = columns.flatMap(({ name, isKey }) => (isKey ? [name] : [])).join(', ')
  for (const { name, value } of columns) {
    if (`${table}.${name}` === 'activity.webhook_ids') continue // the list of an event without deliveries
    if (db.prepare(`SELECT 1 FROM ${table} WHERE ${name} IS NOT NULL LIMIT 1`).get() !== undefined) continue
    const firstRow = `(SELECT ${key} FROM ${table} ORDER BY ${key} LIMIT 1)`
    db.prepare(`UPDATE ${table} SET ${name} = ? WHERE (${key}) = ${firstRow}`).run(value)
  }
}

/** Each column with a value that it can have. */
function columnsOf(db: DatabaseSync, table: string) {
  const references = db.prepare('SELECT "table" AS parent, "from" AS child FROM pragma_foreign_key_list(?)').all(table)
  const columns = db.prepare('SELECT name, type, pk FROM pragma_table_info(?)').all(table)
  return columns.map(({ name, type, pk }) => {
    const parent = references.find(({ child }) => child === name)?.parent
    const any = type === 'TEXT' ? anyText : Number.MAX_SAFE_INTEGER
    return {
      name: String(name),
      isKey: Number(pk) > 0,
      value: parent === undefined ? any : firstId(db, String(parent)),
    }
  })
}

const firstId = (db: DatabaseSync, table: string) =>
  db.prepare(`SELECT id FROM ${table} ORDER BY id LIMIT 1`).get()?.id ?? null

/** Three ranges of the log, and two of a table whose key is text: in upper and lower case, which collations mix. */
function insertMany(db: DatabaseSync): void {
  const numbers = (rows: number) => `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) `
  db.exec(`${numbers(11_000)} INSERT INTO activity
    (application_id, event, success, code, username, ip_address, user_agent, count, created_at)
    SELECT 1, 'user_login', 1, 'login_successful', 'user-' || i, '192.0.2.' || (i % 200), 'test', 1, 1700000000000 + i
    FROM n`)
  db.exec(`${numbers(6_000)} INSERT INTO rate_limits (name, key_hash, count, first_at, last_at, updated_at)
    SELECT CASE i % 2 WHEN 0 THEN 'login' ELSE 'Login' END,
      char(65 + i % 2 * 32 + i % 26) || '-_é' || i, i, 1, 2, 3 FROM n`)
  // a deleted row whose id must not be given again
  db.exec(`INSERT INTO audit (id, actor, action, subject, ip_address, created_at) VALUES (900000, 'a', 'b', 'c', 'd', 1);
    DELETE FROM audit WHERE id = 900000`)
}

/** Each database has its own: its schema steps, its servers and what they run. */
const ofOneDatabase: readonly string[] = ['migrations', 'nodes', 'job_leases']

/** Every row of the embedded database, by table, without what a move leaves to each database. */
export function contentsOf(dataDir: string): Map<string, readonly string[]> {
  const db = new DatabaseSync(join(dataDir, 'keywright.db'), { readOnly: true })
  const contents = new Map<string, readonly string[]>()
  for (const table of tablesOf(db)) {
    if (ofOneDatabase.includes(table)) continue
    const rows = db.prepare(`SELECT * FROM ${table}`).all()
    const kept = rows.filter((row) => !(table === 'installation' && row.name === 'queued_activity'))
    contents.set(
      table,
      kept.map((row) => JSON.stringify({ ...row, ...(table === 'activity' && { webhook_ids: null }) })).sort(),
    )
  }
  contents.set(
    'sqlite_sequence',
    db
      // a row at 0 and none mean the same: no ID was given
      .prepare('SELECT * FROM sqlite_sequence WHERE seq > 0')
      .all()
      .map((row) => JSON.stringify(row))
      .sort(),
  )
  db.close()
  return contents
}

/** Tables, indexes, triggers and statistics of the embedded database. */
export function schemaOf(dataDir: string): readonly string[] {
  const db = new DatabaseSync(join(dataDir, 'keywright.db'), { readOnly: true })
  const parts = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema').all()
  const statistics = db.prepare('SELECT tbl, idx, stat FROM sqlite_stat1').all()
  db.close()
  return [...parts, ...statistics].map((row) => JSON.stringify(row)).sort()
}
