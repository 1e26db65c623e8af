import { describe, expect, test } from 'vitest'
import { changeOf, confirmWords, blankBulkForm as form } from './bulk-actions.ts'

describe('a change of many', () => {
  test('takes days away with a minus and sends what happens to the expired', () => {
    expect(changeOf('add_days', { ...form, days: 7, isSubtracting: true, expired: 'skip' }, true)).toEqual({
      type: 'add_days',
      days: -7,
      expired: 'skip',
    })
  })

  test('without an end is one of users, never of licenses', () => {
    expect(changeOf('set_expiry', form, true)).toEqual({ type: 'set_expiry', expiresAt: null })
    expect(changeOf('set_expiry', form, false)).toEqual({ wrong: 'Choose a date first.' })
  })

  test('sends a reason only where there is one', () => {
    expect(changeOf('ban', { ...form, reason: '  ' }, true)).toEqual({ type: 'ban' })
    expect(changeOf('ban', { ...form, reason: ' shared account ' }, true)).toEqual({
      type: 'ban',
      reason: 'shared account',
    })
    expect(changeOf('pause', { ...form, reason: 'x' }, true)).toEqual({ type: 'pause' })
  })

  test('says on its button what it does to how many', () => {
    expect(confirmWords('pause', form, '12 users')).toBe('Pause 12 users')
    expect(confirmWords('add_days', { ...form, days: 1 }, '1 user')).toBe('Add 1 day to 1 user')
    expect(confirmWords('add_days', { ...form, isSubtracting: true }, '3 users')).toBe('Subtract 30 days from 3 users')
    expect(confirmWords('set_expiry', form, '3 users')).toBe('Remove expiry of 3 users')
  })
})
