import type { DatabaseSync } from 'node:sqlite'
import type { Span } from '@opentelemetry/api'
import type { Kysely } from 'kysely'
import { activeSpan, describeSpan, forActiveSpan, traceBatch } from '../lib/tracing.ts'
import type { Job } from './database.ts'
import type { DiskSpace } from './disk-space.ts'
import { Overloaded, Unavailable } from './errors.ts'
import { sqliteError, sqliteUnavailable } from './sqlite-errors.ts'
import { type Execute, openJobTransaction } from './sqlite-kysely.ts'
import type { Tables } from './tables.ts'
import { guardJob, refuseInsideJob } from './transaction-guards.ts'
import type { WriteGate } from './write-gate.ts'

export interface Writer {
  transaction<T>(job: Job<T>): Promise<T>
  /**
   * Synchronous work with prepared statements, in the next batch like every job. With `commitDelayMs` it may wait that
   * long after the last commit: under load several such writes share one fsync.
   */
  write(work: () => void, commitDelayMs?: number): Promise<void>
  /** Commits nothing while `work` runs, so that another connection may write. Runs one at a time, between batches. */
  pauseFor<T>(work: () => Promise<T>): Promise<T>
  /** Jobs that wait for the next commit. */
  waiting(): number
  /** Rejects new jobs and resolves when the waiting ones are committed. */
  close(): Promise<void>
}

type WaitingJob = WaitingTransaction | WaitingWrite

interface WaitingTransaction {
  /** Of the request that waits for it. */
  readonly cause: Span | undefined
  /** Does the work and returns a function that resolves the caller's promise once the batch is committed. */
  run(tx: Kysely<Tables>): Promise<() => void>
  reject(error: unknown): void
}

/** Synchronous work with prepared statements, without promises or the query builder. */
interface WaitingWrite {
  readonly cause: Span | undefined
  write(): void
  resolve(): void
  reject(error: unknown): void
}

export interface BatchOptions {
  readonly jobTimeoutMs: number
  readonly diskSpace: DiskSpace
  /** Called before anybody is answered; not complete when any job was rolled back. */
  readonly batchEnded: (isComplete: boolean) => void
  /** Called with the time that each commit took. */
  readonly onCommit: (ms: number) => void
}

const maxWaiting = 10_000

/** Limits how long one batch blocks the event loop. */
const maxBatch = 500

/**
 * Group commit. The first job schedules the batch for the end of this turn of the event loop; while its fsync blocks,
 * the next batch forms. A timer would only add latency.
 */
