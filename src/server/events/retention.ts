import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../lib/clock.ts'
import type { Application } from '../store/applications.ts'
import type { Stores } from '../store/index.ts'

/** How long activity is kept: so many days, and at most so many rows of one application. */
export interface RetentionLimits {
  readonly days: number
  readonly rows: number
}

const jumpMs = 60 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000

/**
 * A batch holds up everything else on the embedded database, and each row is taken out of seven indexes, mostly from
 * pages of its own: a batch has as many rows as take about this long. The pause behind it is ten times as long.
 */
const batchMs = 1
const batchRows = { fewest: 10, most: 50 }
const pausePerWork = 10
const shortestPauseMs = 10

/** The rows of the next batch, by how long this one held up others: not at all where another process does the work. */
export function nextBatchRows(rows: number, heldUpMs: number): number {
  const fitting = Math.floor((rows * batchMs) / Math.max(heldUpMs, 0.01))
  return Math.min(Math.max(fitting, batchRows.fewest), batchRows.most)
}

/** An application keeps its log shorter than the installation where it says so, never longer. */
export function limitsOf(
  { activityDays, activityRows }: Pick<Application, 'activityDays' | 'activityRows'>,
  installation: RetentionLimits,
): RetentionLimits {
  return {
    days: Math.min(activityDays ?? installation.days, installation.days),
    rows: Math.min(activityRows ?? installation.rows, installation.rows),
  }
}

interface RetentionDeps {
  readonly stores: Stores
  readonly clock: Clock
  readonly limits: RetentionLimits
}

export interface Retention {
  /** Deletes what is beyond the limits, the oldest first; returns how many rows went. Ends early when it is stopped. */
  run(): Promise<number>
  stop(): void
}

export function openRetention({ stores, clock, limits }: RetentionDeps): Retention {
  const stopping = new AbortController()
  let gainMs = clock.nowMs() - clock.elapsedMs()

  /** Nothing is deleted by a clock that was just set: it may be set again. */
  const wasClockSet = () => {
    const before = gainMs
    gainMs = clock.nowMs() - clock.elapsedMs()
    return Math.abs(gainMs - before) > jumpMs
  }

  const removeBatch = (applicationId: number, olderThan: Date | undefined, limit: number) =>
    stores.transaction(async (tx) => {
      const before = performance.eventLoopUtilization()
      const removed = await tx.activity.removeOldest(applicationId, olderThan, limit)
      const { active: heldUpMs } = performance.eventLoopUtilization(before)
      if (removed > 0) await tx.counters.add([{ applicationId, name: 'activity', day: 0, by: -removed }])
      return { removed, heldUpMs }
    })

  /** Batch after batch until one is not full, with pauses that leave nearly all of the time to others. */
  const removeAll = async (applicationId: number, before: Date | undefined, most: number): Promise<number> => {
    let total = 0
    let rows = batchRows.fewest
    while (total < most && !stopping.signal.aborted) {
      const startMs = performance.now()
      const wanted = Math.min(rows, most - total)
      const { removed, heldUpMs } = await removeBatch(applicationId, before, wanted)
      total += removed
      if (removed < wanted) break
      rows = nextBatchRows(wanted, heldUpMs)
      await pause(Math.max((performance.now() - startMs) * pausePerWork, shortestPauseMs), stopping.signal)
    }
    return total
  }

  const runOn = async (application: Application): Promise<number> => {
    const { days, rows } = limitsOf(application, limits)
    const old = await removeAll(application.id, new Date(clock.nowMs() - days * dayMs), Number.POSITIVE_INFINITY)
    const { activityCount } = await stores.counters.summary(application.id, clock.now())
    const excess = activityCount - rows
    return excess > 0 ? old + (await removeAll(application.id, undefined, excess)) : old
  }

  return {
    async run() {
      if (wasClockSet()) return 0
      await stores.activityPartitions.upkeep(clock.now(), limits.days)
      await stores.transaction((tx) => tx.eventCounts.removeOld(clock.now()))
      let removed = 0
      for (const application of await stores.applications.list()) {
        if (stopping.signal.aborted) break
        removed += await runOn(application)
      }
      return removed
    },
    stop: () => stopping.abort(),
  }
}

/** A pause that a stop cuts short. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}
