import { expect, test } from 'vitest'
import { licenseSentence } from './license-sentence.ts'

const now = new Date('2026-11-23T12:00:00.000Z')
const license = {
  isActive: true,
  hold: null as 'paused' | 'banned' | null,
  maxUsers: 5,
  currentUsers: 3,
  validityDays: 30,
  expiresAt: '2027-10-23T12:00:00.000Z' as string | null,
  graceUntil: null as string | null,
}
const told = (change: Partial<typeof license>) => licenseSentence({ ...license, ...change }, now)

test('a license says how many more people can use it, and until when', () => {
  expect(told({})).toBe('2 more people can use this key until Oct 23, 2027.')
  expect(told({ currentUsers: 4 })).toBe('1 more person can use this key until Oct 23, 2027.')
  expect(told({ currentUsers: 0 })).toBe('5 people can use this key until Oct 23, 2027.')
  expect(told({ maxUsers: 1_003 })).toBe('1,000 more people can use this key until Oct 23, 2027.')
  expect(told({ expiresAt: '9999-12-31T23:59:00.000Z' })).toBe('2 more people can use this key.')
  const unused = { currentUsers: 0, maxUsers: 1, expiresAt: null }
  expect(told(unused)).toBe('1 person can use this key for 30 days from the first use.')
})

test('a license in grace says until when its users have access', () => {
  const past = { expiresAt: '2026-11-20T12:00:00.000Z', graceUntil: '2026-11-27T12:00:00.000Z' }
  const sentence = 'This key expired on Nov 20, 2026. Its users have access until Nov 27, 2026.'
  expect(told(past)).toBe(sentence)
  for (const refused of [{ isActive: false }, { graceUntil: now.toISOString() }]) {
    expect(told({ ...past, ...refused })).toBe('This key expired on Nov 20, 2026.')
  }
})

test('a license that lets nobody in says why: held before expired before disabled before full', () => {
  const past = { expiresAt: now.toISOString() }
  expect(told({ ...past, hold: 'banned' })).toBe('This key is banned: no one can log in with it.')
  expect(told({ hold: 'paused' })).toBe('This key is paused: no one can log in with it.')
  expect(told({ ...past, isActive: false, currentUsers: 5 })).toBe('This key expired on Nov 23, 2026.')
  expect(told({ isActive: false, currentUsers: 5 })).toBe('This key is disabled: no one can log in with it.')
  expect(told({ currentUsers: 5 })).toBe('All 5 seats are taken until Oct 23, 2027.')
  expect(told({ currentUsers: 1, maxUsers: 1, expiresAt: '9999-12-31T23:59:00.000Z' })).toBe('The only seat is taken.')
})
