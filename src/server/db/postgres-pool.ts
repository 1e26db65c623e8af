import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { assertBindable } from './bindable.ts'
import { connectTo, runStatement } from './postgres-statement.ts'

const { builtins } = pg.types
const textTypes: ReadonlySet<number> = new Set([builtins.INT8, builtins.NUMERIC])

/** How long a statement may run before PostgreSQL ends it. */
const statementTimeoutMs = 30_000
/** How long its answer is waited for: the server may be gone without closing the connection. */
export const answerTimeoutMs = statementTimeoutMs + 5000

interface PoolLimits {
  /** Connections. */
  readonly max: number
  /** How long a query waits for one of them. */
  readonly waitMs: number
}

/** A pool that survives broken idle connections: the next query opens a new one. */
export function openPool(
  connectionString: string,
  log: (message: string) => void,
  { max, waitMs }: PoolLimits,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: waitMs,
    statement_timeout: statementTimeoutMs,
    keepAlive: true,
    application_name: 'keywright',
    types: { getTypeParser },
  })
  pool.on('error', (error) => log(`A connection to PostgreSQL was lost: ${error.message}`))
  // a query in progress receives the error; without a listener it would also end the process
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export type RunQuery = (client: pg.PoolClient, sql: string, values: unknown[]) => Promise<pg.QueryResult>

/** The pool as Kysely uses it, with mapped errors. */
export function poolForKysely(pool: pg.Pool, runQuery: RunQuery = run): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await connectTo(pool)
      const query: unknown = (sql: string, values: unknown[]) => runQuery(client, sql, values)
      // Kysely's type also requires cursors, which it uses only when given a cursor class
      return { query: query as PostgresPoolClient['query'], release: client.release }
    },
  }
}

export async function run(client: pg.PoolClient, text: string, values: unknown[]): Promise<pg.QueryResult> {
  assertBindable(values)
  return runStatement(client, { text, values }, answerTimeoutMs)
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
