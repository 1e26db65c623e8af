import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { migratePostgres } from '../../src/server/db/migrate-postgres.ts'
import { migrateSqlite } from '../../src/server/db/migrate-sqlite.ts'
import { openSqliteConnection } from '../../src/server/db/sqlite-connection.ts'
import { createTestDatabase } from '../harness/create-test-database.ts'
import { restorePostgres, restoreSqlite } from './stored-releases.ts'

type Row = Readonly<Record<string, unknown>>
type Ask = (sql: string) => Promise<Row[]>

/** A database as a release left it, or a new one. */
export interface RestoredDatabase {
  /** Settings of a server on it. */
  readonly env: Readonly<Record<string, string>>
  readonly dataDir: string
  migrate(): Promise<void>
  /** All rows by table. */
  rows(): Promise<ReadonlyMap<string, readonly Row[]>>
  /** Tables, columns, indexes, constraints, triggers and functions. */
  schema(): Promise<unknown>
  remove(): Promise<void>
}

/** Without a step a new one. */
export async function sqliteOf(step?: string): Promise<RestoredDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keywright-restored-'))
  const file = join(dataDir, 'keywright.db')
  if (step !== undefined) await restoreSqlite(step, dataDir)
  const opened = async <T>(work: (db: DatabaseSync) => T | Promise<T>) => {
    const db = openSqliteConnection(file)
    try {
      return await work(db)
    } finally {
      db.close()
    }
  }
  const ask: Ask = (sql) => opened((db) => db.prepare(sql).all())
  return {
    env: {},
    dataDir,
    migrate: () => opened((db) => migrateSqlite(db, { file })),
    rows: () => rowsOf(ask, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"),
    schema: () => ask('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name'),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}

/** Partitions are named by their week. */
const tables = `SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND NOT relispartition`
const parts = {
  columns: `SELECT attrelid::regclass::text AS t, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
    pg_get_expr(adbin, adrelid) AS value FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attrelid IN (${tables} AND relkind IN ('r', 'p')) AND attnum > 0 AND NOT attisdropped ORDER BY 1, 2`,
  indexes: `SELECT pg_get_indexdef(indexrelid) AS made FROM pg_index WHERE indrelid IN (${tables}) ORDER BY 1`,
  constraints: `SELECT conrelid::regclass::text AS t, conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE conrelid IN (${tables}) ORDER BY 1, 2`,
  triggers: `SELECT pg_get_triggerdef(oid) AS made FROM pg_trigger WHERE NOT tgisinternal AND tgrelid IN (${tables}) ORDER BY 1`,
  functions: `SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1`,
}

export async function postgresOf(step?: string): Promise<RestoredDatabase> {
  const { url, drop } = await createTestDatabase()
  const { dataDir, remove } = await sqliteOf()
  if (step !== undefined) await restorePostgres(step, url)
  const ask: Ask = async (sql) => {
    const client = new pg.Client(url)
    await client.connect()
    return client
      .query(sql)
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }
  return {
    env: { DATABASE_URL: url },
    dataDir,
    migrate: () => migratePostgres(url),
    rows: () => rowsOf(ask, `SELECT relname AS name FROM pg_class WHERE oid IN (${tables} AND relkind IN ('r', 'p'))`),
    schema: async () =>
      Object.fromEntries(await Promise.all(Object.entries(parts).map(async ([part, sql]) => [part, await ask(sql)]))),
    async remove() {
      await drop()
      await remove()
    },
  }
}

async function rowsOf(ask: Ask, tablesSql: string): Promise<ReadonlyMap<string, readonly Row[]>> {
  const rows = new Map<string, readonly Row[]>()
  for (const { name } of await ask(tablesSql)) rows.set(String(name), await ask(`SELECT * FROM "${name}"`))
  return rows
}
