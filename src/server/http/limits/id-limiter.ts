import type { Clock } from '../../lib/clock.ts'
import { fullest, placeOf, release } from '../../lib/number-map.ts'
import type { Limiter } from './rate-limit.ts'

interface IdLimiterOptions {
  /** Allowed count per window. */
  readonly limit: number
  readonly windowMs: number
  readonly clock: Clock
  /** Bounds memory: when more ids than this have a window, all counts start over. */
  readonly maxIds?: number
}

const smallest = 1024
/** Ids come from rows that exist, and no server has as many live sessions. */
const defaultMaxIds = 1_000_000

/** The windows of ids, whose places are found with `placeOf`; 0 is a free place. */
const createTable = (length: number) => ({
  ids: new Float64Array(length),
  firstAtMs: new Float64Array(length),
  counts: new Uint32Array(length),
})

/**
 * The limiter of `createLimiter` for ids of rows (whole, from 1), for what every request of every session counts: in a
 * `Map` each session would take 130 bytes, in these arrays 25 to 50. An id keeps its place when its window has ended, until
 * the table is full; then those without a running window are forgotten.
 */
export function createIdLimiter(options: IdLimiterOptions): Pick<Limiter<number>, 'take'> {
  const { limit, windowMs, clock, maxIds = defaultMaxIds } = options
  let table = createTable(smallest)
  let size = 0

  const isRunning = (firstAtMs: number, now: number) => now < firstAtMs + windowMs

  /** Makes room: the running windows fill less than half of the new table. */
  function rebuild(now: number): void {
    const { ids, firstAtMs, counts } = table
    const isKept = (at: number) => ids[at] !== 0 && isRunning(firstAtMs[at] as number, now)
    let kept = 0
    for (let at = 0; at < ids.length; at += 1) if (isKept(at)) kept += 1
    if (kept >= maxIds) kept = 0
    let length = smallest
    while (length * fullest < kept * 2) length *= 2
    table = createTable(length)
    size = kept
    for (let from = 0; kept > 0 && from < ids.length; from += 1) {
      if (!isKept(from)) continue
      const at = placeOf(table.ids, ids[from] as number)
      table.ids[at] = ids[from] as number
      table.firstAtMs[at] = firstAtMs[from] as number
      table.counts[at] = counts[from] as number
    }
    release(ids, firstAtMs, counts)
  }

  /** Where the id's window is. One that is over, or begins in the future (the clock was set back), begins now. */
  function find(id: number, now: number): number {
    let at = placeOf(table.ids, id)
    const isKnown = table.ids[at] === id
    if (isKnown && isRunning(table.firstAtMs[at] as number, now)) {
      if ((table.firstAtMs[at] as number) > now) table.firstAtMs[at] = now
      return at
    }
    if (!isKnown) {
      if (size >= table.ids.length * fullest) {
        rebuild(now)
        at = placeOf(table.ids, id)
      }
      size += 1
      table.ids[at] = id
    }
    table.firstAtMs[at] = now
    table.counts[at] = 0
    return at
  }

  return {
    take(id) {
      const now = clock.nowMs()
      const at = find(id, now)
      const count = (table.counts[at] as number) + 1
      table.counts[at] = count
      return count <= limit ? 0 : (table.firstAtMs[at] as number) + windowMs - now
    },
  }
}
