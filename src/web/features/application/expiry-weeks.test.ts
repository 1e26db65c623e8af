import { expect, it } from 'vitest'
import { weeksOf } from './expiry-weeks.ts'

const days = (count: number) => Array.from({ length: count }, (_, index) => index)

it('puts each day under its weekday, and nothing before today or after the last day', () => {
  // A Friday.
  const weeks = weeksOf({ from: '2026-11-20T00:00:00.000Z', users: days(84), licenses: days(84) })
  expect(weeks).toHaveLength(13)
  expect(weeks[0]?.name).toBe('Nov 16')
  expect(weeks[0]?.days.map((day) => day?.users)).toEqual([undefined, undefined, undefined, undefined, 0, 1, 2])
  expect(weeks[1]?.days[0]).toEqual({
    name: 'Nov 23',
    start: '2026-11-23T00:00:00.000Z',
    end: '2026-11-24T00:00:00.000Z',
    users: 3,
    licenses: 3,
  })
  expect(weeks.at(-1)?.days.map((day) => day?.users)).toEqual([80, 81, 82, 83, undefined, undefined, undefined])
})

it('needs twelve weeks where today is a Monday', () => {
  expect(weeksOf({ from: '2026-11-23T00:00:00.000Z', users: days(84), licenses: days(84) })).toHaveLength(12)
})
