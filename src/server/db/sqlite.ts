import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Durations } from '../lib/metrics/series.ts'
import { StartError } from '../lib/start-error.ts'
import { assertBindable } from './bindable.ts'
import { type Checkpointer, startCheckpoints } from './checkpointer.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import type { Bindable, DatabaseOptions, HotStatement, HotValues, SqliteDatabase } from './database.ts'
import { type DiskReserveFile, openDiskReserveFile } from './disk-reserve-file.ts'
import { type DiskSpace, probeDiskSpace, probeWrite, retryWithReserve, watchDiskSpace } from './disk-space.ts'
import { appliedSteps } from './migrate.ts'
import { migrateSqlite } from './migrate-sqlite.ts'
import { refuseMoveTarget } from './move-mark.ts'
import { measured, openQueryDurations } from './query-durations.ts'
import { openReaderPool, type ReaderPool } from './reader-pool.ts'
import { watchRowChanges } from './row-changes.ts'
import { openSqliteConnection } from './sqlite-connection.ts'
import { sqliteError } from './sqlite-errors.ts'
import { createExecute, createSqliteKysely, type Execute } from './sqlite-kysely.ts'
import { unusableFile } from './start-errors.ts'
import { readsOnly } from './transaction-guards.ts'
import { createWriteGate, type WriteGate } from './write-gate.ts'
import { createWriter } from './writer.ts'

const databaseName = 'keywright.db'

/** How long a job may wait for anything but the database before it is rolled back; tests allow none. */
const jobTimeoutMs = 5000

/**
 * Opens the SQLite database: one connection for changes and for reads by key, with a gate between them, and threads with
 * read-only connections for all other reads.
 */
export async function openSqlite(options: DatabaseOptions): Promise<SqliteDatabase> {
  if (options.inMemory) return start(await openMigrated(':memory:', options), options)
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
  const unlock = lock(options.dataDir)
  try {
    const file = join(options.dataDir, databaseName)
    assertNotGone(file)
    // Before the file is made: a start that is refused leaves none behind.
    if (bytesOf(file) === 0) options.onEmpty?.()
    const db = await openMigrated(file, options)
    const hasCheckpoints = options.checkpoint !== false && !options.hasExternalCheckpoints
    const checkpointer = hasCheckpoints ? startCheckpoints(db, file, options.log) : undefined
    const reserve = openDiskReserveFile(options.dataDir, options.log)
    return start(db, options, { checkpointer, unlock, reserve, readers: openReaderPool(file) })
  } catch (error) {
    unlock()
    throw unusableFile(join(options.dataDir, databaseName), error)
  }
}

function lock(dataDir: string): () => void {
  try {
    return lockDataFolder(dataDir)
  } catch (error) {
    throw unusableFile(join(dataDir, 'keywright.lock'), error)
  }
}

/** SQLite would discard the WAL with the last commits in it, and a first start would hide the loss. */
function assertNotGone(file: string): void {
  if (bytesOf(file) > 0 || bytesOf(`${file}-wal`) === 0) return
  throw new StartError(
    `The database ${file} is gone, but its log ${file}-wal is there. Put it back, or restore a backup.`,
  )
}

const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

