import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Gives slices of long answers their turns, so that whoever waits for a short answer hardly notices them. */
export interface SliceScheduler {
  /** Runs the work when its turn comes, in the order of asking. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** A slice that waits for the database longer than this no longer keeps the others from theirs. */
const longestTurnMs = 200
const pauseMs = { shortest: 1, longest: 100 }
/** Timers come this late on an idle machine, too. */
const lateFromMs = 3
/** However busy the process is, a long answer goes on. */
const maxPauses = 4

/** With a pause as long as the slice, others' p99 beside ten exports was more than twice as long; with three it is not. */
const pausesPerSlice = 3

/**
 * One slice at a time, however many answers are under way, and after each a pause three times as long as the slice kept the
 * event loop busy: long answers together take a quarter of it at most. Waiting for the database keeps nobody else.
 */
export function createSliceScheduler(): SliceScheduler {
  const waiting: (() => Promise<unknown>)[] = []
  let isRunning = false

  const runAll = async () => {
    isRunning = true
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const before = performance.eventLoopUtilization()
      const impatient = new AbortController()
      await Promise.race([next(), sleep(longestTurnMs, undefined, { signal: impatient.signal }).catch(() => {})])
      impatient.abort()
      await yieldEventLoop(pausesPerSlice * performance.eventLoopUtilization(before).active)
    }
    isRunning = false
  }

  return {
    run: (work) =>
      new Promise((resolve, reject) => {
        waiting.push(() => work().then(resolve, reject))
        if (!isRunning) void runAll()
      }),
  }
}

/** Pauses, and once more for as long as the pause came late: then others wait for the event loop. */
async function yieldEventLoop(pauseForMs: number): Promise<void> {
  let leftMs = pauseForMs
  for (let pauses = 0; pauses < maxPauses; pauses += 1) {
    const askedMs = Math.min(Math.max(leftMs, pauseMs.shortest), pauseMs.longest)
    const startMs = performance.now()
    await sleep(askedMs)
    leftMs = performance.now() - startMs - askedMs
    if (leftMs < lateFromMs) return
  }
}
