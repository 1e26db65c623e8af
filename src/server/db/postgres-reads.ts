import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { ReadAborted, ReadTooLong } from './errors.ts'
import { isCanceled } from './postgres-errors.ts'
import { answerTimeoutMs, poolForKysely, run } from './postgres-pool.ts'
import { runOnPool } from './postgres-statement.ts'
import { readSignal } from './read-signal.ts'

/**
 * A pool of reads as Kysely uses it: each ends at the statement deadline, and when nobody waits for it any more.
 * `canceler` is another pool, since all connections of this one may be busy.
 */
export function readPoolForKysely(pool: pg.Pool, canceler: pg.Pool): PostgresPool {
  return poolForKysely(pool, async (client, sql, values) => {
    const signal = readSignal()
    if (signal?.aborted) throw new ReadAborted()
    try {
      const reading = () => run(client, sql, values)
      return await (signal ? runUntil(signal, canceler, client, reading) : reading())
    } catch (error) {
      if (!isCanceled(error)) throw error
      throw signal?.aborted ? new ReadAborted({ cause: error }) : new ReadTooLong({ cause: error })
    }
  })
}

/** Keeps the connection until the canceling is over: a late one would meet the next statement. */
async function runUntil<T>(
  signal: AbortSignal,
  canceler: pg.Pool,
  client: pg.PoolClient,
  start: () => Promise<T>,
): Promise<T> {
  let canceling: Promise<unknown> | undefined
  const cancel = () => {
    const statement = { text: 'SELECT pg_cancel_backend($1)', values: [processIdOf(client)] }
    canceling = runOnPool(canceler, statement, answerTimeoutMs).catch(() => {})
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await start()
  } finally {
    signal.removeEventListener('abort', cancel)
    await canceling
  }
}

/** pg has it, its types don't. */
const processIdOf = (client: pg.PoolClient) => (client as pg.PoolClient & { readonly processID: number }).processID
