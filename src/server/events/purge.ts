import type { Clock } from '../lib/clock.ts'
import { abortableSleep } from '../lib/delay-refusal.ts'
import type { Log } from '../lib/log.ts'
import type { Stores } from '../store/index.ts'
import { nextBatchRows } from './retention.ts'

/** Every node has noticed the deletion by then, so no client is told of a missing session instead. */
const applicationsKeptMs = 60_000
/** Ended sessions are kept this long, so that an old client learns why its session ended. */
const endedSessionsKeptMs = 30 * 24 * 60 * 60 * 1000
/** Bulk operations can be undone this long. */
const operationsKeptMs = 7 * 24 * 60 * 60 * 1000

/** Minimum batch size, so that deletion keeps up on a busy server. */
const fewestRows = 50
/** The pause after each batch, as a multiple of its duration, leaves most of the disk and CPU to requests. */
const pausePerWork = 3
const shortestPauseMs = 10

interface PurgeDeps {
  readonly stores: Stores
  readonly clock: Clock
  readonly log: Log
}

export interface Purge {
  /** Deletes everything whose time is over, in batches. Returns early when it is stopped. */
  run(): Promise<void>
  stop(): void
}

/** Deletes rows by age. Each run deletes all of them, since any number may have come since the last run. */
export function openPurge({ stores, clock, log }: PurgeDeps): Purge {
  const stopping = new AbortController()
  const before = (ms: number) => new Date(clock.nowMs() - ms)
  const removals: Readonly<Record<string, (rows: number) => Promise<number>>> = {
    applications: (rows) => stores.transaction((tx) => tx.applications.purgeDeleted(before(applicationsKeptMs), rows)),
    'ended sessions': (rows) =>
      stores.transaction((tx) => tx.clientSessions.removeEnded(before(endedSessionsKeptMs), rows)),
    operations: (rows) => stores.transaction((tx) => tx.operations.purge(before(operationsKeptMs), rows)),
  }

  const removeAll = async (remove: (rows: number) => Promise<number>): Promise<void> => {
    let rows = fewestRows
    while (!stopping.signal.aborted) {
      const startMs = performance.now()
      if ((await remove(rows)) === 0) return
      const tookMs = performance.now() - startMs
      rows = Math.max(fewestRows, nextBatchRows(rows, tookMs))
      await abortableSleep(Math.max(tookMs * pausePerWork, shortestPauseMs), stopping.signal)
    }
  }

  return {
    async run() {
      for (const [name, remove] of Object.entries(removals)) {
        // A failure does not stop the others; the next run tries it again.
        await removeAll(remove).catch((error: unknown) => log.error('purge failed', { of: name, error: String(error) }))
      }
    },
    stop: () => stopping.abort(),
  }
}
