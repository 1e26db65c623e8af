import { releasedDeviceDays } from '../../shared/constants.ts'
import { mailsKeptDays } from '../../shared/mail.ts'
import { shopCallsKeptDays } from '../../shared/shops.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { createPace } from '../lib/pace.ts'
import type { Stores } from '../store/index.ts'

/** Every node has noticed the deletion by then, so no client is told of a missing session instead. */
const applicationsKeptMs = 60_000
/** Ended sessions are kept this long, so that an old client learns why its session ended. */
const endedSessionsKeptMs = 30 * 24 * 60 * 60 * 1000
const releasedDevicesKeptMs = releasedDeviceDays * 24 * 60 * 60 * 1000
const shopCallsKeptMs = shopCallsKeptDays * 24 * 60 * 60 * 1000
const mailsKeptMs = mailsKeptDays * 24 * 60 * 60 * 1000
/** Bulk operations can be undone this long. */
const operationsKeptMs = 7 * 24 * 60 * 60 * 1000

/** A file that no import has: it was being stored when the server was killed. */
const unusedFilesKeptMs = 24 * 60 * 60 * 1000

/** The least rows of a slice, so that deletion keeps up on a busy server, and a long rest after each. */
const pacing = { fewest: 50, restPerWork: 3 }

interface PurgeDeps {
  readonly stores: Stores
  readonly clock: Clock
  readonly log: Log
}

export interface Purge {
  /** Deletes everything whose time is over, in slices. Returns early when it is stopped or aborted. */
  run(lost: AbortSignal): Promise<void>
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
    'released devices': (rows) =>
      stores.transaction((tx) => tx.devices.removeReleased(before(releasedDevicesKeptMs), rows)),
    'calls of shops': (rows) => stores.transaction((tx) => tx.shopCalls.removeOld(before(shopCallsKeptMs), rows)),
    mails: (rows) => stores.transaction((tx) => tx.mails.removeOld(before(mailsKeptMs), rows)),
    'rows of operations': (rows) =>
      stores.transaction((tx) => tx.operations.purgeLists(before(operationsKeptMs), rows)),
    'files of imports': (rows) => stores.transaction((tx) => tx.importFiles.purge(before(unusedFilesKeptMs), rows)),
    operations: (rows) => stores.transaction((tx) => tx.operations.purge(before(operationsKeptMs), rows)),
  }

  const removeAll = async (remove: (rows: number) => Promise<number>, signal: AbortSignal): Promise<void> => {
    const pace = createPace({ ...pacing, ...stores.slices, signal })
    while (!signal.aborted && (await pace.slice(remove)) > 0);
  }

  return {
    async run(lost) {
      const signal = AbortSignal.any([stopping.signal, lost])
      for (const [name, remove] of Object.entries(removals)) {
        // A failure does not stop the others; the next run tries it again.
        await removeAll(remove, signal).catch((error: unknown) =>
          log.error('purge failed', { of: name, error: String(error) }),
        )
      }
    },
    stop: () => stopping.abort(),
  }
}
