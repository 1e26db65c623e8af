/**
 * Runs what came in during one turn of the event loop together at its end. The same few steps for many requests in a
 * row stay in the processor's caches, their reads share one transaction, and their answers leave in one burst that
 * wakes the receivers once. `docs/decisions/answered-together.md` has the figures.
 */
export function createBatchPerTick(runTogether: (work: () => void) => void): (work: () => void) => void {
  let waiting: (() => void)[] = []
  const runBatch = () => {
    const batch = waiting
    waiting = []
    runTogether(() => {
      for (const work of batch) work()
    })
  }
  return (work) => {
    if (waiting.length === 0) setImmediate(runBatch)
    waiting.push(work)
  }
}
