/**
 * Batches the requests of one event-loop tick and runs them together at its end. The same few steps for many requests
 * stay in the processor's caches, and their responses leave in one burst. `docs/decisions/request-batching.md` has the
 * figures.
 */
export function createBatchPerTick(): (work: () => void) => void {
  let waiting: (() => void)[] = []
  const runBatch = () => {
    const batch = waiting
    waiting = []
    for (const work of batch) work()
  }
  return (work) => {
    if (waiting.length === 0) setImmediate(runBatch)
    waiting.push(work)
  }
}
