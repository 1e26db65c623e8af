import { describe, expect, test } from 'vitest'
import { filterText, noFilter, userFilter, userFilterBody, userQuery } from './user-filter.ts'

const now = new Date('2027-03-04T05:06:07Z')

describe('the users an address asks for', () => {
  test('are the same for the list and for a change of many', () => {
    const filter = userFilter({ q: ' sofia ', status: 'paused', view: 'device', license: '12', sort: 'lastLogin:desc' })
    expect(userQuery(filter, now)).toMatchObject({ q: 'sofia', status: 'paused', hasHwid: 'true', licenseId: '12' })
    expect(userFilterBody(filter, now)).toEqual({
      q: 'sofia',
      status: 'paused',
      hasHwid: true,
      licenseId: 12,
      expiresFrom: undefined,
      expiresTo: undefined,
    })
  })

  test('of the next seven days are the same ones within the hour', () => {
    const filter = userFilter({ view: 'week' })
    const span = { expiresFrom: '2027-03-04T05:00:00.000Z', expiresTo: '2027-03-11T05:00:00.000Z' }
    expect(userQuery(filter, now)).toMatchObject(span)
    expect(userQuery(filter, new Date(now.getTime() + 40 * 60_000))).toMatchObject(span)
  })

  test('are all of them where the words mean nothing', () => {
    const filter = userFilter({ status: 'sleepy', view: 'toString', license: '-1', expiresFrom: 'soon', sort: 'x:asc' })
    expect(Object.values(filter).filter((value) => value !== undefined)).toEqual([])
    expect(filterText(filter)).toBeUndefined()
  })

  test('are named when there are none, and every word of it can be cleared', () => {
    expect(filterText(userFilter({ view: 'never' }))).toBe('No users who never logged in.')
    expect(filterText(userFilter({ status: 'banned', q: 'x' }))).toBe('No banned users match “x”.')
    expect(filterText(userFilter({ license: '3' }))).toBe('No users with this license.')
    expect(filterText(userFilter({ ...noFilter, sort: 'username:asc' }))).toBeUndefined()
  })
})
