import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Unanswered } from './errors.ts'
import { postgresError } from './postgres-errors.ts'
import { runStatement, type Statement } from './postgres-statement.ts'

/** The server has no connection to give at the moment: too many are open, or it is starting or stopping. */
const fullServer: ReadonlySet<unknown> = new Set(['53300', '57P03'])
const retryMs = 100

/** A point in time of `performance.now()`. */
export type Deadline = number

export const deadlineIn = (ms: number): Deadline => performance.now() + ms
export const leftUntil = (deadline: Deadline): number => deadline - performance.now()

const hasSeveralHosts = new WeakSet<pg.Pool>()

/** While no host of this pool's database is the primary, one is waited for: a standby takes over within seconds. */
export const waitForPrimary = (pool: pg.Pool) => void hasSeveralHosts.add(pool)

/** A connection of the pool, with mapped errors. While the server is full it is waited for. */
export async function connectTo(pool: pg.Pool, deadline: Deadline): Promise<pg.PoolClient> {
  for (;;) {
    try {
      return await connectOnce(pool, deadline)
    } catch (error) {
      const isFull = isFullServer(error)
      if (!(isFull || hasSeveralHosts.has(pool)) || leftUntil(deadline) <= retryMs) throw postgresError(error)
      if (isFull) waitForOwnConnections(pool)
      await sleep(retryMs)
    }
  }
}

/** Runs a statement on any connection of the pool. */
export async function runOnPool(pool: pg.Pool, statement: Statement, deadline: Deadline): Promise<pg.QueryResult> {
  return runAndRelease(await connectTo(pool, deadline), statement, deadline)
}

export async function runAndRelease(
  client: pg.PoolClient,
  statement: Statement,
  deadline: Deadline,
): Promise<pg.QueryResult> {
  let failure: unknown
  try {
    return await runStatement(client, statement, leftUntil(deadline))
  } catch (error) {
    failure = error
    throw error
  } finally {
    client.release(isUnusableAfter(failure))
  }
}

/** Whether the server refused to open a connection for now. */
export const isFullServer = (error: unknown) => error instanceof Error && 'code' in error && fullServer.has(error.code)

/** The server behind a connection takes no more changes (it was demoted), or is stopping. */
const lostServer: ReadonlySet<unknown> = new Set(['25006', '57P01', '57P02', '57P03'])

/** Whether a connection must not be used again after a mapped error. */
export function isUnusableAfter(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && lostServer.has(cause.code)
}

/** A connection of the pool, or the error of pg. */
export function connectOnce(pool: pg.Pool, deadline: Deadline): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(
      () => {
        isLate = true
        reject(new Unanswered('No connection to PostgreSQL was free in time.'))
      },
      Math.max(1, leftUntil(deadline)),
    )
    pool.connect((error, client) => {
      clearTimeout(timer)
      if (isLate) client?.release()
      else if (client) resolve(client)
      else reject(error)
    })
  })
}

/** Open connections of each pool, without those that are being opened. */
const openOf = new WeakMap<pg.Pool, number>()
const lowered = new WeakSet<pg.Pool>()

/** Call it before the pool is used. */
export function countConnections(pool: pg.Pool): void {
  const add = (change: number) => openOf.set(pool, (openOf.get(pool) ?? 0) + change)
  pool.on('connect', () => add(1))
  pool.on('remove', () => add(-1))
}

/**
 * A full server is asked for one more connection at a time, as forking a process only to refuse it costs it much:
 * meanwhile callers wait in the pool's queue for the connections it has.
 */
function waitForOwnConnections(pool: pg.Pool): void {
  const { options } = pool
  const { max } = options
  options.max = Math.max(1, openOf.get(pool) ?? 0)
  if (lowered.has(pool)) return
  lowered.add(pool)
  const timer = setInterval(() => {
    options.max += 1
    if (options.max < max) return
    clearInterval(timer)
    lowered.delete(pool)
  }, retryMs).unref()
}
