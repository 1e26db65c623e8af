import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../../../test/harness/manual-clock.ts'
import { createIdLimiter } from './id-limiter.ts'
import { createLimiter } from './rate-limit.ts'

const windowMs = 60_000

interface Step {
  readonly ids: readonly number[]
  /** How far the clock is set after them. */
  readonly advanceMs: number
}

const options = (clock: ManualClock) => ({ limit: 3, windowMs, clock })
const steps = (ids: fc.Arbitrary<number>, advanceMs: fc.Arbitrary<number>) =>
  fc.array(fc.record({ ids: fc.array(ids, { maxLength: 2_000, size: 'max' }), advanceMs }), { maxLength: 8 })

function expectSameDecisions(given: readonly Step[]): void {
  const clock = new ManualClock()
  const byId = createIdLimiter(options(clock))
  const byText = createLimiter<number>(options(clock))
  for (const { ids, advanceMs } of given) {
    expect(ids.map((each) => byId.take(each))).toEqual(ids.map((each) => byText.take(each)))
    clock.advance(advanceMs)
  }
}

describe('a limit by ids', () => {
  it('decides what the limit by texts decides, however many ids come', () => {
    const id = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 4_000 }), fc.constant(2 ** 40 + 7))
    fc.assert(fc.property(steps(id, fc.nat(2 * windowMs)), expectSameDecisions), { numRuns: 40 })
  })

  it('decides what the limit by texts decides, whichever way the clock is set', () => {
    const id = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constant(2 ** 40 + 7))
    const advanceMs = fc.integer({ min: -20_000, max: 2 * windowMs })
    fc.assert(fc.property(steps(id, advanceMs), expectSameDecisions), { numRuns: 40 })
  })

  it('starts a new window, also when the clock is set back, for an id that it forgot to make room', () => {
    const clock = new ManualClock()
    const { take } = createIdLimiter(options(clock))
    for (let n = 0; n < 10; n += 1) take(1)
    clock.advance(windowMs)
    for (let id = 2; id < 2_000; id += 1) take(id)
    clock.advance(-1)
    expect([take(1), take(1), take(1), take(1)]).toEqual([0, 0, 0, windowMs])
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
