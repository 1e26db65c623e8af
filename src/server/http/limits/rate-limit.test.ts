import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../../../test/harness/manual-clock.ts'
import { createBackoff, createLimiter } from './rate-limit.ts'

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute
const years = 3650 * day

/** The results of this many calls in a row. */
const takes = (limiter: { take(key: string): number }, key: string, times: number) =>
  Array.from({ length: times }, () => limiter.take(key))

describe('a limit', () => {
  const open = (limit = 3, maxKeys?: number) => {
    const clock = new ManualClock()
    return { clock, limiter: createLimiter({ limit, windowMs: minute, clock, ...(maxKeys && { maxKeys }) }) }
  }

  it('lets as many calls pass as it says, and tells the next how long to wait', () => {
    const { clock, limiter } = open()
    expect(takes(limiter, 'a', 4)).toEqual([0, 0, 0, minute])
    clock.advance(minute - 1)
    expect(limiter.take('a')).toBe(1)
    clock.advance(1)
    expect(takes(limiter, 'a', 4)).toEqual([0, 0, 0, minute])
  })

  it('counts each key by itself', () => {
    const { limiter } = open()
    takes(limiter, 'a', 4)
    expect(limiter.take('b')).toBe(0)
  })

  it('asked beforehand, refuses only once all were counted', () => {
    const { clock, limiter } = open()
    for (const waitMs of [0, 0, 0, minute]) {
      expect(limiter.retryAfterMs('a')).toBe(waitMs)
      limiter.count('a')
    }
    clock.advance(minute)
    expect(limiter.retryAfterMs('a')).toBe(0)
  })

  it('is forgotten when told so', () => {
    const { limiter } = open()
    takes(limiter, 'a', 4)
    limiter.reset('a')
    expect(limiter.take('a')).toBe(0)
  })

  it('gives out no more places at once than it allows, and those given back again', () => {
    const { limiter } = open()
    const places = Array.from({ length: 200 }, () => limiter.reserve('a'))
    expect(places.filter((place) => place !== undefined)).toHaveLength(3)
    // nothing is counted yet: the caller waits for requests in progress, not for a minute
    expect(limiter.retryAfterMs('a')).toBe(0)
    places[0]?.release()
    expect(limiter.reserve('a')).toBeDefined()
    expect(limiter.reserve('a')).toBeUndefined()
    expect(limiter.reserve('b')).toBeDefined()
  })

  it('counts a place that is kept, once, in the window of that moment', () => {
    const { clock, limiter } = open()
    const places = [limiter.reserve('a'), limiter.reserve('a'), limiter.reserve('a')]
    places[0]?.commit()
    places[0]?.commit()
    places[0]?.release()
    expect(limiter.reserve('a')).toBeUndefined()
    clock.advance(minute)
    places[1]?.commit()
    places[2]?.release()
    places[2]?.commit()
    expect(limiter.retryAfterMs('a')).toBe(0)
    limiter.count('a')
    limiter.count('a')
    expect(limiter.retryAfterMs('a')).toBe(minute)
  })

  it('keeps the places of calls under way when it is told to forget', () => {
    const { limiter } = open()
    const places = [limiter.reserve('a'), limiter.reserve('a')]
    limiter.count('a')
    limiter.reset('a')
    expect([limiter.reserve('a'), limiter.reserve('a')].map((place) => place !== undefined)).toEqual([true, false])
    for (const place of places) place?.commit()
    expect(limiter.reserve('a')).toBeUndefined()
  })

  it.each([
    ['an hour', 60 * minute],
    ['ten years', years],
    ['a second', second],
  ])('neither opens nor stays shut longer than one window when the clock goes back by %s', (_name, backMs) => {
    const { clock, limiter } = open()
    takes(limiter, 'a', 4)
    clock.advance(-backMs)
    expect(limiter.retryAfterMs('a')).toBe(minute)
    expect(limiter.take('a')).toBe(minute)
    clock.advance(minute)
    expect(limiter.retryAfterMs('a')).toBe(0)
    expect(takes(limiter, 'a', 4)).toEqual([0, 0, 0, minute])
  })

  it('forgets the oldest window beyond its number of keys, never a younger one', () => {
    const { clock, limiter } = open(1, 3)
    for (const key of ['a', 'b', 'c']) limiter.take(key)
    clock.advance(minute)
    // a begins a new window and is the newest now
    expect(limiter.take('a')).toBe(0)
    limiter.take('d')
    expect(['a', 'c', 'd'].map((key) => limiter.retryAfterMs(key) > 0)).toEqual([true, false, true])
    limiter.take('e')
    expect(limiter.retryAfterMs('a')).toBe(minute)
    limiter.take('f')
    expect(limiter.retryAfterMs('a')).toBe(0)
  })
})

