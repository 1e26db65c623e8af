import { expect, test } from 'vitest'
import { messageDefaults, messageNames } from '../../../shared/messages.ts'
import { keywordWarning } from './keyword-check.ts'

test('the defaults are read by every client as they are meant', () => {
  expect(messageNames.flatMap((name) => keywordWarning(name, messageDefaults[name]) ?? [])).toEqual([])
})

test('a text that loses its word is warned of, in whatever case it stood', () => {
  expect(keywordWarning('versionMismatch', 'Too old.')).toBe(
    'Missing “version” or “update”: clients that match words treat it as a failed login.',
  )
  expect(keywordWarning('hwidMismatch', 'Wrong machine.')).toContain('“hardware” or “hwid”')
  expect(keywordWarning('accountExpired', 'Time is up.')).toContain('“expired”')
  expect(keywordWarning('accountDisabled', 'Go away.')).toContain('“disabled” or “paused”')
  for (const text of ['PAUSED for now', 'Your account is disabled']) {
    expect(keywordWarning('accountDisabled', text)).toBeUndefined()
  }
})

test('the first word that occurs decides, so an earlier one takes a text over', () => {
  expect(keywordWarning('accountExpired', 'Expired: please update your subscription.')).toBe(
    'Contains “update”: clients that match words treat it as an outdated version.',
  )
  expect(keywordWarning('accountDisabled', 'Disabled, since it has expired.')).toContain('an expired account')
  expect(keywordWarning('versionMismatch', 'Update: your hardware changed.')).toBeUndefined()
  expect(keywordWarning('accountDisabled', 'Disabled and blocked.')).toBeUndefined()
})

test('a failed login has no word of its own and must have none of the others', () => {
  expect(keywordWarning('loginFailed', 'Wrong name or password.')).toBeUndefined()
  expect(keywordWarning('loginFailed', 'Wrong password, or your access is blocked.')).toContain('blocked access')
})

test('a success may say anything, a blank text inherits', () => {
  expect(keywordWarning('loginSuccess', 'Welcome to the new version!')).toBeUndefined()
  expect(keywordWarning('versionMismatch', ' \n')).toBeUndefined()
})