async function openMigrated(file: string, options: DatabaseOptions): Promise<DatabaseSync> {
  const { log, schema, keepsSchema } = options
  const db = openSqliteConnection(file)
  try {
    if (options.hasExternalCheckpoints) db.exec('PRAGMA wal_autocheckpoint=0')
    refuseMoveTarget(db)
    await migrateSqlite(db, { file, log, schema, keepsSchema })
    // Savepoint journals stay in memory instead of going to a temporary file from 64 KB on. Set only after the
    // migrations: sorting millions of rows for a new index needs files.
    db.exec('PRAGMA temp_store=MEMORY')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

interface Companions {
  readonly checkpointer?: Checkpointer | undefined
  readonly unlock?: () => void
  readonly reserve?: DiskReserveFile
  /** Absent in memory, which no other connection sees. */
  readonly readers?: ReaderPool
}

function start(
  db: DatabaseSync,
  options: DatabaseOptions,
  { checkpointer, unlock, reserve, readers }: Companions = {},
): SqliteDatabase {
  const execute = createExecute(db)
  const gate = createWriteGate()
  const reusableBytes = createReusableBytes(db)
  const diskSpace = watchDiskSpace({
    onFull: reserve?.release,
    hasRoom: reserve && (() => reserve.hasRoom(reusableBytes)),
  })
  const { changes, batchEnded, pauseEnded } = watchRowChanges(db)
  const durations = openQueryDurations()
  const onCommit = durations.of('commit').observeMs
  const batches = { jobTimeoutMs: options.isStrict ? 0 : jobTimeoutMs, diskSpace, batchEnded, onCommit }
  const writer = createWriter(db, execute, gate, batches)
  const stopProbing = probeDiskSpace(diskSpace, () => writer.transaction(probeWrite))
  const noteStatement = createStatementNotice(db, options)
  const executeByKey: Execute = async (query) => {
    noteStatement(query.sql)
    return execute(query)
  }
  let closing: Promise<void> | undefined
  const reads = readers
    ? createSqliteKysely(measuredReads(readers.execute, durations.of('read'))).withPlugin(readsOnly)
    : createLoopReads(execute, gate)
  return {
    engine: 'sqlite',
    reads,
    lateReads: reads,
    keyReads: createLoopReads(executeByKey, gate),
    hot: {
      write: writer.write,
      changes,
      closed: gate.closed,
      prepare(sql) {
        noteStatement(sql)
        return prepareHot(db, sql)
      },
      prepareValues(sql) {
        noteStatement(sql)
        return prepareValues(db, sql)
      },
    },
    transaction: (job) => retryWithReserve(diskSpace, () => writer.transaction(job)),
    file: unlock && join(options.dataDir, databaseName),
    pauseWriterFor: (work) => writer.pauseFor(() => noteDiskFull(diskSpace, work).finally(pauseEnded)),
    isReady: async () => db.isOpen && db.prepare('SELECT 1 FROM migrations').get() !== undefined,
    appliedSteps: async () => appliedSteps({ run: (sql) => db.prepare(sql).all() }),
    slices: { caughtUp: () => checkpointer?.caughtUp() },
    isDiskFull: diskSpace.isFull,
    queries: durations.metric,
    startReaders: () => readers?.start(),
    isReading: () => readers?.isReading() ?? false,
    load() {
      const { busy, idle, waiting } = readers?.load() ?? { busy: 0, idle: 0, waiting: 0 }
      return { busy, idle, waiting: waiting + writer.waiting() }
    },
    close() {
      closing ??= shutDown()
      return closing
    },
  }

  /** The writer's connection closes last: that moves the WAL into the database file. */
  async function shutDown(): Promise<void> {
    stopProbing()
    await writer.close()
    await readers?.close()
    await checkpointer?.stop()
    reserve?.close()
    db.close()
    unlock?.()
  }
}

const measuredReads =
  (execute: Execute, durations: Durations): Execute =>
  (query) =>
    measured(durations, () => execute(query))

/** Deleted rows leave free pages in the file, which the next rows fill. */
function createReusableBytes(db: DatabaseSync): () => number {
  const pages = db.prepare('SELECT freelist_count * page_size AS bytes FROM pragma_freelist_count, pragma_page_size')
  return () => Number(pages.get()?.bytes)
}

/**
 * Another connection that finds the disk full sets the state for all. Whether its work changed rows is unknown, so
 * success proves nothing.
 */
async function noteDiskFull<T>(diskSpace: DiskSpace, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    diskSpace.failed(error)
    throw error
  }
}

/** Tells a test of each text once. */
function createStatementNotice(db: DatabaseSync, { onLoopStatement }: DatabaseOptions): (sql: string) => void {
  if (!onLoopStatement) return () => {}
  const told = new Set<string>()
  return (sql) => {
    if (told.has(sql)) return
    onLoopStatement({ sql, query: (question) => db.prepare(question).all() })
    told.add(sql)
  }
}

/** On the writer's own connection: they wait while a batch is open, so that rows not yet committed are never seen. */
function createLoopReads(execute: Execute, gate: WriteGate): SqliteDatabase['keyReads'] {
  const kysely = createSqliteKysely(async (query) => {
    for (let closed = gate.closed(); closed; closed = gate.closed()) await closed
    return execute(query)
  })
  return kysely.withPlugin(readsOnly)
}

function prepareValues(db: DatabaseSync, sql: string): HotValues {
  const statement = db.prepare(sql)
  statement.setReturnArrays(true)
  return {
    get(...values) {
      assertBindable(values)
      try {
        return statement.get(...values) as Bindable[] | undefined
      } catch (error) {
        throw sqliteError(error)
      }
    },
  }
}

function prepareHot(db: DatabaseSync, sql: string): HotStatement {
  const statement = db.prepare(sql)
  const guarded = <T>(read: (values: Bindable[]) => T) => {
    return (...values: Bindable[]): T => {
      assertBindable(values)
      try {
        return read(values)
      } catch (error) {
        throw sqliteError(error)
      }
    }
  }
  return { get: guarded((values) => statement.get(...values)), all: guarded((values) => statement.all(...values)) }
}