describe('a growing wait', () => {
  const open = (options: { free?: number; maxPerDay?: number; maxKeys?: number } = {}) => {
    const clock = new ManualClock()
    return { clock, backoff: createBackoff({ free: 3, maxWaitMs: 900 * second, maxPerDay: 100, clock, ...options }) }
  }
  const fail = (backoff: { count(key: string): void }, times: number, key = 'a') => {
    for (let i = 0; i < times; i += 1) backoff.count(key)
  }

  it('begins after the free failures with a second, doubles, and ends at its longest', () => {
    const { clock, backoff } = open()
    fail(backoff, 2)
    expect(backoff.retryAfterMs('a')).toBe(0)
    const waits = Array.from({ length: 13 }, () => {
      backoff.count('a')
      const waitMs = backoff.retryAfterMs('a')
      clock.advance(waitMs - 1)
      expect(backoff.retryAfterMs('a')).toBe(1)
      clock.advance(1)
      expect(backoff.retryAfterMs('a')).toBe(0)
      return waitMs / second
    })
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  })

  it('is forgotten by a success, and counts each key by itself', () => {
    const { backoff } = open()
    fail(backoff, 9)
    expect(backoff.retryAfterMs('b')).toBe(0)
    backoff.reset('a')
    expect(backoff.retryAfterMs('a')).toBe(0)
  })

  it('after so many failures of a day lasts until that day is over', () => {
    const { clock, backoff } = open({ maxPerDay: 5 })
    fail(backoff, 1)
    clock.advance(minute)
    fail(backoff, 4)
    expect(backoff.retryAfterMs('a')).toBe(day - minute)
    clock.advance(day - minute - 1)
    expect(backoff.retryAfterMs('a')).toBe(1)
    clock.advance(1)
    expect(backoff.retryAfterMs('a')).toBe(0)
    fail(backoff, 2)
    expect(backoff.retryAfterMs('a')).toBe(0)
  })

  it.each([
    ['an hour', 60 * minute],
    ['ten years', years],
  ])('neither ends nor freezes when the clock goes back by %s', (_name, backMs) => {
    const { clock, backoff } = open()
    fail(backoff, 5)
    clock.advance(-backMs)
    expect(backoff.retryAfterMs('a')).toBe(4 * second)
    clock.advance(4 * second)
    expect(backoff.retryAfterMs('a')).toBe(0)
    fail(backoff, 1)
    expect(backoff.retryAfterMs('a')).toBe(8 * second)
  })

  it('of a whole day is no longer than a day when the clock goes back by ten years', () => {
    const { clock, backoff } = open({ maxPerDay: 5 })
    fail(backoff, 5)
    clock.advance(-years)
    expect(backoff.retryAfterMs('a')).toBe(day)
    clock.advance(day)
    expect(backoff.retryAfterMs('a')).toBe(0)
  })

  it('gives out the free places at once, and then one at a time', () => {
    const { clock, backoff } = open()
    const places = Array.from({ length: 200 }, () => backoff.reserve('a'))
    expect(places.filter((place) => place !== undefined)).toHaveLength(3)
    for (const place of places) place?.commit()
    expect(backoff.retryAfterMs('a')).toBe(second)
    expect(backoff.reserve('a')).toBeUndefined()
    clock.advance(second)
    const next = Array.from({ length: 200 }, () => backoff.reserve('a')).filter((place) => place !== undefined)
    expect(next).toHaveLength(1)
    next[0]?.commit()
    expect(backoff.retryAfterMs('a')).toBe(2 * second)
  })

  it('never gives out more places than are left of the day', () => {
    const { clock, backoff } = open({ free: 10, maxPerDay: 5 })
    expect(Array.from({ length: 200 }, () => backoff.reserve('a')).filter(Boolean)).toHaveLength(5)
    clock.advance(day)
    expect(backoff.reserve('a')).toBeUndefined()
  })

  it('counts nothing of what was given back', () => {
    const { backoff } = open()
    for (let round = 0; round < 100; round += 1) backoff.reserve('a')?.release()
    expect(backoff.retryAfterMs('a')).toBe(0)
    expect(Array.from({ length: 200 }, () => backoff.reserve('a')).filter(Boolean)).toHaveLength(3)
  })

  it('forgets whoever failed longest ago beyond its number of keys', () => {
    const { backoff } = open({ maxKeys: 2 })
    fail(backoff, 4, 'a')
    fail(backoff, 4, 'b')
    fail(backoff, 1, 'a')
    fail(backoff, 4, 'c')
    expect(['a', 'b', 'c'].map((key) => backoff.retryAfterMs(key) > 0)).toEqual([true, false, true])
  })
})
