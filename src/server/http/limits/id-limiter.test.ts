import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../../../test/harness/manual-clock.ts'
import { createIdLimiter } from './id-limiter.ts'
import { createLimiter } from './rate-limit.ts'

const windowMs = 60_000

describe('a limit by ids', () => {
  it('decides what the limit by texts decides, however many ids come and whichever way the clock is set', () => {
    const id = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 4_000 }), fc.constant(2 ** 40 + 7))
    const step = fc.record({
      ids: fc.array(id, { maxLength: 2_000, size: 'max' }),
      /** A minute passes now and then, and the clock goes back. */
      advanceMs: fc.integer({ min: -20_000, max: 2 * windowMs }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const clock = new ManualClock()
        const options = { limit: 3, windowMs, clock }
        const byId = createIdLimiter(options)
        const byText = createLimiter<number>(options)
        for (const { ids, advanceMs } of steps) {
          expect(ids.map((each) => byId.take(each))).toEqual(ids.map((each) => byText.take(each)))
          clock.advance(advanceMs)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('lets 200 calls at once of one session pass as often as it says', () => {
    const { take } = createIdLimiter({ limit: 10, windowMs, clock: new ManualClock() })
    const waits = Array.from({ length: 200 }, () => take(7))
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(10)
    expect(take(8)).toBe(0)
  })

  it('keeps counting each of 100,000 sessions', () => {
    const { take } = createIdLimiter({ limit: 1, windowMs, clock: new ManualClock() })
    const ids = Array.from({ length: 100_000 }, (_, index) => index + 1)
    expect(ids.every((id) => take(id) === 0)).toBe(true)
    expect(ids.every((id) => take(id) === windowMs)).toBe(true)
  })

  it('is bounded: with more ids than it takes, the counts start over', () => {
    const { take } = createIdLimiter({ limit: 1, windowMs, clock: new ManualClock(), maxIds: 1_000 })
    take(1)
    expect(take(1)).toBe(windowMs)
    for (let id = 2; id < 100_000; id += 1) take(id)
    expect(take(1)).toBe(0)
  })
})
