import { PerformanceObserver } from 'node:perf_hooks'
import v8 from 'node:v8'

/** The young generation has two halves. By default they grow to 64 MiB each as soon as there is load. */
const largestHalfBytes = 8 * 1024 ** 2

/**
 * Settings of V8 by which nobody waits for what a long list or export leaves to collect, and by which garbage takes
 * little memory. `docs/decisions/memory.md` has the figures.
 */
export function tuneHeap(): void {
  // "Allocation site pretenuring" allocates straight in the old generation what lived long a moment ago. A few exports
  // from PostgreSQL teach it to do so with the arrays of their rows; these, dead but not collected before the next
  // major collection, keep the texts of all rows alive, and each minor collection copies some megabytes: 110 of 125
  // took more than 5 ms, 9 of 107 without.
  v8.setFlagsFromString('--no-allocation-site-pretenuring')
  // What survives a minor collection here is little. Threads that share it wait for each other where both processors
  // have work: 107 took 2.9 ms on average, and about 1 ms on the loop's thread alone.
  v8.setFlagsFromString('--no-parallel-scavenge')
  // The old generation may grow by this much before it is collected; by default it doubles or more.
  v8.setFlagsFromString('--heap-growing-percent=40')
  // Threads that start later begin with this young generation: they grow by the factor below, which is not meant for them.
  v8.setFlagsFromString('--min-semi-space-size=4')
  setYoungGrowth(1)
}

/**
 * Lets the young generation grow, up to its limit. V8 takes a limit only when the process starts, before any of our
 * code runs, but at any time by which factor to grow; and it makes the young generation smaller again while the server
 * has little to do. So the factor is set after each collection. To be called when all modules are loaded: these
 * survive, which is what makes it grow.
 */
export function limitYoungGeneration(): void {
  let growth = 1
  const limit = () => {
    const needed = Math.max(1, Math.floor(largestHalfBytes / halfBytes()))
    if (needed !== growth) setYoungGrowth(needed)
    growth = needed
  }
  limit()
  new PerformanceObserver(limit).observe({ entryTypes: ['gc'] })
}

const setYoungGrowth = (factor: number) => v8.setFlagsFromString(`--semi-space-growth-factor=${factor}`)

/** What one half of the young generation holds. */
function halfBytes(): number {
  const space = v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  return space ? space.space_used_size + space.space_available_size : largestHalfBytes
}
