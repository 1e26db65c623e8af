import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { Bindable, DatabaseLoad, DatabaseOptions, Job, PostgresDatabase } from './database.ts'
import { type DiskSpace, probeDiskSpace, probeWrite, watchDiskSpace } from './disk-space.ts'
import { Overloaded, Unavailable } from './errors.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { openPostgresChannel } from './postgres-channel.ts'
import { isConflict } from './postgres-errors.ts'
import { openPool, poolForKysely, withPostgresErrors } from './postgres-pool.ts'
import { readPoolForKysely } from './postgres-reads.ts'
import type { Tables } from './tables.ts'
import { readsOnly, refuseInsideJob, runInsideJob } from './transaction-guards.ts'

/** With the channel 23 connections of a server: four servers stay below PostgreSQL's default of 100. */
const limits = { max: 16, waitMs: 5000 }
/** Reads may queue for as long as one may run. */
const readLimits = { max: 6, waitMs: 30_000 }
const maxTries = 4
const maxRunning = 10_000

/** Opens a PostgreSQL database, which several servers may share. */
export async function openPostgres(databaseUrl: string, options: DatabaseOptions): Promise<PostgresDatabase> {
  const { log = () => {} } = options
  await migratePostgres(databaseUrl, { log })
  const pool = openPool(databaseUrl, log, limits)
  const readPool = openPool(databaseUrl, log, readLimits)
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolForKysely(pool) }) })
  const reads = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: readPoolForKysely(readPool, pool) }) })
  const diskSpace = watchDiskSpace(() =>
    log('The disk of PostgreSQL is full: changes are refused until there is room.'),
  )
  const { transaction, closeTransactions } = createTransactions(kysely, diskSpace)
  const stopLooking = probeDiskSpace(diskSpace, () => transaction(probeWrite))
  let closing: Promise<void> | undefined
  return {
    engine: 'postgres',
    reads: reads.withPlugin(readsOnly),
    keyReads: kysely.withPlugin(readsOnly),
    transaction,
    async query(name, text, values) {
      refuseInsideJob()
      try {
        const { rows } = await withPostgresErrors(pool.query<Bindable[]>({ name, text, values, rowMode: 'array' }))
        return rows
      } catch (error) {
        diskSpace.failed(error)
        throw error
      }
    },
    openChannel: (name, listener) => openPostgresChannel(databaseUrl, name, listener, log),
    async isReady() {
      try {
        await pool.query('SELECT 1 FROM migrations LIMIT 1')
        return true
      } catch {
        return false
      }
    },
    isDiskFull: diskSpace.isFull,
    isReading: () => false,
    load: () => loadOf([pool, readPool]),
    close() {
      stopLooking()
      closing ??= closeTransactions().then(async () => {
        await reads.destroy()
        await kysely.destroy()
      })
      return closing
    },
  }
}

function loadOf(pools: readonly pg.Pool[]): DatabaseLoad {
  const sum = (key: 'totalCount' | 'idleCount' | 'waitingCount') => pools.reduce((all, pool) => all + pool[key], 0)
  const idle = sum('idleCount')
  return { busy: sum('totalCount') - idle, idle, waiting: sum('waitingCount') }
}

function createTransactions(kysely: Kysely<Tables>, diskSpace: DiskSpace) {
  const running = new Set<Promise<unknown>>()
  let isClosed = false

  async function transaction<T>(job: Job<T>): Promise<T> {
    refuseInsideJob()
    if (isClosed) throw new Unavailable('The database is closing.')
    if (running.size >= maxRunning) throw new Overloaded(running.size)
    let hasChanged = false
    const work = runWithRetries(kysely, async (tx) => {
      const result = await job(tx)
      hasChanged = diskSpace.isFull() && (await isChanging(tx))
      return result
    })
    running.add(work)
    try {
      const result = await work
      if (hasChanged) diskSpace.committed()
      return result
    } catch (error) {
      diskSpace.failed(error)
      throw error
    } finally {
      running.delete(work)
    }
  }

  async function closeTransactions(): Promise<void> {
    isClosed = true
    await Promise.allSettled(running)
  }

  return { transaction, closeTransactions }
}

/** Whether the transaction has written anything. */
async function isChanging(tx: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ isChanging: boolean }>`
    SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS "isChanging"`.execute(tx)
  return rows[0]?.isChanging === true
}

/** Serialization failures and deadlocks are retried. */
async function runWithRetries<T>(kysely: Kysely<Tables>, job: Job<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await kysely.transaction().execute((tx) => runInsideJob(() => job(tx)))
    } catch (error) {
      const isRetried = error instanceof Unavailable && isConflict(error.cause) && attempt < maxTries
      if (!isRetried) throw error
    }
  }
}
