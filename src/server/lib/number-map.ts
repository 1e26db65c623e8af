const smallest = 1024
/** How full a table may be: from here on, looking for an id that is not there takes a dozen steps and more. */
export const fullest = 0.8

/**
 * A map from ids (whole, from 1) to numbers that is filled and cleared again and again, for what every request writes:
 * `Map` allocates each value and each of its tables, and a table that was replaced keeps its successor alive until the
 * old generation is collected (`docs/decisions/memory.md`). Open addressing in two arrays; a single id is never deleted.
 */
export class NumberMap {
  #ids = new Float64Array(smallest)
  #values = new Float64Array(smallest)
  #size = 0

  constructor(entries: Iterable<readonly [id: number, value: number]> = []) {
    for (const [id, value] of entries) this.set(id, value)
  }

  get size(): number {
    return this.#size
  }

  get(id: number): number | undefined {
    const at = placeOf(this.#ids, id)
    return this.#ids[at] === id ? this.#values[at] : undefined
  }

  set(id: number, value: number): void {
    const at = placeOf(this.#ids, id)
    if (this.#ids[at] !== id) {
      if (this.#size >= this.#ids.length * fullest) {
        this.#grow()
        this.set(id, value)
        return
      }
      this.#ids[at] = id
      this.#size += 1
    }
    this.#values[at] = value
  }

  /** A copy, in ascending order. */
  ids(): Float64Array {
    const ids = new Float64Array(this.#size)
    let found = 0
    // Of 32,768 places every few seconds: 0.1 ms, where `filter` with a function takes 1 to 2.
    for (let at = 0; at < this.#ids.length; at += 1) {
      const id = this.#ids[at] as number
      if (id === 0) continue
      ids[found] = id
      found += 1
    }
    return ids.sort()
  }

  /** Keeps the room for as many again; the room of a map that was nearly empty is halved. */
  clear(): void {
    if (this.#size < this.#ids.length / 16) this.#allocate(Math.max(smallest, this.#ids.length / 2))
    else this.#ids.fill(0)
    this.#size = 0
  }

  #allocate(length: number): void {
    release(this.#ids, this.#values)
    this.#ids = new Float64Array(length)
    this.#values = new Float64Array(length)
  }

  #grow(): void {
    const ids = this.#ids
    const values = this.#values
    this.#ids = new Float64Array(ids.length * 2)
    this.#values = new Float64Array(ids.length * 2)
    for (let from = 0; from < ids.length; from += 1) {
      const id = ids[from] as number
      if (id === 0) continue
      const at = placeOf(this.#ids, id)
      this.#ids[at] = id
      this.#values[at] = values[from] as number
    }
    release(ids, values)
  }
}

/** Frees the memory of arrays that are no longer used. V8 would do so at the next major collection, which may be far. */
export function release(...arrays: readonly (Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>)[]): void {
  for (const { buffer } of arrays) buffer.transfer(0)
}

/**
 * Where the id is in a table whose length is a power of two, or the free place (0) where it belongs. Multiplying spreads
 * ids that follow each other.
 */
export function placeOf(ids: Float64Array, id: number): number {
  const mask = ids.length - 1
  const product = Math.imul(id, 0x9e3779b1)
  let at = (product ^ (product >>> 15)) & mask
  while (ids[at] !== 0 && ids[at] !== id) at = (at + 1) & mask
  return at
}
