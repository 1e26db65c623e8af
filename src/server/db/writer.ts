import type { RunBatch, WaitingJob } from './batch-runner.ts'
import type { Job } from './database.ts'
import { Overloaded, Unavailable } from './errors.ts'
import { refuseInsideJob } from './transaction-guards.ts'

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

const maxWaiting = 10_000

/** Limits how long one batch blocks the event loop. */
const maxBatch = 500

/**
 * Group commit. The first job schedules the batch for the end of this turn of the event loop; while its fsync blocks,
 * the next batch forms. A timer would only add latency.
 */
export function createWriter(runBatch: RunBatch, gate: WriteGate): Writer {
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
    const outcomes = await runBatch(batch)
    lastCommitMs = performance.now()
    gate.open()
    for (const settle of outcomes) settle()
  }

  function assertAccepting(): void {
    refuseInsideJob()
    if (isClosed) throw new Unavailable('The database is closing.')
    if (waiting.length >= maxWaiting) throw new Overloaded(waiting.length)
  }

  function add(job: WaitingJob, commitDelayMs: number): void {
    waiting.push(job)
    if (commitDelayMs > 0) scheduleDelayed(commitDelayMs)
    else if (!isFlushing) schedule()
  }

  return {
    async transaction(job) {
      assertAccepting()
      return new Promise((resolve, reject) => {
        add({ run: async (tx) => resolveLater(resolve, await job(tx)), reject }, 0)
      })
    },
    async write(work, commitDelayMs = 0) {
      assertAccepting()
      return new Promise<void>((resolve, reject) => add({ write: work, resolve, reject }, commitDelayMs))
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

function resolveLater<T>(resolve: (value: T) => void, value: T): () => void {
  return () => resolve(value)
}

/**
 * Closed while a write transaction is open, since on the shared connection other statements would see uncommitted rows.
 */
export interface WriteGate {
  /** Undefined when the gate is open. Otherwise a promise to await before checking again. */
  closed(): Promise<void> | undefined
  close(): void
  open(): void
}

export function createWriteGate(): WriteGate {
  let shut: PromiseWithResolvers<void> | undefined
  return {
    closed: () => shut?.promise,
    close() {
      shut = Promise.withResolvers()
    },
    open() {
      shut?.resolve()
      shut = undefined
    },
  }
}
