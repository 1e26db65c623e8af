import { Worker } from 'node:worker_threads'
import { type Database, DiskFull, type SqliteDatabase, Unavailable } from '../../db/open.ts'
import type { PurgeAnswer } from './activity-purge-thread.ts'
import { type OldActivity, removeActivity } from './remove-activity.ts'

/** One run of deleting old activity in batches. */
export interface ActivityPurge {
  /** Deletes a batch in a transaction of its own; returns how many rows. */
  remove(old: OldActivity): Promise<number>
  close(): Promise<void>
}

/**
 * Deleting a row updates seven indexes, mostly on different pages. With SQLite this and its fsync would block the event
 * loop, so a worker thread does it. It starts with the first batch; reads continue.
 */
export function openActivityPurge(database: Database): ActivityPurge {
  const file = database.engine === 'sqlite' ? database.file : undefined
  if (database.engine === 'sqlite' && file !== undefined) return purgeBeside(database, file)
  return { remove: (old) => database.transaction((tx) => removeActivity(tx, old)), close: async () => {} }
}

function purgeBeside(database: SqliteDatabase, file: string): ActivityPurge {
  let thread: PurgeThread | undefined
  return {
    async remove(old) {
      thread ??= startThread(file)
      const { ask } = thread
      return database.pauseWriterFor(async () => removedOf(await ask(old)))
    },
    close: async () => thread?.close(),
  }
}

function removedOf(answer: PurgeAnswer): number {
  if ('removed' in answer) return answer.removed
  throw new (answer.isDiskFull ? DiskFull : Unavailable)(answer.failed)
}

interface PurgeThread {
  ask(old: OldActivity): Promise<PurgeAnswer>
  close(): Promise<void>
}

function startThread(file: string): PurgeThread {
  const thread = new Worker(new URL('./activity-purge-thread.ts', import.meta.url), { workerData: file })
  let reason = 'it ended'
  thread.on('error', (error) => {
    reason = error.message
  })
  const gone = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  const lost = gone.then(
    (): PurgeAnswer => ({ failed: `The thread that deletes activity: ${reason}.`, isDiskFull: false }),
  )
  return {
    ask(old) {
      const answer = new Promise<PurgeAnswer>((resolve) => thread.once('message', resolve))
      thread.postMessage(old)
      return Promise.race([answer, lost])
    },
    async close() {
      thread.postMessage('stop')
      await gone
    },
  }
}
