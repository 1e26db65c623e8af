import type { clientRanges } from '../../../shared/contract/stats.ts'
import { customClient, describeClient } from '../../lib/client-versions.ts'
import type { Clock } from '../../lib/clock.ts'
import { type ClientLogins, dayOf } from '../../store/applications/client-days.ts'
import type { StoreSet } from '../../store/index.ts'

/** How old the count of live sessions may be. */
const countMs = 15_000
/** Rows read at once; requests are served between two slices. */
const sliceRows = 2_000
/** Bounds the kept counts; beyond it they start over. */
const maxApplications = 1_000

type LiveCounts = ReadonlyMap<string, number>

/** Counts the live sessions of an application by client library; a count is kept for a moment and shared. */
export function openLiveClients(stores: Pick<StoreSet, 'clientDays'>, clock: Clock) {
  const kept = new Map<number, { readonly atMs: number; readonly counts: Promise<LiveCounts> }>()

  const count = async (applicationId: number): Promise<LiveCounts> => {
    const counts = new Map<string, number>()
    let after: number | undefined = 0
    while (after !== undefined) {
      const slice = await stores.clientDays.countLive(applicationId, clock.now(), after, sliceRows)
      for (const [client, live] of slice.live) {
        // sessions that a server of the previous release started name none
        const name = client ?? customClient
        counts.set(name, live + (counts.get(name) ?? 0))
      }
      after = slice.lastId
    }
    return counts
  }
  return (applicationId: number): Promise<LiveCounts> => {
    const last = kept.get(applicationId)
    if (last && Math.abs(clock.nowMs() - last.atMs) < countMs) return last.counts
    if (kept.size >= maxApplications) kept.clear()
    const counts = count(applicationId)
    kept.set(applicationId, { atMs: clock.nowMs(), counts })
    counts.catch(() => kept.delete(applicationId))
    return counts
  }
}

/** Days from today back, as many as the range has. */
export const firstDay = (range: (typeof clientRanges)[number], now: Date): number => dayOf(now) - Number(range) + 1

/** One row per client library that signed in within the range or is live, the most used first. */
export function clientRows(logins: readonly ClientLogins[], live: LiveCounts) {
  const byClient = new Map(logins.map((each) => [each.client, each]))
  const clients = [...new Set([...byClient.keys(), ...live.keys()])]
  return clients
    .map((client) => ({
      ...describeClient(client),
      logins: byClient.get(client)?.logins ?? 0,
      liveSessions: live.get(client) ?? 0,
      lastSeen: byClient.get(client)?.lastAt ?? null,
    }))
    .sort((a, b) => b.logins - a.logins || b.liveSessions - a.liveSessions || (a.client < b.client ? -1 : 1))
}
