import type { DeliveryQueue, Taken } from '../../store/delivery-claim.ts'

/** What receivers took, written some at a time: a commit for each would cost more than the request. */
export interface TakenDeliveries {
  /** Resolves when it is written. */
  add(delivery: Taken): Promise<void>
  /** How many are not written yet. */
  unwritten(): number
}

/** What a crash makes the receivers hear again is what they took within this. */
const collectedMs = 200
const collected = 200

interface Waiting {
  readonly delivery: Taken
  resolve(): void
  reject(error: unknown): void
}

/** `isPatient` false: nothing waits for company. */
export function collectTaken(queue: Pick<DeliveryQueue, 'taken'>, isPatient: () => boolean): TakenDeliveries {
  let waiting: Waiting[] = []
  let unwritten = 0
  let collecting: NodeJS.Timeout | undefined

  const write = async () => {
    clearTimeout(collecting)
    collecting = undefined
    const batch = waiting
    waiting = []
    const patienceMs = isPatient() ? collectedMs : 0
    try {
      await queue.taken(
        batch.map(({ delivery }) => delivery),
        patienceMs,
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
        if (waiting.length >= collected) void write()
        else collecting ??= setTimeout(write, isPatient() ? collectedMs : 0)
      }),
    unwritten: () => unwritten,
  }
}
