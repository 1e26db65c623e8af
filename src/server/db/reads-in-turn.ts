/** Items that wait, taken owner by owner: many of one owner don't make the others wait for all of them. */
export interface Turns<T> {
  readonly size: () => number
  readonly ofOwner: (owner: unknown) => number
  add(owner: unknown, item: T): void
  remove(owner: unknown, item: T): void
  take(): T | undefined
}

export function createTurns<T>(): Turns<T> {
  /** In the order of their turns. */
  const owners = new Map<unknown, Set<T>>()
  let size = 0

  function remove(owner: unknown, item: T): void {
    const items = owners.get(owner)
    if (!items?.delete(item)) return
    size -= 1
    if (items.size === 0) owners.delete(owner)
  }

  return {
    size: () => size,
    ofOwner: (owner) => owners.get(owner)?.size ?? 0,
    add(owner, item) {
      const items = owners.get(owner) ?? new Set()
      owners.set(owner, items.add(item))
      size += 1
    },
    remove,
    take() {
      for (const [owner, items] of owners) {
        for (const item of items) {
          // to the end of the line
          owners.delete(owner)
          owners.set(owner, items)
          remove(owner, item)
          return item
        }
      }
      return undefined
    },
  }
}
