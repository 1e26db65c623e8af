import type { TestRunner } from './test-runner.ts'

/** One for each of two cores. */
const atOnce = 2

/** Does the work for each, two at a time, each with a runner of its own; the runners end with it, whatever happens. */
export async function eachInTurn<Item>(
  items: readonly Item[],
  startRunner: () => TestRunner,
  work: (item: Item, runner: TestRunner) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const runners = Array.from({ length: Math.min(atOnce, items.length) }, startRunner)
  const stopAll = () => {
    for (const runner of runners) runner.stop()
  }
  // They are groups of processes of their own: a Ctrl+C does not reach them.
  const end = () => {
    stopAll()
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  try {
    await Promise.all(
      runners.map(async (runner) => {
        for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item, runner)
      }),
    )
  } finally {
    stopAll()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, end)
  }
}
