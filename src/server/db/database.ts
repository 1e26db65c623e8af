import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export interface DatabaseOptions {
  /** Folder of the embedded database; made when missing. */
  dataDir: string
  /** Address of a PostgreSQL; absent: the embedded SQLite. */
  databaseUrl?: string | undefined
  /** Tests: SQLite without a file. */
  inMemory?: boolean | undefined
  /** Tests: a job that waits for anything but the database fails at once instead of after some seconds. */
  isStrict?: boolean | undefined
  log?: ((message: string) => void) | undefined
  /** Whether a worker thread checkpoints the SQLite file; on unless said otherwise. */
  checkpoint?: boolean | undefined
}

/** What may be bound to a statement. Everything else is refused before a database sees it. */
export type Bindable = string | number | bigint | null | Uint8Array

/** One row as a prepared statement returns it, by column name. */
export type Row = Record<string, Bindable>

/** A piece of work that commits as a whole or not at all; it may run again, so it touches nothing but the database. */
export type Job<T> = (tx: Kysely<Tables>) => Promise<T>

interface CommonDatabase {
  /**
   * Reads outside a transaction; a change through it is refused. On SQLite they wait while a batch is open, so that
   * rows not yet committed are never seen.
   */
  readonly reads: Kysely<Tables>
  /**
   * Runs a job in the next batch, in its own savepoint (SQLite), or in its own transaction (PostgreSQL). Resolves
   * after the COMMIT lies on the disk. Rejects when this job failed, which leaves the others of its batch untouched.
   * A job awaits nothing but its own `tx`. Rejects with Overloaded when too many wait, with Unavailable when the
   * database can't commit.
   */
  transaction<T>(job: Job<T>): Promise<T>
  /** Whether the database answers, for /readyz. */
  isReady(): Promise<boolean>
  /** Whether the last change failed because the disk is full; reads go on meanwhile. */
  isDiskFull(): boolean
  /** Refuses new jobs, commits those that wait, then closes. */
  close(): Promise<void>
}

export interface SqliteDatabase extends CommonDatabase {
  readonly engine: 'sqlite'
  readonly hot: HotReads
  /** Where it lies; undefined in memory. */
  readonly file: string | undefined
  /**
   * Gives the writer's turn to another connection to the file: changes of this one wait until `work` is over, reads go
   * on. For long changes from a thread of their own, which hold up no event loop.
   */
  pauseWriterFor<T>(work: () => Promise<T>): Promise<T>
}

/** Prepared statements on the writer's own connection, for the calls that come thousands of times a second. */
interface HotReads {
  prepare(sql: string): HotStatement
  /** The same with rows as arrays, in the order of the columns: a third faster on a wide row. */
  prepareValues(sql: string): HotValues
  /**
   * Runs synchronous work whose hot reads share one read transaction: locks are taken once instead of at every read,
   * which halves what a read costs. While a batch is open the work runs as it is.
   */
  inOneRead(work: () => void): void
  /**
   * Hot writes: prepared statements in the next batch, with its savepoint and its fsync, without a query builder. Who
   * has patience may wait that long after the last commit for company; any other job takes it along at once.
   */
  write(work: () => void, commitDelayMs?: number): Promise<void>
  /** Undefined: no batch is open, read at once. Otherwise await it and ask again. Not asked inside a job. */
  closed(): Promise<void> | undefined
}

export interface HotStatement {
  get(...values: Bindable[]): Row | undefined
  all(...values: Bindable[]): Row[]
}

export interface HotValues {
  get(...values: Bindable[]): Bindable[] | undefined
}

export interface PostgresDatabase extends CommonDatabase {
  readonly engine: 'postgres'
  /** Runs a named statement, which each connection prepares once. Rows are arrays, in the order of the columns. */
  query(name: string, text: string, values: unknown[]): Promise<Bindable[][]>
  /** Opens a way to tell other servers on this database something; close it before the database. */
  openChannel(name: string, listener: ChannelListener): Channel
}

export interface ChannelListener {
  /** What some server said, this one too. */
  received(text: string): void
  /** The channel is open, for the first time or again: what was said until now may have been missed. */
  connected(): void
}

export interface Channel {
  /** Is heard by every server whose channel is open; lost where there is no connection at the moment. */
  notify(text: string): void
  close(): Promise<void>
}

export type Database = SqliteDatabase | PostgresDatabase
