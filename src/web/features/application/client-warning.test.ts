import { expect, test } from 'vitest'
import { warningOf } from './client-warning.ts'

const client = (state: 'current' | 'old' | 'unsafe' | null, logins: number) => ({ state, logins, liveSessions: 0 })

test('old clients warn from more than 5 % of the sign-ins on', () => {
  expect(warningOf([client('current', 95), client('old', 5)])).toBeUndefined()
  expect(warningOf([client('current', 94), client('old', 6)])).toEqual({ tone: 'warn', reason: 'old' })
  // clients that name no version count among all
  expect(warningOf([client(null, 95), client('old', 5)])).toBeUndefined()
  expect(warningOf([])).toBeUndefined()
})

test('one unsafe client is red, however few sign in with it', () => {
  expect(warningOf([client('current', 1000), client('unsafe', 1)])).toEqual({ tone: 'bad', reason: 'unsafe' })
  expect(warningOf([client('current', 1000), client('unsafe', 0)])).toEqual({ tone: 'bad', reason: 'unsafe' })
})
