import type { DeliveredAttempt, DeliveryQueue } from '../../../store/webhooks/delivery-queue.ts'

/** What receivers took, written some at a time: a commit for each would cost more than the request. */
export interface DeliveredBatch {
  /** Resolves when it is written. */
  add(delivery: DeliveredAttempt): Promise<void>
  /** How many are not written yet. */
  unwritten(): number
}

/** What a crash makes the receivers hear again is what they took within this. */
const batchMs = 200
const maxBatch = 200

interface Waiting {
  readonly delivery: DeliveredAttempt
  resolve(): void
  reject(error: unknown): void
}

/** `isPatient` false: nothing waits for company. */
export function createDeliveredBatch(
  queue: Pick<DeliveryQueue, 'taken'>,
  mayDelayCommit: () => boolean,
): DeliveredBatch {
  let waiting: Waiting[] = []
  let unwritten = 0
  let collecting: NodeJS.Timeout | undefined

  const write = async () => {
    clearTimeout(collecting)
    collecting = undefined
    const batch = waiting
    waiting = []
    const commitDelayMs = mayDelayCommit() ? batchMs : 0
    try {
      await queue.taken(
        batch.map(({ delivery }) => delivery),
        commitDelayMs,
      )
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      unwritten -= batch.length
    }
  }
  return {
    add: (delivery) =>
      new Promise((resolve, reject) => {
        unwritten += 1
        waiting.push({ delivery, resolve, reject })
        if (waiting.length >= maxBatch) void write()
        else collecting ??= setTimeout(write, mayDelayCommit() ? batchMs : 0)
      }),
    unwritten: () => unwritten,
  }
}
