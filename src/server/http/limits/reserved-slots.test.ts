import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createReservedSlots, maxIdle } from './reserved-slots.ts'

describe('reserved slots', () => {
  it('count what was added and not yet released, for every key', () => {
    const steps = fc.array(fc.record({ key: fc.integer({ max: 3, min: 0 }), isAdded: fc.boolean() }))
    fc.assert(
      fc.property(steps, (taken) => {
        const slots = createReservedSlots<number>()
        const expected = [0, 0, 0, 0]
        for (const { key, isAdded } of taken) {
          const reserved = expected[key] ?? 0
          if (!isAdded && reserved === 0) continue
          if (isAdded) slots.add(key)
          else slots.release(key)
          expected[key] = reserved + (isAdded ? 1 : -1)
          expect([0, 1, 2, 3].map(slots.of)).toEqual(expected)
        }
      }),
    )
  })

  it('of a million addresses that come once are forgotten, and those in progress are kept', () => {
    const slots = createReservedSlots<string>()
    for (const held of ['a', 'b', 'b']) slots.add(held)
    let most = 0
    for (let address = 0; address < 1_000_000; address += 1) {
      slots.add(`address ${address}`)
      slots.release(`address ${address}`)
      most = Math.max(most, slots.remembered())
    }
    expect(most).toBeGreaterThan(maxIdle)
    expect(most).toBeLessThanOrEqual(maxIdle + 3)
    expect([slots.of('a'), slots.of('b'), slots.of('address 0')]).toEqual([1, 2, 0])
    for (const held of ['a', 'b', 'b']) slots.release(held)
    expect([slots.of('a'), slots.of('b')]).toEqual([0, 0])
  })
})
