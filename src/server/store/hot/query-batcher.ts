import type { Span } from '@opentelemetry/api'
import { Overloaded, Unanswered } from '../../db/errors.ts'
import { activeSpan, traceBatch } from '../../lib/tracing.ts'

interface BatcherOptions {
  /** Queries beyond it wait for the next batch. */
  maxBatch?: number
  /** Queries beyond it are rejected with Overloaded. */
  maxWaiting?: number
}

interface Call<In, Out> {
  /** Of the request that waits for it. */
  readonly cause: Span | undefined
  readonly item: In
  readonly resolve: (value: Out) => void
  readonly reject: (error: unknown) => void
}

/**
 * Collects single queries into batches with exactly one batch in flight: what arrives meanwhile forms the next batch,
 * and two batches that touch the same rows can't deadlock. `run` returns a result for each item by position; when it
 * fails, every query of that batch fails; when the database gave no answer in time, those that wait fail too.
 */
export function createQueryBatcher<In, Out>(
  run: (items: readonly In[]) => Promise<readonly Out[]>,
  { maxBatch = 500, maxWaiting = 10_000 }: BatcherOptions = {},
): (item: In) => Promise<Out> {
  const waiting: Call<In, Out>[] = []
  let isRunning = false

  function schedule(): void {
    isRunning = true
    setImmediate(() => void next())
  }

  async function next(): Promise<void> {
    const batch = waiting.splice(0, maxBatch)
    try {
      const items = batch.map(({ item }) => item)
      resolveAll(batch, await traceBatch('postgresql', batch, () => run(items)))
    } catch (error) {
      // what waits has waited as long: another try would double its time
      const failed = error instanceof Unanswered ? [...batch, ...waiting.splice(0)] : batch
      for (const { reject } of failed) reject(error)
    }
    isRunning = false
    if (waiting.length > 0) schedule()
  }

  return async (item) => {
    if (waiting.length >= maxWaiting) throw new Overloaded(waiting.length)
    return new Promise((resolve, reject) => {
      waiting.push({ cause: activeSpan(), item, resolve, reject })
      if (!isRunning) schedule()
    })
  }
}

function resolveAll<In, Out>(batch: readonly Call<In, Out>[], results: readonly Out[]): void {
  if (results.length !== batch.length) throw new Error(`A batch of ${batch.length} got ${results.length} answers.`)
  for (const [index, result] of results.entries()) batch[index]?.resolve(result)
}
