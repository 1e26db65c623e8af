import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll } from 'vitest'
import type { Migration } from '../../src/server/db/dialect.ts'
import { migratePostgres } from '../../src/server/db/migrate-postgres.ts'
import { migrateSqlite } from '../../src/server/db/migrate-sqlite.ts'
import { openSqliteConnection } from '../../src/server/db/sqlite-connection.ts'
import { temporaryPostgres } from './databases.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** An empty database that a test migrates step by step, and its contents afterwards. */
export interface Engine {
  migrate(list: readonly Migration[], log?: (message: string) => void): Promise<void>
  rows(sql: string): Promise<Record<string, unknown>[]>
}

const cleanups: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

/** A folder for an embedded database, removed after the suite. */
export async function freshFile(): Promise<string> {
  const { options, remove } = await temporaryFolder()
  cleanups.push(remove)
  return join(options.dataDir, 'keywright.db')
}

export async function onSqlite(): Promise<Engine> {
  const file = await freshFile()
  const withDatabase = async <T>(work: (db: DatabaseSync) => T | Promise<T>) => {
    const db = openSqliteConnection(file)
    try {
      return await work(db)
    } finally {
      db.close()
    }
  }
  return {
    migrate: (list, log) => withDatabase((db) => migrateSqlite(db, { file, list, log })),
    rows: (sql) => withDatabase((db) => db.prepare(sql).all()),
  }
}

export async function onPostgres(): Promise<Engine & { connect(): Promise<pg.Client> }> {
  const { options, remove } = await temporaryPostgres()
  cleanups.push(remove)
  const url = options.databaseUrl ?? ''
  return {
    migrate: (list, log) => migratePostgres(url, { list, log }),
    /** A connection of somebody else, closed after the suite. */
    async connect() {
      const client = new pg.Client(url)
      await client.connect()
      cleanups.push(() => client.end())
      return client
    },
    async rows(sql) {
      const client = new pg.Client(url)
      await client.connect()
      return client
        .query(sql)
        .then(({ rows }) => rows)
        .finally(() => client.end())
    },
  }
}
