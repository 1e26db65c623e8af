import type { Kysely } from 'kysely'
import type { Metric } from '../lib/metrics/series.ts'
import type { PaceOptions } from '../lib/pace.ts'
import type { ClockSample } from '../lib/shared-clock.ts'
import type { Tables } from './tables.ts'

/** What the operator should know of the database, by default for information. */
export type DatabaseLog = (message: string, level?: 'info' | 'warn' | 'error') => void

export interface DatabaseOptions {
  /** Folder of the SQLite database; created when missing. */
  dataDir: string
  /** URL of a PostgreSQL database; without it, SQLite is used. */
  databaseUrl?: string | undefined
  /** PostgreSQL: how many connections calls and jobs may use in all. */
  poolMax?: number | undefined
  /** PostgreSQL: what kind of pooler `databaseUrl` leads through. */
  pooler?: Pooler | undefined
  /** PostgreSQL behind a pooler: the address without it, for notifications and schema steps. */
  directUrl?: string | undefined
  /** PostgreSQL: address of a replica, for reads that may be some seconds old. */
  readUrl?: string | undefined
  /** Tests: SQLite without a file. */
  inMemory?: boolean | undefined
  /** Tests: makes the schema of an empty SQLite database in one go; its steps one by one take ten times as long. */
  schema?: string | undefined
  /** Tests: a job that awaits anything but the database fails at once instead of after some seconds. */
  isStrict?: boolean | undefined
  log?: DatabaseLog | undefined
  /** Called before the first table is made in an empty database; it may throw. */
  onEmpty?: (() => void) | undefined
  /** Refuses a database that lacks a step of the schema: only the start of a server may change it. */
  keepsSchema?: boolean | undefined
  /** SQLite: another program moves the log into the file, which would miss what is moved without it. */
  hasExternalCheckpoints?: boolean | undefined
  /** Whether a worker thread checkpoints the SQLite file; default true. */
  checkpoint?: boolean | undefined
  /** Tests: called with each text that SQLite runs on the event loop outside a transaction, before its first run. */
  onLoopStatement?: ((statement: LoopStatement) => void) | undefined
}

/** A pooler between server and PostgreSQL, by what it gives a connection for: as long as ours is open, or a transaction. */
export type Pooler = 'none' | 'session' | 'transaction'

export interface LoopStatement {
  readonly sql: string
  /** Asks the same database, such as for the statement's plan. */
  query(sql: string): Row[]
}

/** Values that may be bound to a statement; anything else is rejected before it reaches a database. */
export type Bindable = string | number | bigint | null | Uint8Array

/** A row of a prepared statement, by column name. */
export type Row = Record<string, Bindable>

/** The body of a transaction. It may run more than once, so it must have no effect outside the database. */
export type Job<T> = (tx: Kysely<Tables>) => Promise<T>

/** What the database's connections for reads, or all of them on PostgreSQL, do now. */
export interface DatabaseLoad {
  readonly busy: number
  readonly idle: number
  /** Statements and jobs that wait for a connection or for the next commit. */
  readonly waiting: number
}

interface CommonDatabase {
  /**
   * Reads outside a transaction; a write through it is rejected. They may be long: on SQLite they run on threads with
   * connections of their own, on PostgreSQL on a pool of their own, both with a deadline, so that no call of the public
   * API waits for them. A read sees everything that was committed before it was asked for.
   */
  readonly reads: Kysely<Tables>
  /** Reads that may be some seconds old: on the replica while there is one that keeps up, else as `reads`. */
  readonly lateReads: Kysely<Tables>
  /**
   * Reads that a call of the public API waits for: a few rows by their key. On SQLite they run on the event loop, and
   * wait while a batch is open, so that they never see uncommitted rows.
   */
  readonly keyReads: Kysely<Tables>
  /**
   * Runs a job in the next group commit in a savepoint of its own (SQLite), or in a transaction of its own
   * (PostgreSQL). Resolves after the commit is durable. Rejects when this job failed; other jobs of the batch are not
   * affected. A job awaits nothing but its own `tx`. Rejects with Overloaded when the queue is full, and with
   * Unavailable when the database can't commit. With `isHot`, for a job that a call of the public API waits for, it has
   * 4.8 seconds in all on PostgreSQL.
   */
  transaction<T>(job: Job<T>, options?: { readonly isHot?: boolean }): Promise<T>
  /** Whether the database answers, for /readyz. */
  isReady(): Promise<boolean>
  /** The rows of the applied schema steps. Rejects with Unavailable. */
  appliedSteps(): Promise<Row[]>
  /**
   * How work on many rows is cut into slices. Before each of them `caughtUp` resolves when SQLite's log, which has grown
   * long, has been moved into the database by another thread: past 64 MB the next commit would do it itself, while
   * everybody waits. Undefined: go on. PostgreSQL has processes for it.
   */
  readonly slices: Pick<PaceOptions, 'doneBy' | 'caughtUp'>
  /**
   * Starts the threads that read, or opens the connections, which would start with the first reads: those would take 20
   * to 60 ms longer.
   */
  startReaders(): void
  /** Whether the last write failed because the disk is full. Reads still work. */
  isDiskFull(): boolean
  /** Counted in memory: nothing is asked of the database. */
  load(): DatabaseLoad
  /** How long the database took, for metrics. */
  readonly queries: Metric
  /** Rejects new jobs, commits the waiting ones, then closes. */
  close(): Promise<void>
  /** Whether a read still runs after the close, which SQLite can't interrupt: `process.exit` would wait for it. */
  isReading(): boolean
}

