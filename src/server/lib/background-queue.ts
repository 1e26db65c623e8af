import type { Log } from './log.ts'

/** Runs work after the response, so response time does not reveal whether there was any (timing side channel). */
export interface BackgroundQueue {
  /** Queues the work. When the queue is full it is dropped and logged, so a flood gets nothing done. */
  add(name: string, work: () => Promise<void>): void
  /** Resolves when the queue is empty. */
  settled(): Promise<void>
}

const maxWaiting = 200

/** Runs one after another, in order; a failure is logged and the next one runs. */
export function createBackgroundQueue(log: Log): BackgroundQueue {
  let waiting = 0
  let last: Promise<void> = Promise.resolve()
  return {
    add(name, work) {
      if (waiting >= maxWaiting) return log.warn('background work dropped', { work: name })
      waiting += 1
      last = last
        // The response goes out first.
        .then(() => new Promise<void>((resolve) => setImmediate(resolve)))
        .then(work)
        .catch((error: unknown) => log.error('background work failed', { work: name, reason: reasonOf(error) }))
        .finally(() => {
          waiting -= 1
        })
    },
    settled: () => last,
  }
}

/** The text of a mail server may quote the address, so only its code is logged. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown'
}
