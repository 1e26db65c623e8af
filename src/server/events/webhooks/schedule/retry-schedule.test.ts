import { describe, expect, it } from 'vitest'
import { endpointBackoffMs, isDisabledByFailures, retryAfterMs } from './retry-schedule.ts'

const nowMs = Date.parse('2026-03-01T12:00:00Z')
const pace = { scale: 1, random: () => 0.5 }
const dayMs = 86_400_000

describe('what a busy receiver asks for', () => {
  it.each([
    [429, '120', 120_000],
    [503, '1.5', 1_500],
    [503, 'Sun, 01 Mar 2026 12:01:00 GMT', 60_000],
    [429, 'Sun, 01 Mar 2026 11:00:00 GMT', 0],
    [429, '999999999', dayMs],
    [429, '-5', 0],
    [429, 'soon', 0],
    [429, '', 0],
    [429, null, 0],
    [500, '120', 0],
    [200, '120', 0],
    [null, '120', 0],
  ])('with %s and %j is %i ms', (code, text, ms) => expect(retryAfterMs(code, text, nowMs)).toBe(ms))
})

describe('an endpoint', () => {
  it('is left alone after ten failures in a row, ever longer, ten minutes at most', () => {
    expect([0, 1, 9].map((failures) => endpointBackoffMs(failures, pace))).toEqual([0, 0, 0])
    expect([10, 11, 12].map((failures) => endpointBackoffMs(failures, pace))).toEqual([5_000, 10_000, 20_000])
    for (const failures of [20, 1_000, 1e9]) expect(endpointBackoffMs(failures, pace)).toBe(600_000)
  })

  it('is given up after five days of failures, and not after one failure long ago', () => {
    const since = (ms: number) => new Date(nowMs - ms)
    expect(isDisabledByFailures(100, since(5 * dayMs), nowMs, pace)).toBe(true)
    expect(isDisabledByFailures(100, since(5 * dayMs - 1), nowMs, pace)).toBe(false)
    expect(isDisabledByFailures(10, since(5 * dayMs), nowMs, pace)).toBe(true)
    expect(isDisabledByFailures(9, since(50 * dayMs), nowMs, pace)).toBe(false)
    expect(isDisabledByFailures(100, null, nowMs, pace)).toBe(false)
  })
})