export function createWriter(db: DatabaseSync, execute: Execute, gate: WriteGate, options: BatchOptions): Writer {
  const runBatch = createBatchRunner(db, execute, options)
  const waiting: WaitingJob[] = []
  const pausedWork: (() => Promise<void>)[] = []
  let isFlushing = false
  let isClosed = false
  let lastCommitMs = Number.NEGATIVE_INFINITY
  let delayedFlush: NodeJS.Timeout | undefined
  let flushAtMs = Number.POSITIVE_INFINITY

  function schedule(): void {
    clearTimeout(delayedFlush)
    delayedFlush = undefined
    flushAtMs = Number.POSITIVE_INFINITY
    isFlushing = true
    setImmediate(() => void flush())
  }

  /** An earlier deadline flushes all waiting jobs. */
  function scheduleDelayed(commitDelayMs: number): void {
    const untilMs = lastCommitMs + commitDelayMs
    if (isFlushing || untilMs >= flushAtMs) return
    clearTimeout(delayedFlush)
    flushAtMs = untilMs
    const waitMs = untilMs - performance.now()
    if (waitMs <= 0) schedule()
    else delayedFlush = setTimeout(schedule, waitMs)
  }

  async function flush(): Promise<void> {
    if (waiting.length > 0) await commitWaiting()
    await pausedWork.shift()?.()
    isFlushing = false
    if (waiting.length + pausedWork.length > 0) schedule()
  }

  async function commitWaiting(): Promise<void> {
    const batch = waiting.splice(0, maxBatch)
    gate.close()
    const outcomes = await traceBatch('sqlite', batch, () => runBatch(batch))
    lastCommitMs = performance.now()
    gate.open()
    for (const settle of outcomes) settle()
  }

  function assertAccepting(): void {
    refuseInsideJob()
    if (isClosed) throw new Unavailable('The database is closing.')
    if (waiting.length >= maxWaiting) throw new Overloaded(waiting.length)
  }

  /** For changes; the work of another connection frees space as often as it needs some. */
  function assertAcceptingChange(): void {
    assertAccepting()
    options.diskSpace.assertRoom()
  }

  function add(job: WaitingJob, commitDelayMs: number): void {
    waiting.push(job)
    if (commitDelayMs > 0) scheduleDelayed(commitDelayMs)
    else if (!isFlushing) schedule()
  }

  return {
    async transaction(job) {
      assertAcceptingChange()
      return new Promise((resolve, reject) => {
        const run = async (tx: Kysely<Tables>) => {
          const value = await job(tx)
          return () => resolve(value)
        }
        add({ cause: activeSpan(), run: forActiveSpan(run), reject }, 0)
      })
    },
    async write(work, commitDelayMs = 0) {
      assertAcceptingChange()
      const write = forActiveSpan(work)
      return new Promise<void>((resolve, reject) => add({ cause: activeSpan(), write, resolve, reject }, commitDelayMs))
    },
    async pauseFor(work) {
      assertAccepting()
      return new Promise((resolve, reject) => {
        pausedWork.push(() => work().then(resolve, reject))
        if (!isFlushing) schedule()
      })
    },
    waiting: () => waiting.length,
    async close() {
      isClosed = true
      if (delayedFlush) schedule()
      while (isFlushing) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** A batch is one transaction with a savepoint per job, so that all jobs share one fsync. */
function createBatchRunner(
  db: DatabaseSync,
  execute: Execute,
  { jobTimeoutMs, diskSpace, batchEnded, onCommit }: BatchOptions,
) {
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  const savepoint = db.prepare('SAVEPOINT job')
  const release = db.prepare('RELEASE job')
  const rollbackJob = db.prepare('ROLLBACK TO job')
  const totalChanges = db.prepare('SELECT total_changes() AS count')
  let hasCommittedChange = false
  let isComplete = true

  /** Needed only while the disk is full, to see whether a job changed anything. */
  const countChanges = () => (diskSpace.isFull() ? Number(totalChanges.get()?.count) : 0)

  /** Releases the job's savepoint. */
  function keepChanges(changesBefore: number): void {
    release.run()
    if (countChanges() > changesBefore) hasCommittedChange = true
  }

  /** Rolls back to the job's savepoint and rejects its promise; throws when the whole transaction is gone. */
  function rollBackJob(job: WaitingJob, error: unknown): () => void {
    isComplete = false
    // a full disk or an I/O error may have rolled back the transaction; then the whole batch has failed
    if (!db.isTransaction) throw error
    rollbackJob.run()
    release.run()
    const reason = sqliteError(error)
    diskSpace.failed(reason)
    return () => job.reject(reason)
  }

  function runWrite(job: WaitingWrite): () => void {
    const changes = countChanges()
    savepoint.run()
    try {
      job.write()
      keepChanges(changes)
      return job.resolve
    } catch (error) {
      return rollBackJob(job, error)
    }
  }

  async function runJob(job: WaitingTransaction): Promise<() => void> {
    const changes = countChanges()
    savepoint.run()
    const transaction = openJobTransaction(db, execute)
    try {
      const tellSuccess = await guardJob(() => job.run(transaction.kysely), jobTimeoutMs)
      keepChanges(changes)
      return tellSuccess
    } catch (error) {
      return rollBackJob(job, error)
    } finally {
      transaction.end()
    }
  }

  function rollBackWhatIsLeft(): void {
    try {
      if (db.isTransaction) rollback.run()
    } catch {
      // a second I/O error: the next batch's BEGIN fails because this transaction is still open, and tries the rollback
      // again
    }
  }

  /** A function for each caller, to be called after the commit. */
  return async (batch: readonly WaitingJob[]): Promise<(() => void)[]> => {
    hasCommittedChange = false
    isComplete = true
    try {
      begin.run()
      const outcomes: (() => void)[] = []
      for (const job of batch) outcomes.push('write' in job ? runWrite(job) : await runJob(job))
      const commitsAtMs = performance.now()
      commit.run()
      onCommit(performance.now() - commitsAtMs)
      if (hasCommittedChange) diskSpace.committed()
      batchEnded(isComplete)
      return outcomes
    } catch (error) {
      rollBackWhatIsLeft()
      batchEnded(false)
      const reason = sqliteUnavailable(error)
      describeSpan({}, true)
      diskSpace.failed(reason)
      return batch.map((job) => () => job.reject(reason))
    }
  }
}
