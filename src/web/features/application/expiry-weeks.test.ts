import { expect, it } from 'vitest'
import { addDays, openTimeZone } from '../../../shared/time-zone.ts'
import { weeksOf } from './expiry-weeks.ts'

/** 84 days from this one on, as the server tells them. */
function expiriesFrom(first: string, name = 'UTC') {
  const zone = openTimeZone(name)
  const bounds = Array.from({ length: 85 }, (_, index) =>
    new Date(zone.startOfDayMs(addDays(first, index))).toISOString(),
  )
  const counts = Array.from({ length: 84 }, (_, index) => index)
  return { bounds, zone: name, users: counts, licenses: counts }
}

it('puts each day under its weekday, and nothing before today or after the last day', () => {
  // A Friday.
  const weeks = weeksOf(expiriesFrom('2026-11-20'))
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

it('keeps the weekdays of a zone over a change of its clocks', () => {
  const weeks = weeksOf(expiriesFrom('2026-10-23', 'Europe/Berlin'))
  expect(weeks[1]?.days[0]).toMatchObject({ name: 'Oct 26', start: '2026-10-25T23:00:00.000Z', users: 3 })
  expect(weeks[0]?.days[6]).toMatchObject({ start: '2026-10-24T22:00:00.000Z', end: '2026-10-25T23:00:00.000Z' })
})

it('needs twelve weeks where today is a Monday', () => {
  expect(weeksOf(expiriesFrom('2026-11-23'))).toHaveLength(12)
})
