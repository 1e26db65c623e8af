import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { databaseAddresses } from '../lib/database-addresses.ts'
import { activeSpan, traceBatch } from '../lib/tracing.ts'
import type { DatabaseLoad, DatabaseOptions, Job, PostgresDatabase, Row } from './database.ts'
import { type DiskSpace, probeDiskSpace, probeWrite, watchDiskSpace } from './disk-space.ts'
import { Overloaded, Unavailable } from './errors.ts'
import { appliedSteps } from './migrate.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { openPostgresChannel } from './postgres-channel.ts'
import { askPostgresClock } from './postgres-clock.ts'
import { deadlineIn, runOnPool } from './postgres-connect.ts'
import { isConflict } from './postgres-errors.ts'
import { openConnections } from './postgres-open-connections.ts'
import { kyselyOn, openPool, poolForKysely, type Waits } from './postgres-pool.ts'
import { openPrimaryFinder, primaryOf } from './postgres-primary.ts'
import { openReadiness } from './postgres-readiness.ts'
import { readPoolForKysely } from './postgres-reads.ts'
import { openReplica } from './postgres-replica.ts'
import type { Statement } from './postgres-statement.ts'
import { measured, openQueryDurations } from './query-durations.ts'
import type { Tables } from './tables.ts'
import { readsOnly, refuseInsideJob, runInsideJob } from './transaction-guards.ts'

/** Connections of a server by default, of which two more are for the channel and the readiness: four servers fit into PostgreSQL's default of 100. */
const defaultPoolMax = 20

/**
 * A call of the public API ends within 5 seconds, one that reads, waits for a hash and then writes within 10: so each of
 * the two has less. Its last statement has at least 1.3 seconds.
 */
const hotWaits = { connectMs: 3_500, allMs: 4_800 } satisfies Waits
/** With the sign-in that is read before, a change that can't begin is refused within 10 seconds. */
const changeWaits = { connectMs: 3_500, firstMs: 1_500 } satisfies Waits
/** Who asks for the readiness waits for 2 to 3 seconds. */
const appliedStepsWaitMs = 1_500
/** Reads may queue for as long as one may run. */
const readWaits = { connectMs: 30_000 } satisfies Waits

/**
 * A named statement is planned once for a connection. Planned while a table had few rows, it read the whole table until
 * PostgreSQL had counted the rows anew, a minute later: during an import that is 40 ms of a processor per login.
 */
const byIndex = { enable_seqscan: 'off' }

const maxTries = 4
const maxRunning = 10_000

/** Opens a PostgreSQL database, which several servers may share. */
export async function openPostgres(databaseUrl: string, options: DatabaseOptions): Promise<PostgresDatabase> {
  const addresses = databaseAddresses(databaseUrl)
  const [address = databaseUrl] = addresses
  const primary = addresses.length > 1 ? openPrimaryFinder(addresses) : undefined
  const { log = () => {}, pooler = 'none', poolMax = defaultPoolMax, directUrl } = options
  const { onEmpty, keepsSchema } = options
  await migratePostgres(directUrl ?? (await primaryOf(databaseUrl)), { log, pooler, onEmpty, keepsSchema })
  const directAddress = async () => directUrl ?? (await primary?.find()) ?? address
  const readMax = Math.floor(poolMax / 4)
  const shared = { url: address, primary, pooler, log }
  const pool = openPool({ ...shared, max: poolMax - readMax, waitMs: changeWaits.connectMs, settings: byIndex })
  const readPool = openPool({ ...shared, max: readMax, waitMs: readWaits.connectMs })
  const isNamed = pooler !== 'transaction'
  const readiness = openReadiness({ ...shared, pool, isNamed })
  const durations = openQueryDurations()
  const hotDurations = durations.of('hot')
  const changes = kyselyOn(poolForKysely(pool, { ...changeWaits, durations: durations.of('change') }))
  const hot = kyselyOn(poolForKysely(pool, { ...hotWaits, durations: hotDurations }))
  const readDurations = durations.of('read')
  const primaryReads = readPoolForKysely(readPool, { ...readWaits, durations: readDurations })
  const reads = kyselyOn(primaryReads)
  const late =
    options.readUrl === undefined
      ? undefined
      : openReplica({ url: options.readUrl, max: readMax, log, durations: readDurations, primary: primaryReads })
  const diskSpace = watchDiskSpace({
    onFull: () => log('The disk of PostgreSQL is full: changes are refused until there is room.', 'error'),
  })
  const { transaction, closeTransactions } = createTransactions({ changes, hot }, diskSpace)
  const stopLooking = probeDiskSpace(diskSpace, () => transaction(probeWrite))
  let closing: Promise<void> | undefined
  return {
    engine: 'postgres',
    reads: reads.withPlugin(readsOnly),
    keyReads: hot.withPlugin(readsOnly),
    lateReads: late?.lateReads ?? reads.withPlugin(readsOnly),
    replica: late?.replica,
    transaction,
    hotConnections: poolMax - readMax,
    async query(name, text, values) {
      refuseInsideJob()
      const statement: Statement = { text, values, rowMode: 'array', ...(isNamed && { name }) }
      try {
        const { rows } = await measured(hotDurations, () => runOnPool(pool, statement, deadlineIn(hotWaits.allMs)))
        return rows
      } catch (error) {
        diskSpace.failed(error)
        throw error
      }
    },
    askClock: (elapsedMs) => askPostgresClock(pool, elapsedMs),
    appliedSteps: () =>
      appliedSteps({
        run: async (text) => (await runOnPool(pool, { text }, deadlineIn(appliedStepsWaitMs))).rows as Row[],
      }),
    // where it fails, the next read tells whoever waits for it
    startReaders: () => void openConnections(readPool, deadlineIn(readWaits.connectMs)).catch(() => {}),
    openChannel: (name, listener) => openPostgresChannel(directAddress, name, listener, log),
    isReady: readiness.isReady,
    isDiskFull: diskSpace.isFull,
    queries: durations.metric,
    slices: { doneBy: 'database' },
    isReading: () => false,
    load: () => loadOf([pool, readPool]),
    close() {
      stopLooking()
      closing ??= closeTransactions().then(async () => {
        await Promise.all([reads, hot, changes].map((kysely) => kysely.destroy()))
        await Promise.all([pool.end(), readPool.end(), readiness.close(), late?.close()])
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

interface ChangePools {
  readonly changes: Kysely<Tables>
  /** For changes that a call of the public API waits for. */
  readonly hot: Kysely<Tables>
}

function createTransactions({ changes, hot }: ChangePools, diskSpace: DiskSpace) {
  const running = new Set<Promise<unknown>>()
  let isClosed = false

  async function transaction<T>(job: Job<T>, { isHot = false } = {}): Promise<T> {
    refuseInsideJob()
    if (isClosed) throw new Unavailable('The database is closing.')
    if (running.size >= maxRunning) throw new Overloaded(running.size)
    let hasChanged = false
    const change = () =>
      runWithRetries(isHot ? hot : changes, async (tx) => {
        const result = await job(tx)
        hasChanged = diskSpace.isFull() && (await isChanging(tx))
        return result
      })
    const work = traceBatch('postgresql', [{ cause: activeSpan() }], change)
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
      return await kysely
        .transaction()
        .setIsolationLevel('read committed')
        .execute((tx) => runInsideJob(() => job(tx)))
    } catch (error) {
      const isRetried = error instanceof Unavailable && isConflict(error.cause) && attempt < maxTries
      if (!isRetried) throw error
    }
  }
}
