import { describe, expect, test } from 'vitest'
import { filterText, licenseFilter, licenseFilterBody, licenseQuery } from './license-filter.ts'

describe('the licenses an address asks for', () => {
  test('are the same for the list and for a change of many', () => {
    const week = licenseFilter({ view: 'week', status: 'active', q: ' vip ' })
    expect(licenseQuery(week)).toMatchObject({ expiresWithinDays: '7', status: 'active', q: 'vip' })
    expect(licenseFilterBody(week)).toEqual({ expiresWithinDays: 7, status: 'active', q: 'vip' })
    expect(licenseFilterBody(licenseFilter({ view: 'unused' }))).toMatchObject({ isUsed: false })
  })

  test('are all of them where the words mean nothing', () => {
    const filter = licenseFilter({ view: 'constructor', status: 'odd', sort: 'key:asc' })
    expect(Object.values(filter).filter((value) => value !== undefined)).toEqual([])
    expect(filterText(filter)).toBeUndefined()
  })

  test('are named when there are none', () => {
    expect(filterText(licenseFilter({ status: 'full' }))).toBe('No full license keys.')
    expect(filterText(licenseFilter({ view: 'unused', q: 'x' }))).toBe('No license keys without users match “x”.')
  })
})
