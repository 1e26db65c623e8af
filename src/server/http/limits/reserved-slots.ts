/** How many keys without a reservation are remembered. */
export const maxIdle = 1000

/** Reservations in progress, by key. */
export interface ReservedSlots<Key> {
  /** How many of the key. */
  of(key: Key): number
  add(key: Key): void
  release(key: Key): void
  /** How many keys are remembered, with and without a reservation. */
  remembered(): number
}

/**
 * A key stays in the map after its last reservation, and those without one are forgotten together: a `Map` that gains
 * and loses a key with each request allocates a table every few requests, and these keep each other alive until the old
 * generation is collected (`docs/decisions/memory.md`).
 */
export function createReservedSlots<Key>(): ReservedSlots<Key> {
  let slots = new Map<Key, number>()
  let idle = 0
  const of = (key: Key) => slots.get(key) ?? 0
  return {
    of,
    add(key) {
      if (slots.get(key) === 0) idle -= 1
      slots.set(key, of(key) + 1)
    },
    release(key) {
      const left = of(key) - 1
      slots.set(key, left)
      if (left > 0) return
      idle += 1
      if (idle <= maxIdle) return
      slots = new Map([...slots].filter(([, reserved]) => reserved > 0))
      idle = 0
    },
    remembered: () => slots.size,
  }
}
