interface SemaphoreOptions {
  /** How many may work at once. */
  slots: number
  /** How many may wait for a slot. */
  queueLimit: number
  /** How many of those that wait may have the same key, so that one caller can't take the whole queue. */
  queueLimitPerKey: number
}

/**
 * Waits for a slot in the order of asking and returns how to give it back, exactly once. Undefined when the queue is
 * full: then at once.
 */
export type Semaphore = (key?: string) => Promise<(() => void) | undefined>

export function createSemaphore({ slots, queueLimit, queueLimitPerKey }: SemaphoreOptions): Semaphore {
  const queue: { key: string | undefined; start: () => void }[] = []
  const waitingByKey = new Map<string, number>()
  let free = slots

  function count(key: string | undefined, change: number): void {
    if (key === undefined) return
    const waiting = (waitingByKey.get(key) ?? 0) + change
    if (waiting === 0) waitingByKey.delete(key)
    else waitingByKey.set(key, waiting)
  }

  function leave(): void {
    const next = queue.shift()
    if (!next) {
      free += 1
      return
    }
    count(next.key, -1)
    // not before who leaves has drawn its conclusions: a failure it counts may refuse the next one
    setImmediate(next.start)
  }

  return async (key) => {
    if (free > 0) {
      free -= 1
      return leave
    }
    const isKeyFull = key !== undefined && (waitingByKey.get(key) ?? 0) >= queueLimitPerKey
    if (queue.length >= queueLimit || isKeyFull) return undefined
    count(key, 1)
    await new Promise<void>((start) => queue.push({ key, start }))
    return leave
  }
}
