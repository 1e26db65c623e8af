import type { Clock } from '../lib/clock.ts'
import { abortableSleep } from '../lib/delay-refusal.ts'
import type { Log } from '../lib/log.ts'
import type { Stores } from '../store/index.ts'
import { nextBatchRows } from './retention.ts'

/** Until every node has noticed that an application is gone: nobody is told of a missing session instead. */
const applicationsKeptMs = 60_000
/** Ended sessions are remembered this long, so that an old client learns why its session is over. */
const endedSessionsKeptMs = 30 * 24 * 60 * 60 * 1000
/** Changes of many rows can be undone this long. */
const operationsKeptMs = 7 * 24 * 60 * 60 * 1000

/** Of a busy machine's slices, too, so that more goes than comes. */
const fewestRows = 50
/** The pause behind a slice leaves most of the disk and of a processor to others. */
const pausePerWork = 3
const shortestPauseMs = 10

interface PurgeDeps {
  readonly stores: Stores
  readonly clock: Clock
  readonly log: Log
}

export interface Purge {
  /** Deletes everything that is kept no longer, slice by slice. Ends early when it is stopped. */
  run(): Promise<void>
  stop(): void
}

/** What is forgotten after a time: as much as there is, since any number may have come since the last run. */
export function openPurge({ stores, clock, log }: PurgeDeps): Purge {
  const stopping = new AbortController()
  const before = (ms: number) => new Date(clock.nowMs() - ms)
  const slices: Readonly<Record<string, (rows: number) => Promise<number>>> = {
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
      for (const [name, remove] of Object.entries(slices)) {
        // one that fails is tried again by the next run, and keeps no other from going
        await removeAll(remove).catch((error: unknown) => log.error('purge failed', { of: name, error: String(error) }))
      }
    },
    stop: () => stopping.abort(),
  }
}
