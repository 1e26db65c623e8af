import { afterEach, expect, test } from 'vitest'
import { neverExpires } from '../../../shared/constants.ts'
import { isNever, showTimesIn } from '../text/format.ts'
import { fromLocalInput, toLocalInput } from './local-date-time.ts'

afterEach(() => showTimesIn(null))

test('what a date field shows comes back as the same minute, in every zone', () => {
  for (const zone of [null, 'UTC', 'Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata']) {
    showTimesIn(zone)
    expect(fromLocalInput(toLocalInput('2027-09-24T13:05:00.000Z'))).toBe('2027-09-24T13:05:00.000Z')
  }
  expect(toLocalInput('')).toBe('')
  expect(fromLocalInput('')).toBe('')
})

test('a date is typed and shown in the chosen zone, over a change of its clocks', () => {
  showTimesIn('Europe/Berlin')
  expect(toLocalInput('2027-01-31T12:00:00.000Z')).toBe('2027-01-31T13:00')
  expect(fromLocalInput('2027-07-31T13:00')).toBe('2027-07-31T11:00:00.000Z')
  // Skipped by the clocks: the first moment after it.
  expect(fromLocalInput('2027-03-28T02:30')).toBe('2027-03-28T01:30:00.000Z')
  // While a year is typed.
  expect(toLocalInput(fromLocalInput('0020-06-01T10:00'))).toBe('0020-06-01T10:00')
})

test('Never survives the date field in every zone', () => {
  for (const zone of ['UTC', 'Pacific/Midway', 'Pacific/Kiritimati']) {
    showTimesIn(zone)
    const back = fromLocalInput(toLocalInput(neverExpires))
    expect(new Date(back).getTime()).toBe(new Date(neverExpires).getTime())
    expect(isNever(back)).toBe(true)
  }
})

test('what is typed beyond the end of year 9999 is Never', () => {
  showTimesIn('UTC')
  expect(fromLocalInput('9999-12-31T23:59')).toBe(neverExpires)
  expect(fromLocalInput('20000-01-01T00:00')).toBe(neverExpires)
})
