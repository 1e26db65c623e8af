import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { ReadAborted, ReadTooLong } from './errors.ts'
import { isCanceled } from './postgres-errors.ts'
import { poolForKysely, run, type Waits } from './postgres-pool.ts'
import { cancelStatement } from './postgres-statement.ts'
import { readSignal } from './read-signal.ts'

/** A pool of reads as Kysely uses it: each ends at the statement deadline, and when nobody waits for it any more. */
export function readPoolForKysely(pool: pg.Pool, waits: Pick<Waits, 'connectMs' | 'durations'>): PostgresPool {
  return poolForKysely(pool, waits, async (client, sql, values, waitMs) => {
    const signal = readSignal()
    if (signal?.aborted) throw new ReadAborted()
    try {
      const reading = () => run(client, sql, values, waitMs)
      return await (signal ? runUntil(signal, client, reading) : reading())
    } catch (error) {
      if (!isCanceled(error)) throw error
      throw signal?.aborted ? new ReadAborted({ cause: error }) : new ReadTooLong({ cause: error })
    }
  })
}

/** A cancel that reaches the server before its statement ends nothing, so it is sent again. */
const cancelAgainMs = 250

/** Keeps the connection until the canceling is over: a late one would meet the next statement. */
async function runUntil<T>(signal: AbortSignal, client: pg.PoolClient, start: () => Promise<T>): Promise<T> {
  const ended = new AbortController()
  let canceling: Promise<void> | undefined
  const cancelUntilEnded = async () => {
    while (!ended.signal.aborted) {
      await cancelStatement(client)
      await sleep(cancelAgainMs, undefined, { signal: ended.signal }).catch(() => {})
    }
  }
  const cancel = () => {
    canceling = cancelUntilEnded()
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await start()
  } finally {
    signal.removeEventListener('abort', cancel)
    ended.abort()
    await canceling
  }
}
