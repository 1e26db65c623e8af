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

/** CPU time that a slice may take on the event loop: others wait for one slice at most. */
const sliceMs = 1
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
      const impatient = new AbortController()
      await Promise.race([next(), timers.setTimeout(longestTurnMs, undefined, impatient).catch(() => {})])
      impatient.abort()
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
            const startMs = loopCpuMs()
            const result = await work()
            rows = nextRows(rows, loopCpuMs() - startMs)
            return result
          }),
      }
    },
  }
}

/** What other programs of the machine do takes none of it, and a slice that waits for the database neither. */
function loopCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** At most twice as many as before: one that cost nothing, such as a header line, says little about the next. */
function nextRows(rows: number, cpuMs: number): number {
  const fitting = Math.floor((rows * sliceMs) / Math.max(cpuMs, 0.01))
  return Math.min(Math.max(fitting, bounds.fewest), 2 * rows, bounds.most)
}
