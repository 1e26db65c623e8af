import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../lib/clock.ts'
import type { ClockJumpDetector } from '../lib/clock-jump.ts'
import { createPace } from '../lib/pace.ts'
import { runAll } from '../lib/run-all.ts'
import type { ActivityPurge } from '../store/activity/activity-purge.ts'
import type { OldActivity } from '../store/activity/remove-activity.ts'
import type { Application } from '../store/applications/applications.ts'
import type { Stores } from '../store/index.ts'
import type { Position } from '../store/keyset-pagination.ts'

/** How long activity is kept: a number of days, and a maximum of rows per application. */
export interface RetentionLimits {
  readonly days: number
  readonly rows: number
}

const dayMs = 24 * 60 * 60 * 1000

/** The rest after each slice, as a multiple of its duration, leaves most of the disk and CPU to requests. */
const restPerWork = 3

/** Rows counted at once: some milliseconds that block the event loop. */
const countedRows = 5_000

/** An application may shorten the retention of the installation, never extend it. */
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
  readonly clockJumps: ClockJumpDetector
  readonly limits: RetentionLimits
}

export interface Retention {
  /** Deletes rows beyond the limits, oldest first. Returns how many. Returns early when it is stopped or aborted. */
  run(lost?: AbortSignal): Promise<number>
  stop(): void
}

/** What deletes, and when it has to stop. */
interface Run {
  readonly purge: ActivityPurge
  readonly signal: AbortSignal
}

export function openRetention({ stores, clock, clockJumps, limits }: RetentionDeps): Retention {
  const stopping = new AbortController()

  /** Deletes in slices until one is not full. Other writes wait for a slice, also where another thread does it. */
  const removeAll = async ({ purge, signal }: Run, old: Omit<OldActivity, 'limit'>, most: number): Promise<number> => {
    const pace = createPace({ restPerWork, doneBy: stores.slices.doneBy ?? 'thread', signal })
    let total = 0
    let isMore = true
    while (isMore && total < most && !signal.aborted) {
      isMore = await pace.slice(async (rows) => {
        const limit = Math.min(rows, most - total)
        const removed = await purge.remove({ ...old, limit })
        total += removed
        return removed === limit
      })
    }
    return total
  }

  /**
   * The number of rows. When the counter is above the limit, the rows themselves are counted before any is deleted: a
   * counter that is too high would delete rows that should be kept. The counter is then corrected.
   */
  const countKept = async (applicationId: number, rows: number): Promise<number> => {
    const { activityCount } = await stores.counters.summary(applicationId, clock.now())
    if (activityCount <= rows) return activityCount
    let counted = 0
    let before: Position | undefined
    do {
      const slice = await stores.activity.countSlice(applicationId, {}, before, countedRows)
      counted += slice.count
      before = slice.next
      await setImmediate()
    } while (before)
    if (counted < activityCount) {
      await stores.transaction((tx) => tx.counters.correctActivity(applicationId, activityCount, counted))
    }
    return counted
  }

  const runOn = async (run: Run, application: Application): Promise<number> => {
    const { id: applicationId } = application
    await stores.transaction((tx) => tx.counters.removeOldDays(applicationId, clock.now()))
    const { days, rows } = limitsOf(application, limits)
    const before = new Date(clock.nowMs() - days * dayMs)
    const isOld = await stores.activity.hasBefore(applicationId, before)
    const old = isOld ? await removeAll(run, { applicationId, before }, Number.POSITIVE_INFINITY) : 0
    const excess = (await countKept(applicationId, rows)) - rows
    return excess > 0 ? old + (await removeAll(run, { applicationId, before: undefined }, excess)) : old
  }

  return {
    async run(lost) {
      if (!clockJumps.isSure()) return 0
      const signal = lost ? AbortSignal.any([stopping.signal, lost]) : stopping.signal
      let removed = 0
      await runAll([
        () => stores.activityPartitions.makeAhead(clock.now()),
        () => stores.activityPartitions.dropOld(clock.now(), limits.days),
        () => stores.transaction((tx) => tx.eventCounts.removeOld(clock.now())),
        () => stores.transaction((tx) => tx.clientDays.removeOld(clock.now())),
        () => stores.transaction((tx) => tx.deliveries.removeOldDays(clock.now())),
        async () => {
          const applications = await stores.applications.list()
          const purge = stores.openActivityPurge()
          const works = applications.map((application) => async () => {
            if (!signal.aborted) removed += await runOn({ purge, signal }, application)
          })
          await runAll(works).finally(() => purge.close())
        },
      ])
      return removed
    },
    stop: () => stopping.abort(),
  }
}