export interface SqliteDatabase extends CommonDatabase {
  readonly engine: 'sqlite'
  readonly hot: HotReads
  /** Path of the file; undefined in memory. */
  readonly file: string | undefined
  /**
   * Pauses this connection's commits while another connection writes to the file; reads continue. For long writes in a
   * worker thread, which don't block the event loop.
   */
  pauseWriterFor<T>(work: () => Promise<T>): Promise<T>
}

/** Prepared statements on the writer's connection, for requests that come thousands of times a second. */
interface HotReads {
  prepare(sql: string): HotStatement
  /** The same with rows as arrays in column order: a third faster on a wide row. */
  prepareValues(sql: string): HotValues
  /** For what is kept of rows in memory: the rule that drops it when any statement touches them. */
  readonly changes: RowChanges
  /**
   * Writes with prepared statements in the next group commit, in a savepoint of their own. With `commitDelayMs` a write
   * may wait that long after the last commit to share the next one; any other job triggers the commit at once.
   */
  write(work: () => void, commitDelayMs?: number): Promise<void>
  /** Undefined: no batch is open, so read now. Otherwise await it and check again. Must not be called inside a job. */
  closed(): Promise<void> | undefined
}

/** An insertion, an update of anything or of any of the columns, or a deletion. */
interface WatchedChange {
  readonly table: string
  readonly on: 'INSERT' | 'UPDATE' | 'DELETE' | { readonly updateOf: readonly string[] }
  /** Only rows for which this SQL condition holds. */
  readonly when?: string
  /** What the listener is told: `old.id`, `new.last_seen_at` … */
  readonly values: readonly string[]
}

/** Tells of changes to rows. Its listeners run synchronously and must not throw. */
export interface RowChanges {
  /** Each row that a statement touches so, inside its transaction and so before anybody is answered. */
  onRow(change: WatchedChange, changed: (...row: Bindable[]) => void): void
  /** The end of each batch, before its callers are answered; not complete when any of its jobs was rolled back. */
  onBatchEnd(ended: (isComplete: boolean) => void): void
  /** Another connection has written. Told when the writer goes on after a pause, and by `lookForForeignWrite`. */
  onForeignWrite(written: () => void): void
  /** To be called often by those who would be told: looks twice a second. */
  lookForForeignWrite(): void
}

export interface HotStatement {
  get(...values: Bindable[]): Row | undefined
  all(...values: Bindable[]): Row[]
}

export interface HotValues {
  get(...values: Bindable[]): Bindable[] | undefined
}

/** A replica of the database, which is read from while it is reached and keeps up. */
export interface Replica {
  /** Reads on it alone. */
  readonly reads: Kysely<Tables>
  /** How far it is behind, as measured last; undefined while that is unknown or it is not reached. */
  lagMs(): number | undefined
  measured(lagMs: number | undefined): void
}

export interface PostgresDatabase extends CommonDatabase {
  readonly engine: 'postgres'
  /** Absent where none is set. */
  readonly replica: Replica | undefined
  /** How many connections `query` and changes share. */
  readonly hotConnections: number
  /** Runs a named statement, which each connection prepares once. Rows are arrays in column order. */
  query(name: string, text: string, values: unknown[]): Promise<Bindable[][]>
  /** Asks for the database's time, by which all servers on it go. `elapsedMs` is the caller's monotonic clock. */
  askClock(elapsedMs: () => number): Promise<ClockSample>
  /** Opens a channel to the other servers on this database (LISTEN/NOTIFY). Close it before the database. */
  openChannel(name: string, listener: ChannelListener): Channel
}

export interface ChannelListener {
  /** A message of any server, including this one. */
  received(text: string): void
  /** The channel was opened or reopened: messages before this may have been missed. */
  connected(): void
}

export interface Channel {
  /** Sends a message to every server whose channel is open. Lost while this server has no connection. */
  notify(text: string): void
  close(): Promise<void>
}

export type Database = SqliteDatabase | PostgresDatabase
