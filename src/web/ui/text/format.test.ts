import { expect, test } from 'vitest'
import { neverExpires } from '../../../shared/constants.ts'
import {
  daysLeft,
  describeExpiry,
  formatCount,
  formatDate,
  formatExact,
  formatNumber,
  formatPercent,
  formatRelative,
  inDays,
  isNever,
  shownTimeZone,
  showTimesIn,
} from './format.ts'

const now = new Date('2026-11-20T12:00:00.000Z')

test('figures are grouped, percentages keep one decimal', () => {
  expect(formatNumber(100_000)).toBe('100,000')
  expect(formatPercent(0)).toBe('0%')
  expect(formatPercent(99.5)).toBe('99.5%')
  expect(formatCount(1, 'user')).toBe('1 user')
  expect(formatCount(1200, 'user')).toBe('1,200 users')
})

test.each([null, undefined, '', '  ', neverExpires, '9999-12-31T00:00:00.000Z', '+010000-01-01T07:59:00.000Z', 'soon'])(
  'the expiry %j reads Never',
  (iso) => {
    expect(isNever(iso)).toBe(true)
  },
)

test('the last moment of 9998 is a date', () => {
  expect(isNever('9998-12-31T23:59:59.999Z')).toBe(false)
})

test.each([
  ['2026-11-20T11:59:30.000Z', 'just now'],
  ['2026-11-20T11:58:00.000Z', '2 minutes ago'],
  ['2026-11-20T11:59:10.000Z', '1 minute ago'],
  ['2026-11-19T20:00:00.000Z', '16 hours ago'],
  ['2026-11-19T12:00:00.000Z', '1 day ago'],
  ['2026-09-09T12:00:00.000Z', '72 days ago'],
  ['2026-06-20T12:00:00.000Z', '5 months ago'],
  ['2024-06-20T12:00:00.000Z', '2 years ago'],
  ['2026-11-23T12:00:01.000Z', 'in 3 days'],
])('%s reads %s', (iso, text) => {
  expect(formatRelative(iso, now)).toBe(text)
})

test('what is longer ago never reads as less, on any day of three years', () => {
  const days = { day: 1, month: 30, year: 365 }
  let before = 0
  for (let ago = 1; ago <= 1100; ago += 1) {
    const text = formatRelative(new Date(now.getTime() - ago * 86_400_000).toISOString(), now)
    const [count = '', unit = ''] = text.replace('s ago', '').split(' ')
    const told = Number(count) * days[unit.replace(' ago', '') as keyof typeof days]
    expect([text, told >= before - 1 && told <= ago + 1]).toEqual([text, true])
    before = told
  }
  expect(formatRelative('2026-08-21T12:00:00.000Z', now)).toBe('3 months ago')
})

test('a begun day counts as a day left, and the very moment of expiry is past', () => {
  expect(daysLeft('2026-11-20T12:00:01.000Z', now)).toBe(1)
  expect(daysLeft('2026-11-27T12:00:00.000Z', now)).toBe(7)
  expect(describeExpiry('2026-11-20T12:00:00.000Z', now).detail).toBe('expired')
})

test('seven days or fewer left are marked, eight are not', () => {
  expect(describeExpiry('2026-11-27T12:00:00.000Z', now)).toMatchObject({ detail: '7 days left', isNear: true })
  expect(describeExpiry('2026-11-28T12:00:00.000Z', now)).toMatchObject({ detail: '8 days left', isNear: false })
  expect(describeExpiry('2026-11-20T13:00:00.000Z', now).detail).toBe('1 day left')
  expect(describeExpiry(null, now)).toEqual({ text: 'Never', isNear: false })
})

test('a quick button lands on the same clock time so many days on', () => {
  expect(inDays(7, now)).toBe('2026-11-27T12:00:00.000Z')
})

test('dates are shown in the chosen time zone, and in the browser’s without one or with one it does not know', () => {
  const own = shownTimeZone()
  showTimesIn('Pacific/Auckland')
  expect(formatDate('2026-11-20T12:00:00.000Z')).toBe('Nov 21, 2026')
  expect(formatExact('2026-11-20T12:00:00.000Z')).toContain('1:00:00 AM')
  expect(shownTimeZone()).toBe('Pacific/Auckland')
  for (const none of [null, 'Mars/Olympus']) {
    showTimesIn(none)
    expect(shownTimeZone()).toBe(own)
  }
})
