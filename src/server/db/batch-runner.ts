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
  /** Does the work; returns how to tell its caller once the batch is committed. */
  run(tx: Kysely<Tables>): Promise<() => void>
  reject(error: unknown): void
}

/** A few prepared statements and nothing else: no promise, no query builder. */
interface WaitingWrite {
  write(): void
  resolve(): void
  reject(error: unknown): void
}

/** Runs a batch to its end and returns what to tell each caller. */
export type RunBatch = (batch: readonly WaitingJob[]) => Promise<(() => void)[]>

interface BatchOptions {
  readonly jobTimeoutMs: number
  readonly diskSpace: DiskSpace
}

/** A batch is one transaction in which every job has a savepoint of its own: one fsync for all of them. */
export function createBatchRunner(
  db: DatabaseSync,
  execute: Execute,
  { jobTimeoutMs, diskSpace }: BatchOptions,
): RunBatch {
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  const savepoint = db.prepare('SAVEPOINT job')
  const release = db.prepare('RELEASE job')
  const rollbackJob = db.prepare('ROLLBACK TO job')
  const totalChanges = db.prepare('SELECT total_changes() AS count')
  let hasCommittedChange = false

  /** Only while the disk is full does anybody want to know whether a job changed something. */
  const countChanges = () => (diskSpace.isFull() ? Number(totalChanges.get()?.count) : 0)

  /** Keeps what the job changed for the commit of the batch. */
  function keepChanges(changesBefore: number): void {
    release.run()
    if (countChanges() > changesBefore) hasCommittedChange = true
  }

  /** Takes back what the job did and tells it why; throws when the whole batch is gone. */
  function rollBackJob(job: WaitingJob, error: unknown): () => void {
    // a full disk or an I/O error may have rolled back everything: then the whole batch has failed
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
      // an I/O error again: the next batch's BEGIN fails on what is still open, and comes here once more
    }
  }

  return async (batch) => {
    hasCommittedChange = false
    try {
      begin.run()
      const outcomes: (() => void)[] = []
      for (const job of batch) outcomes.push('write' in job ? runWrite(job) : await runJob(job))
      commit.run()
      if (hasCommittedChange) diskSpace.committed()
      return outcomes
    } catch (error) {
      rollBackWhatIsLeft()
      const reason = sqliteUnavailable(error)
      diskSpace.failed(reason)
      return batch.map((job) => () => job.reject(reason))
    }
  }
}

/** The Kysely of one job. Used after the job's end it throws, where it would change rows outside any transaction. */
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
