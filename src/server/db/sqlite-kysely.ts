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
