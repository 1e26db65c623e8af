import type { DeliveredAttempt, DeliveryQueue } from '../../../store/webhooks/delivery-queue.ts'

/** Stores successful deliveries in batches: a commit for each would cost more than the request. */
export interface DeliveredBatch {
  /** Resolves when the delivery is stored. */
  add(delivery: DeliveredAttempt): Promise<void>
}

/** A crash redelivers what was delivered within this time. */
const batchMs = 200
const maxBatch = 200

interface Waiting {
  readonly delivery: DeliveredAttempt
  resolve(): void
  reject(error: unknown): void
}

/** `mayDelayCommit` false: each delivery is stored at once. */
export function createDeliveredBatch(
  queue: Pick<DeliveryQueue, 'markDelivered'>,
  mayDelayCommit: () => boolean,
): DeliveredBatch {
  let waiting: Waiting[] = []
  let collecting: NodeJS.Timeout | undefined

  const write = async () => {
    clearTimeout(collecting)
    collecting = undefined
    const batch = waiting
    waiting = []
    const commitDelayMs = mayDelayCommit() ? batchMs : 0
    try {
      await queue.markDelivered(
        batch.map(({ delivery }) => delivery),
        commitDelayMs,
      )
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  return {
    add: (delivery) =>
      new Promise((resolve, reject) => {
        waiting.push({ delivery, resolve, reject })
        if (waiting.length >= maxBatch) void write()
        else collecting ??= setTimeout(write, mayDelayCommit() ? batchMs : 0)
      }),
  }
}
