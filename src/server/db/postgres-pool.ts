import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { assertBindable } from './bindable.ts'
import type { DatabaseLog } from './database.ts'
import { postgresError } from './postgres-errors.ts'

const { builtins } = pg.types
const textTypes: ReadonlySet<number> = new Set([builtins.INT8, builtins.NUMERIC])

/** How long a statement may run before PostgreSQL ends it. */
const statementTimeoutMs = 30_000

interface PoolLimits {
  /** Connections. */
  readonly max: number
  /** How long a query waits for one of them. */
  readonly waitMs: number
}

/** A pool that survives broken idle connections: the next query opens a new one. */
export function openPool(connectionString: string, log: DatabaseLog, { max, waitMs }: PoolLimits): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: waitMs,
    statement_timeout: statementTimeoutMs,
    // the server may be gone without closing the connection; nothing else would end the wait
    query_timeout: statementTimeoutMs + 5000,
    keepAlive: true,
    application_name: 'keywright',
    types: { getTypeParser },
  })
  pool.on('error', (error) => log(`A connection to PostgreSQL was lost: ${error.message}`, 'warn'))
  // a query in progress receives the error; without a listener it would also end the process
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export type RunStatement = (client: pg.PoolClient, sql: string, values: unknown[]) => Promise<pg.QueryResult>

/** The pool as Kysely uses it, with mapped errors. */
export function poolForKysely(pool: pg.Pool, runStatement: RunStatement = run): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await withPostgresErrors(pool.connect())
      const query: unknown = (sql: string, values: unknown[]) => runStatement(client, sql, values)
      // Kysely's type also requires cursors, which it uses only when given a cursor class
      return { query: query as PostgresPoolClient['query'], release: client.release }
    },
  }
}

export async function run(client: pg.PoolClient, sql: string, values: unknown[]): Promise<pg.QueryResult> {
  assertBindable(values)
  return withPostgresErrors(client.query(sql, values))
}

export async function withPostgresErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw postgresError(error)
  }
}

/** Integers as numbers, as SQLite returns them; pg returns ids, counts and sums as text. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return textTypes.has(oid) ? toNumber : pg.types.getTypeParser(oid, format === 'binary' ? 'text' : format)
}

function toNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError('A number of the database is too large.')
  return value
}
