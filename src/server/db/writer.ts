import type { RunBatch, WaitingJob } from './batch.ts'
import type { Job } from './database.ts'
import { Overloaded, Unavailable } from './errors.ts'
import type { Gate } from './gate.ts'
import { refuseInsideJob } from './inside-job.ts'

export interface Writer {
  transaction<T>(job: Job<T>): Promise<T>
  /** Synchronous work with prepared statements, in the next batch like every job. */
  write(work: () => void): Promise<void>
  /** Refuses new jobs and resolves when the waiting ones are committed. */
  close(): Promise<void>
}

const maxWaiting = 10_000

/** Bounds how long one batch keeps the event loop from everything else. */
const maxBatch = 500

/**
 * Group commit. The first job schedules the batch for the end of this turn of the event loop; while its fsync blocks,
 * the next batch forms by itself. A timer in its place only adds waiting.
 */
export function createWriter(runBatch: RunBatch, gate: Gate): Writer {
  const waiting: WaitingJob[] = []
  let isFlushing = false
  let isClosed = false

  function schedule(): void {
    isFlushing = true
    setImmediate(() => void flush())
  }

  async function flush(): Promise<void> {
    const batch = waiting.splice(0, maxBatch)
    gate.close()
    const outcomes = await runBatch(batch)
    gate.open()
    for (const tell of outcomes) tell()
    isFlushing = false
    if (waiting.length > 0) schedule()
  }

  function assertRoom(): void {
    refuseInsideJob()
    if (isClosed) throw new Unavailable('The database is closing.')
    if (waiting.length >= maxWaiting) throw new Overloaded(waiting.length)
  }

  function add(job: WaitingJob): void {
    waiting.push(job)
    if (!isFlushing) schedule()
  }

  return {
    async transaction(job) {
      assertRoom()
      return new Promise((resolve, reject) => {
        add({ run: async (tx) => answer(resolve, await job(tx)), reject })
      })
    },
    async write(work) {
      assertRoom()
      return new Promise<void>((resolve, reject) => add({ write: work, resolve, reject }))
    },
    async close() {
      isClosed = true
      while (isFlushing) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

function answer<T>(resolve: (value: T) => void, value: T): () => void {
  return () => resolve(value)
}
