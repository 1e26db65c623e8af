import { performance } from 'node:perf_hooks'
import timers from 'node:timers/promises'

/** How long a slice may hold the event loop, and with SQLite the database. */
const sliceMs = 5
const bounds = { fewest: 10, most: 500 }
const restMs = { shortest: 1, longest: 100 }
/** Timers are up to this late even on an idle machine. */
const lateFromMs = 3
/** Under any load, long work makes progress. */
const maxRests = 4

/** Sizes the slices of long work by time and rests between them, so that nobody waits for it. */
export interface Pace {
  /** Rows of the next slice. */
  readonly rows: number
  /**
   * Does a slice of about as many rows as fit into five milliseconds, then rests for at least as long as it took:
   * `await pace.slice((rows) => removeSome(rows))`. The rest ends early when the work is stopped.
   */
  slice<T>(work: (rows: number) => Promise<T>): Promise<T>
}

interface PaceOptions {
  /** Rows of the first slice, and the least; fewer are more overhead than work. */
  readonly fewest?: number
  readonly most?: number
  /** The rest, as a multiple of the slice's time: more for work that nobody waits for. */
  readonly restPerWork?: number
  /**
   * What the size is taken from. `loop`: how long this process was busy. `wait`: the whole time, for work that another
   * thread does while others wait for the database.
   */
  readonly sizedBy?: 'loop' | 'wait'
  /** Ends a rest. */
  readonly signal?: AbortSignal
}

/** The size of the next slice, from the duration of this one. */
export function nextSliceRows(rows: number, tookMs: number, { fewest, most } = bounds): number {
  const fitting = Math.floor((rows * sliceMs) / Math.max(tookMs, 0.01))
  return Math.min(Math.max(fitting, fewest), most)
}

export function createPace({
  fewest = bounds.fewest,
  most = bounds.most,
  restPerWork = 1,
  sizedBy = 'loop',
  signal,
}: PaceOptions = {}): Pace {
  let rows = fewest
  return {
    get rows() {
      return rows
    },
    async slice(work) {
      const startMs = performance.now()
      const before = performance.eventLoopUtilization()
      const result = await work(rows)
      const tookMs = performance.now() - startMs
      const heldMs = sizedBy === 'loop' ? performance.eventLoopUtilization(before).active : tookMs
      rows = nextSliceRows(rows, heldMs, { fewest, most })
      await rest(tookMs * restPerWork, signal)
      return result
    },
  }
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
