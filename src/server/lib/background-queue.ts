import type { Log } from './log.ts'

/** Work that nobody waits for: it is done after the answer, so that the answer's time tells nothing about it. */
export interface BackgroundQueue {
  /** Does the work soon. Beyond a bound it is dropped and the log says so: who floods gets nothing done. */
  add(name: string, work: () => Promise<void>): void
  /** Resolves when everything that was added is done. */
  settled(): Promise<void>
}

const maxWaiting = 200

/** One after another, in the order in which it came; a failure is logged and the next goes on. */
export function createBackgroundQueue(log: Log): BackgroundQueue {
  let waiting = 0
  let last: Promise<void> = Promise.resolve()
  return {
    add(name, work) {
      if (waiting >= maxWaiting) return log.warn('late work dropped', { work: name })
      waiting += 1
      last = last
        // The answer leaves first.
        .then(() => new Promise<void>((resolve) => setImmediate(resolve)))
        .then(work)
        .catch((error: unknown) => log.error('late work failed', { work: name, reason: reasonOf(error) }))
        .finally(() => {
          waiting -= 1
        })
    },
    settled: () => last,
  }
}

/** A mail server's own text may quote the address: its code is enough. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown'
}
