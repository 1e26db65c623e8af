import { AsyncResource } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import timers from 'node:timers/promises'

/** Schedules slices of long responses so they take a bounded share of the event loop and of the machine. */
export interface SliceScheduler {
  /** The slices of one more response. */
  open(): Slices
}

/** The slices of one response, sized by what its rows cost. */
export interface Slices {
  /** As many rows as the next slice should have: few at first. */
  readonly rows: number
  /** Runs the work of a slice in its turn, first come first served among all responses. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** How long a slice may keep the event loop busy: others wait for one slice at most. */
const sliceMs = 0.5
const bounds = { fewest: 10, most: 500 }

/** The rest after a slice, as a multiple of its time: what a slice leaves behind, such as garbage, costs others too. */
const restPerWork = 2
const shortestRestMs = 1

/** A slice that waits for the database longer than this no longer blocks the others. */
const longestTurnMs = 200

/**
 * Runs one slice at a time, and rests after it for twice as long as it took: all long responses together keep the event
 * loop, a reader thread or the database busy for at most a third of the time, and the loop for less when others need it. Waiting
 * for the database blocks nobody.
 */
export function createSliceScheduler(): SliceScheduler {
  const waiting: (() => Promise<unknown>)[] = []
  let isRunning = false

  const runAll = async () => {
    isRunning = true
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const startMs = performance.now()
      await atMost(longestTurnMs, next())
      await timers.setTimeout(Math.max((performance.now() - startMs) * restPerWork, shortestRestMs))
    }
    isRunning = false
  }

  const enqueue = <T>(work: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      // otherwise it would run for the request that began the queue, and its reads end when that one's client leaves
      const ownWork = AsyncResource.bind(work)
      waiting.push(() => ownWork().then(resolve, reject))
      if (!isRunning) void runAll()
    })

  return {
    open() {
      let rows = bounds.fewest
      return {
        get rows() {
          return rows
        },
        run: (work) =>
          enqueue(async () => {
            const start = performance.eventLoopUtilization()
            const result = await work()
            rows = nextRows(rows, performance.eventLoopUtilization(start).active)
            return result
          }),
      }
    },
  }
}

/** Without an `AbortController`, whose error with its stack would cost a tenth of a slice. */
function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, ms)
    void work.then(() => {
      clearTimeout(patience)
      resolve()
    })
  })
}

/**
 * At most twice as many as before: one that cost nothing, such as a header line, says little about the next. The time
 * is that of the loop, waits for the database left out; the processor time of a thread is no measure for a millisecond,
 * as Linux counts it up with its timer ticks only: slices of one were of 2 to 3.
 */
function nextRows(rows: number, busyMs: number): number {
  const fitting = Math.floor((rows * sliceMs) / Math.max(busyMs, 0.01))
  return Math.min(Math.max(fitting, bounds.fewest), 2 * rows, bounds.most)
}
