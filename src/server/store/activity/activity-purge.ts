import { Worker } from 'node:worker_threads'
import { type Database, DiskFull, type SqliteDatabase, Unavailable } from '../../db/open.ts'
import type { PurgeAnswer } from './activity-purge-thread.ts'
import { type OldActivity, removeActivity } from './remove-activity.ts'

/** One run of deleting old activity, slice by slice. */
export interface ActivityPurge {
  /** Deletes a slice in a transaction of its own; returns how many rows went. */
  remove(old: OldActivity): Promise<number>
  close(): Promise<void>
}

/**
 * Each row that goes is taken out of seven indexes, mostly from pages of its own. On the embedded database that work and
 * its fsync would hold up the event loop, so a thread does it, started at the first slice; reads go on meanwhile.
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
