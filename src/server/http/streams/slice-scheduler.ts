import { AsyncResource } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { rest } from '../../lib/pace.ts'

/** Schedules slices of long responses so they take a bounded share of the event loop. */
export interface SliceScheduler {
  /** Runs the work in its turn, first come first served. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** A slice that waits for the database longer than this no longer blocks the others. */
const longestTurnMs = 200

/** With one pause per slice the others' p99 more than doubled beside ten exports; with three it does not. */
const pausesPerSlice = 3

/**
 * Runs one slice at a time, and pauses after it for three times as long as it kept the event loop busy: all long
 * responses together take at most a quarter of it. Waiting for the database blocks nobody.
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
      await rest(pausesPerSlice * performance.eventLoopUtilization(before).active)
    }
    isRunning = false
  }

  return {
    run: (work) =>
      new Promise((resolve, reject) => {
        // otherwise it would run for the request that began the queue, and its reads end when that one's client leaves
        const ownWork = AsyncResource.bind(work)
        waiting.push(() => ownWork().then(resolve, reject))
        if (!isRunning) void runAll()
      }),
  }
}
