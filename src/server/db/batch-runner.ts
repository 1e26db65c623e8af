import type { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import type { DiskSpace } from './disk-space.ts'
import { Unavailable } from './errors.ts'
import { sqliteError, sqliteUnavailable } from './sqlite-errors.ts'
import { createSqliteKysely, type Execute } from './sqlite-kysely.ts'
import type { Tables } from './tables.ts'
import { guardJob, runInsideJob } from './transaction-guards.ts'

export type WaitingJob = WaitingTransaction | WaitingWrite

interface WaitingTransaction {
  /** Does the work and returns a function that resolves the caller's promise once the batch is committed. */
  run(tx: Kysely<Tables>): Promise<() => void>
  reject(error: unknown): void
}

/** Synchronous work with prepared statements, without promises or the query builder. */
interface WaitingWrite {
  write(): void
  resolve(): void
  reject(error: unknown): void
}

/** Runs a batch and returns a function for each caller, to be called after the commit. */
export type RunBatch = (batch: readonly WaitingJob[]) => Promise<(() => void)[]>

interface BatchOptions {
  readonly jobTimeoutMs: number
  readonly diskSpace: DiskSpace
  /** Called before anybody is answered; not complete when any job was rolled back. */
  readonly batchEnded: (isComplete: boolean) => void
}

/** Group commit: a batch is one transaction with a savepoint per job, so that all jobs share one fsync. */
export function createBatchRunner(
  db: DatabaseSync,
  execute: Execute,
  { jobTimeoutMs, diskSpace, batchEnded }: BatchOptions,
): RunBatch {
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
    const transaction = openTransaction(db, execute)
    try {
      const tellSuccess = await guardJob(() => runInsideJob(() => job.run(transaction.kysely)), jobTimeoutMs)
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

  return async (batch) => {
    hasCommittedChange = false
    isComplete = true
    try {
      begin.run()
      const outcomes: (() => void)[] = []
      for (const job of batch) outcomes.push('write' in job ? runWrite(job) : await runJob(job))
      commit.run()
      if (hasCommittedChange) diskSpace.committed()
      batchEnded(isComplete)
      return outcomes
    } catch (error) {
      rollBackWhatIsLeft()
      batchEnded(false)
      const reason = sqliteUnavailable(error)
      diskSpace.failed(reason)
      return batch.map((job) => () => job.reject(reason))
    }
  }
}

/** The Kysely instance of one job. It throws after the job's end, when it would write outside any transaction. */
function openTransaction(db: DatabaseSync, execute: Execute) {
  let isOver = false
  const kysely = createSqliteKysely(async (query) => {
    if (isOver) throw new Error('This transaction is over. Await every query of a job inside the job.')
    if (!db.isTransaction) throw new Unavailable('The database rolled the transaction back.')
    return execute(query)
  })
  return {
    kysely,
    end() {
      isOver = true
    },
  }
}
