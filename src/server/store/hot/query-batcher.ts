import type { Span } from '@opentelemetry/api'
import { Overloaded, Unanswered } from '../../db/errors.ts'
import { activeSpan, traceBatch } from '../../lib/tracing.ts'

interface BatcherOptions {
  /** Queries beyond it wait for the next batch. */
  maxBatch?: number
  /** Queries beyond it are rejected with Overloaded. */
  maxWaiting?: number
  /** How long what comes meanwhile waits for the batch in flight. */
  patienceMs?: number
  /** Batches in flight at most, all but one of them late. */
  maxInFlight?: number
}

interface Call<In, Out> {
  /** Of the request that waits for it. */
  readonly cause: Span | undefined
  readonly item: In
  readonly resolve: (value: Out) => void
  readonly reject: (error: unknown) => void
}

/**
 * Collects single queries into batches: what comes while a batch is in flight forms the next one, which starts when its
 * answer is there, or when it is late. A read may wait for the disk where others would not, and one batch that waits must
 * not hold up everybody's. `run` returns a result for each item by position; when it fails, every query of that batch
 * fails; when the database gave no answer in time, those that wait fail too, unless another batch is on time.
 */
export function createQueryBatcher<In, Out>(
  run: (items: readonly In[]) => Promise<readonly Out[]>,
  { maxBatch = 500, maxWaiting = 10_000, patienceMs = 10, maxInFlight = 4 }: BatcherOptions = {},
): (item: In) => Promise<Out> {
  const waiting: Call<In, Out>[] = []
  let inFlight = 0
  let isScheduled = false
  /** The batch in flight that is not late yet. */
  let onTime: readonly Call<In, Out>[] | undefined

  function schedule(): void {
    if (isScheduled || onTime || inFlight >= maxInFlight || waiting.length === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      // those that waited may have failed since
      if (waiting.length > 0) void next()
    })
  }

  async function next(): Promise<void> {
    const batch = waiting.splice(0, maxBatch)
    const letNextStart = () => {
      if (onTime === batch) onTime = undefined
      schedule()
    }
    onTime = batch
    inFlight += 1
    const lateTimer = setTimeout(letNextStart, patienceMs)
    try {
      const items = batch.map(({ item }) => item)
      resolveAll(batch, await traceBatch('postgresql', batch, () => run(items)))
    } catch (error) {
      // what waits has waited as long: another try would double its time
      const isAnswering = onTime !== undefined && onTime !== batch
      const failed = error instanceof Unanswered && !isAnswering ? [...batch, ...waiting.splice(0)] : batch
      for (const { reject } of failed) reject(error)
    }
    clearTimeout(lateTimer)
    inFlight -= 1
    letNextStart()
  }

  return async (item) => {
    if (waiting.length >= maxWaiting) throw new Overloaded(waiting.length)
    return new Promise((resolve, reject) => {
      waiting.push({ cause: activeSpan(), item, resolve, reject })
      schedule()
    })
  }
}

function resolveAll<In, Out>(batch: readonly Call<In, Out>[], results: readonly Out[]): void {
  if (results.length !== batch.length) throw new Error(`A batch of ${batch.length} got ${results.length} answers.`)
  for (const [index, result] of results.entries()) batch[index]?.resolve(result)
}
