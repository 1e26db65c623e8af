import { setTimeout as sleep } from 'node:timers/promises'

/** Gives slices of long answers their turns, so that whoever waits for a short answer hardly notices them. */
export interface SliceTurns {
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

/**
 * One slice at a time, however many answers are under way, and after each a pause as long as the slice took: long answers
 * together take half of the event loop at most.
 */
export function createSliceTurns(): SliceTurns {
  const waiting: (() => Promise<unknown>)[] = []
  let isRunning = false

  const runAll = async () => {
    isRunning = true
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const startMs = performance.now()
      const impatient = new AbortController()
      await Promise.race([next(), sleep(longestTurnMs, undefined, { signal: impatient.signal }).catch(() => {})])
      impatient.abort()
      await idle(performance.now() - startMs)
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

/** As long as the slice took, and once more for as long as the pause came late: then others wait for the event loop. */
async function idle(tookMs: number): Promise<void> {
  let leftMs = tookMs
  for (let pauses = 0; pauses < maxPauses; pauses += 1) {
    const askedMs = Math.min(Math.max(leftMs, pauseMs.shortest), pauseMs.longest)
    const startMs = performance.now()
    await sleep(askedMs)
    leftMs = performance.now() - startMs - askedMs
    if (leftMs < lateFromMs) return
  }
}
