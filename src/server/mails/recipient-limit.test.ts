import { expect, it } from 'vitest'
import { nextMailAt } from './recipient-limit.ts'

const hourMs = 3_600_000
const now = new Date('2026-03-01T12:00:00Z')

/** The times at which so many mails to one recipient may be sent that are all asked for at once. */
function plan(count: number): number[] {
  const times: Date[] = []
  for (let n = 0; n < count; n += 1) times.push(nextMailAt(now, times.toReversed()))
  return times.map((time) => time.getTime() - now.getTime())
}

it('of mails to one recipient any five go at once, and no hour has more than five, no day more than twenty', () => {
  const times = plan(60)
  expect(times.slice(0, 6)).toEqual([0, 0, 0, 0, 0, hourMs])
  for (const [at, time] of times.entries()) {
    const within = (ms: number) => times.slice(at).filter((later) => later < time + ms).length
    expect(within(hourMs)).toBeLessThanOrEqual(5)
    expect(within(24 * hourMs)).toBeLessThanOrEqual(20)
  }
  expect(times[20]).toBe(24 * hourMs)
})

it('mails that are an hour old leave room for others', () => {
  const old = Array.from({ length: 5 }, () => new Date(now.getTime() - hourMs))
  expect(nextMailAt(now, old)).toEqual(now)
})
