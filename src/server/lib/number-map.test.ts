import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NumberMap } from './number-map.ts'

describe('a map of numbers', () => {
  it('holds what a Map would, filled and cleared again and again', () => {
    // Neighbors, ids that share their last 32 bits, and the largest that a database gives.
    const id = fc.oneof(
      fc.integer({ min: 1, max: 5_000 }),
      fc.integer({ min: 1, max: 50 }).map((high) => high * 2 ** 32 + 7),
      fc.constant(Number.MAX_SAFE_INTEGER),
    )
    const filling = fc.array(fc.tuple(id, fc.double({ noNaN: true })), { maxLength: 3_000, size: 'max' })
    fc.assert(
      fc.property(fc.array(filling, { maxLength: 4 }), (fillings) => {
        const map = new NumberMap()
        for (const entries of fillings) {
          const expected = new Map(entries)
          for (const [key, value] of entries) map.set(key, value)
          expect(map.size).toBe(expected.size)
          expect([...map.ids()]).toEqual([...expected.keys()].sort((a, b) => a - b))
          for (const [key, value] of expected) expect(map.get(key)).toBe(value)
          for (let absent = 5_001; absent < 5_100; absent += 1) expect(map.get(absent)).toBeUndefined()
          map.clear()
          expect([map.size, map.ids().length, map.get(1)]).toEqual([0, 0, undefined])
        }
      }),
      { numRuns: 50 },
    )
  })

  it('takes 100,000 ids that follow each other, and forgets them', () => {
    const map = new NumberMap(Array.from({ length: 100_000 }, (_, index) => [index + 1, index] as const))
    expect([map.size, map.get(1), map.get(100_000), map.get(100_001)]).toEqual([100_000, 0, 99_999, undefined])
    map.clear()
    map.set(7, 8)
    expect([...map.ids()]).toEqual([7])
  })
})
