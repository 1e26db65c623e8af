import type { DatabaseSync, StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { assertBindable } from './bindable.ts'
import { sqliteError } from './sqlite-errors.ts'
import type { Tables } from './tables.ts'

/** Runs one compiled query on the one connection. */
export type Execute = (query: CompiledQuery) => Promise<QueryResult<unknown>>

/**
 * Kysely over a function that runs a query. It knows no transactions of its own: the writer opens and closes them. No
 * streams either: an open cursor would see uncommitted rows and hold up the checkpoint; long reads go page by page.
 */
export function createSqliteKysely(execute: Execute): Kysely<Tables> {
  const connection: DatabaseConnection = {
    // the caller of Kysely says what a row looks like; nothing checks it on either engine
    executeQuery: <R>(query: CompiledQuery) => execute(query) as Promise<QueryResult<R>>,
    streamQuery() {
      throw new Error('Read in pages instead of a stream.')
    },
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    destroy: async () => {},
    beginTransaction: refuseTransaction,
    commitTransaction: refuseTransaction,
    rollbackTransaction: refuseTransaction,
  }
  const dialect: Dialect = {
    createDriver: () => driver,
    createAdapter: () => new UnlockedAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  }
  return new Kysely<Tables>({ dialect })
}

/** Kysely's own mutex orders its queries only; the gate orders them and the prepared statements. */
class UnlockedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

async function refuseTransaction(): Promise<never> {
  throw new Error('Transactions are opened with transaction(job) alone.')
}

interface CachedStatement {
  readonly statement: StatementSync
  /** Whether it returns rows: a select, or a change with RETURNING. */
  readonly isReader: boolean
}

/**
 * Prepares each text once and keeps those used last: an IN list of changing length makes ever new texts. After a change
 * of the schema SQLite prepares a kept statement anew by itself.
 */
export function createStatementCache(db: DatabaseSync, capacity = 500): (sql: string) => CachedStatement {
  const cache = new Map<string, CachedStatement>()
  return (sql) => {
    const cached = cache.get(sql) ?? prepareStatement(db, sql)
    cache.delete(sql)
    cache.set(sql, cached)
    if (cache.size > capacity) dropOldest(cache)
    return cached
  }
}

function prepareStatement(db: DatabaseSync, sql: string): CachedStatement {
  const statement = db.prepare(sql)
  return { statement, isReader: statement.columns().length > 0 }
}

function dropOldest(cache: Map<string, unknown>): void {
  for (const oldest of cache.keys()) {
    cache.delete(oldest)
    return
  }
}

/** Runs compiled queries on a connection, each text prepared once. */
export function createExecute(db: DatabaseSync): Execute {
  const prepare = createStatementCache(db)
  return async ({ sql, parameters }) => {
    assertBindable(parameters)
    try {
      const { statement, isReader } = prepare(sql)
      if (isReader) return { rows: statement.all(...parameters) }
      const { changes, lastInsertRowid } = statement.run(...parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    } catch (error) {
      throw sqliteError(error)
    }
  }
}
