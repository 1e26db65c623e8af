import type { DatabaseSync } from 'node:sqlite'
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
import { Unavailable } from './errors.ts'
import { sqliteError } from './sqlite-errors.ts'
import { createStatementCache } from './statement-cache.ts'
import type { Tables } from './tables.ts'

/** Runs a compiled query. */
export type Execute = (query: CompiledQuery) => Promise<QueryResult<unknown>>

/**
 * A Kysely instance over a function that runs a query. It has no transactions, which the writer opens and closes, and
 * no streams: an open cursor would see uncommitted rows and block the checkpoint. Long reads are paged.
 */
export function createSqliteKysely(execute: Execute): Kysely<Tables> {
  const connection: DatabaseConnection = {
    // the caller declares the type of a row; neither engine checks it
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

/** Kysely's own mutex would only order its queries; the write gate orders them together with prepared statements. */
class UnlockedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

async function refuseTransaction(): Promise<never> {
  throw new Error('Transactions are opened with transaction(job) alone.')
}

/** Runs compiled queries on a connection, with cached statements. */
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

/** The Kysely instance of one job. It throws after the job's end, when it would write outside any transaction. */
export function openJobTransaction(db: DatabaseSync, execute: Execute) {
  let isOver = false
  const kysely = createSqliteKysely(async (query) => {
    if (isOver) throw new Error('This transaction is over. Await every query of a job inside the job.')
    if (!db.isTransaction) throw new Unavailable('The database rolled the transaction back.')
    return execute(query)
  })
  return {
    kysely,
    end() {
      isOver = true
    },
  }
}
