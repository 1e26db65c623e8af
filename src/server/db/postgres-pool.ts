import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Durations } from '../lib/metrics/series.ts'
import { assertBindable } from './bindable.ts'
import type { DatabaseLog, Pooler } from './database.ts'
import { serverName, withoutName } from './move-mark.ts'
import {
  connectTo,
  countConnections,
  deadlineIn,
  isUnusableAfter,
  leftUntil,
  waitForPrimary,
} from './postgres-connect.ts'
import { followPrimary, type PrimaryFinder } from './postgres-primary.ts'
import { runStatement } from './postgres-statement.ts'
import type { Tables } from './tables.ts'

const { builtins } = pg.types
const textTypes: ReadonlySet<number> = new Set([builtins.INT8, builtins.NUMERIC])

/** How long a statement may run before PostgreSQL ends it. */
const statementTimeoutMs = 30_000
/** How long its answer is waited for: the server may be gone without closing the connection. */
const answerTimeoutMs = statementTimeoutMs + 5_000

interface PoolOptions {
  readonly url: string
  /** Of several hosts, the one that takes changes; `url` is that of any. */
  readonly primary?: PrimaryFinder | undefined
  readonly pooler: Pooler
  /** Connections. */
  readonly max: number
  /** How long one is waited for, and how long opening one may take. */
  readonly waitMs: number
  /** How long an unused connection stays open, with what it has planned and cached; 0: for ever. */
  readonly idleMs?: number
  /** Settings of its connections besides those of every pool. */
  readonly settings?: Settings
  readonly log: DatabaseLog
}

type Settings = Readonly<Record<string, string>>

/** A pool that survives broken idle connections: the next query opens a new one. */
export function openPool({ url, primary, pooler, max, waitMs, idleMs = 60_000, settings, log }: PoolOptions): pg.Pool {
  const defaults = { ...ownDefaults, ...settings }
  const pool = new pg.Pool({
    connectionString: pooler === 'none' ? withDefaults(withoutName(url), defaults) : withoutName(url),
    max,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    application_name: serverName,
    types: { getTypeParser },
    ...(pooler === 'session' && { onConnect: (client: pg.ClientBase) => setDefaults(client, defaults) }),
    ...(primary && followPrimary(primary)),
  })
  countConnections(pool)
  if (primary) waitForPrimary(pool)
  pool.on('error', (error) => log(`A connection to PostgreSQL was lost: ${error.message}`, 'warn'))
  // a query in progress receives the error; without a listener it would also end the process
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * The first two: defaults of the database or role must not change what the statements mean, or end none. The others:
 * no read takes more than one processor, or longer to compile than most statements run.
 */
const ownDefaults = {
  statement_timeout: `${statementTimeoutMs}`,
  default_transaction_isolation: 'read committed',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
}

/** The defaults as parameters of the connection's start, beside those of the address. */
function withDefaults(databaseUrl: string, defaults: Settings): string {
  const url = new URL(databaseUrl)
  const own = Object.entries(defaults).map(([name, value]) => `-c ${name}=${value.replace(' ', '\\ ')}`)
  url.searchParams.set('options', [...url.searchParams.getAll('options'), ...own].join(' '))
  return url.href
}

const setTimeoutMs = 5_000

/** A pooler refuses parameters at the start of a connection. */
async function setDefaults(client: pg.ClientBase, defaults: Settings): Promise<void> {
  const text = Object.entries(defaults).map(([name, value]) => `SET ${name} = '${value}'`)
  await runStatement(client, { text: text.join('; ') }, setTimeoutMs)
}

export type RunQuery = (
  client: pg.PoolClient,
  sql: string,
  values: unknown[],
  waitMs: number,
) => Promise<pg.QueryResult>

export interface Waits {
  /** For a free connection. */
  readonly connectMs: number
  /** For the first statement's answer: one that does nothing yet, and so needs no time. */
  readonly firstMs?: number
  /** For the connection and all statements together; without it each statement has its own time. */
  readonly allMs?: number
  /** Measures each statement. */
  readonly durations?: Durations
}

export const kyselyOn = (pool: PostgresPool) => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

/** The pool as Kysely uses it, with mapped errors. Closing is left to its owner. */
export function poolForKysely(
  pool: pg.Pool,
  { connectMs, firstMs = answerTimeoutMs, allMs, durations }: Waits,
  runQuery: RunQuery = run,
): PostgresPool {
  return {
    options: pool.options,
    end: async () => {},
    async connect() {
      const allUntil = allMs === undefined ? undefined : deadlineIn(allMs)
      const client = await connectTo(pool, deadlineIn(connectMs))
      let isFirst = true
      let isUnusable = false
      const waitMs = () => {
        const ownMs = isFirst ? firstMs : answerTimeoutMs
        isFirst = false
        return allUntil === undefined ? ownMs : leftUntil(allUntil)
      }
      const query = async (sql: string, values: unknown[]) => {
        const askedMs = performance.now()
        try {
          return await runQuery(client, sql, values, waitMs())
        } catch (error) {
          isUnusable ||= isUnusableAfter(error)
          throw error
        } finally {
          durations?.observeMs(performance.now() - askedMs)
        }
      }
      return {
        // Kysely's type also requires cursors, which it uses only when given a cursor class
        query: query as unknown as PostgresPoolClient['query'],
        release: (isDiscarded?: boolean) => client.release(isDiscarded || isUnusable),
      }
    },
  }
}

export function run(client: pg.PoolClient, text: string, values: unknown[], waitMs: number): Promise<pg.QueryResult> {
  assertBindable(values)
  return runStatement(client, { text, values }, waitMs)
}

/** Integers as numbers, as SQLite returns them; pg returns ids, counts and sums as text. */
export function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return textTypes.has(oid) ? toNumber : pg.types.getTypeParser(oid, format === 'binary' ? 'text' : format)
}

function toNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError('A number of the database is too large.')
  return value
}
