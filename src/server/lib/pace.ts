import { performance } from 'node:perf_hooks'
import timers from 'node:timers/promises'

/**
 * How long a slice may keep the processor busy, and how long it may hold the event loop: with SQLite that includes the
 * flush of the disk.
 */
const sliceMs = { busy: 5, held: 25 }
/**
 * A flush takes as long for ten rows as for a hundred. On a slow disk smaller slices would only be more flushes for
 * others to wait for, so a slice may always hold the loop this many times as long as the shortest one did.
 */
const timesShortest = 2
const bounds = { fewest: 10, most: 500 }
/** The whole time of a slice that another thread or process does. */
const longestMs = { thread: 5, database: 100 }
/** The rest, as a multiple of the slice's time. A database of its own leaves the loop free for most of a slice. */
const usualRests = { loop: 1, thread: 1, database: 0.25 }
const restMs = { shortest: 1, longest: 1_000 }
/** Timers are up to this late even on an idle machine. */
const lateFromMs = 3
/** Under any load, long work makes progress. */
const maxRests = 4

/** Sizes the slices of long work by time and rests between them, so that nobody waits for it. */
export interface Pace {
  /** Rows of the next slice. */
  readonly rows: number
  /**
   * Does a slice of about as many rows as fit into five milliseconds of the processor, then rests for at least as long
   * as it took: `await pace.slice((rows) => removeSome(rows))`. The rest ends early when the work is stopped.
   */
  slice<T>(work: (rows: number) => Promise<T>): Promise<T>
}

export interface PaceOptions {
  /** Rows of the first slice, and the least; fewer are more overhead than work. */
  readonly fewest?: number
  readonly most?: number
  /** The rest, as a multiple of the slice's time: more for work that nobody waits for. */
  readonly restPerWork?: number
  /**
   * Who does the work, and so how a slice is sized. `loop`: this thread, by how long it was busy and held the loop.
   * `thread`: another one while others wait for the database, by the whole time: 5 ms. `database`: a process of its own,
   * by the whole time too: 100 ms, for which others wait only where they change the same rows. What this thread does
   * meanwhile is done for others: sized by that, a slice on PostgreSQL had ten rows beside 200 verifies a second, and
   * seven days more for a million users took hours.
   */
  readonly doneBy?: 'loop' | 'thread' | 'database'
  /** What has to be waited for before a slice, if anything: the database, while it is behind with the last ones. */
  readonly caughtUp?: () => Promise<void> | undefined
  /** Ends a rest. */
  readonly signal?: AbortSignal
}

interface SliceCost {
  readonly busyMs: number
  readonly heldMs: number
  /** Of the slices so far. */
  readonly shortestHeldMs: number
}

/** The size of the next slice, from what this one took. */
export function nextSliceRows(
  rows: number,
  { busyMs, heldMs, shortestHeldMs }: SliceCost,
  { fewest, most } = bounds,
): number {
  const mayHoldMs = Math.max(sliceMs.held, timesShortest * shortestHeldMs)
  return fittingRows(rows, Math.max(busyMs / sliceMs.busy, heldMs / mayHoldMs), { fewest, most })
}

/** As many rows as fit, when `rows` took this share of what a slice may take. */
function fittingRows(rows: number, share: number, { fewest, most }: typeof bounds): number {
  return Math.min(Math.max(Math.floor(rows / Math.max(share, 0.001)), fewest), most)
}

export function createPace({
  fewest = bounds.fewest,
  most = bounds.most,
  doneBy = 'loop',
  restPerWork = usualRests[doneBy],
  caughtUp,
  signal,
}: PaceOptions = {}): Pace {
  let rows = fewest
  let shortestHeldMs = Number.POSITIVE_INFINITY
  return {
    get rows() {
      return rows
    },
    async slice(work) {
      await caughtUp?.()
      const startMs = performance.now()
      const loop = performance.eventLoopUtilization()
      const thread = process.threadCpuUsage()
      const result = await work(rows)
      const tookMs = performance.now() - startMs
      if (doneBy === 'loop') {
        const heldMs = performance.eventLoopUtilization(loop).active
        shortestHeldMs = Math.min(shortestHeldMs, heldMs)
        rows = nextSliceRows(rows, { busyMs: busyMsSince(thread), heldMs, shortestHeldMs }, { fewest, most })
      } else {
        rows = fittingRows(rows, tookMs / longestMs[doneBy], { fewest, most })
      }
      await rest(tookMs * restPerWork, signal)
      return result
    },
  }
}

function busyMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Rests, and again for as long as the timer was late: lateness means that others are waiting. */
async function rest(forMs: number, signal?: AbortSignal): Promise<void> {
  let leftMs = forMs
  for (let rests = 0; rests < maxRests && !signal?.aborted; rests += 1) {
    const askedMs = Math.min(Math.max(leftMs, restMs.shortest), restMs.longest)
    const startMs = performance.now()
    await timers.setTimeout(askedMs, undefined, signal && { signal }).catch(() => {})
    leftMs = performance.now() - startMs - askedMs
    if (leftMs < lateFromMs) return
  }
}
