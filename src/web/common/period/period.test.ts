import { expect, test } from 'vitest'
import { lengthOf, periodIn, searchOf, withDay } from './period.ts'

test('an address names a range or two days, and what makes no sense is the last 30 days', () => {
  expect(periodIn({ range: '7d' })).toEqual({ range: '7d' })
  expect(periodIn({ from: '2026-11-01', to: '2026-11-03', range: '7d' })).toEqual({
    from: '2026-11-01',
    to: '2026-11-03',
  })
  for (const search of [
    {},
    { range: '8d' },
    { from: '2026-11-03', to: '2026-11-01' },
    { from: 'x', to: '2026-11-01' },
  ]) {
    expect(periodIn(search)).toEqual({ range: '30d' })
  }
  for (const period of [{ range: '24h' }, { range: '30d' }, { from: '2026-11-01', to: '2026-11-03' }] as const) {
    expect(periodIn(searchOf(period))).toEqual(period)
  }
  expect(searchOf({ range: '30d' })).toEqual({ range: undefined, from: undefined, to: undefined })
})

test('one day changed moves the other so that they always make a period the server takes', () => {
  const period = { from: '2026-11-10', to: '2026-11-20' }
  const now = '2026-11-23'
  expect(withDay(period, { from: '2026-11-21' }, now)).toEqual({ from: '2026-11-21', to: '2026-11-21' })
  expect(withDay(period, { to: '2026-11-01' }, now)).toEqual({ from: '2026-11-01', to: '2026-11-01' })
  expect(withDay(period, { to: '2027-01-01' }, now)).toEqual({ from: '2026-11-10', to: '2026-11-23' })
  expect(withDay(period, { from: '0002-01-01' }, now)).toEqual({ from: '2025-10-19', to: '2026-10-19' })
  const old = { from: '2025-10-19', to: '2025-10-20' }
  expect(withDay(old, { to: '2026-11-23' }, now)).toEqual({ from: '2025-11-23', to: '2026-11-23' })
})

test('its length reads as words', () => {
  expect(lengthOf({ range: '24h' }, 24)).toBe('24 hours')
  expect(lengthOf({ range: '7d' }, 7)).toBe('7 days')
  expect(lengthOf({ from: '2026-11-01', to: '2026-11-01' }, 1)).toBe('day')
})
