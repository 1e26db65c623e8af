import { expect, it } from 'vitest'
import { activityFilter, filterQuery, filterText } from './activity-filter.ts'

it('takes from an address what means something and passes over the rest', () => {
  const search = { event: 'hwid_mismatch,login_failed,nonsense', success: 'maybe', user: '7x', from: 'today', q: 'x' }
  expect(filterQuery(activityFilter(search))).toEqual({ event: 'login_failed,hwid_mismatch' })
  expect(filterText(activityFilter({ q: 'x' }))).toBeUndefined()
})

it('says in words what narrows the list', () => {
  const search = { event: 'login_failed', ip: '192.0.2.1', username: 'sofia', from: '2026-11-20T00:00:00Z' }
  expect(filterText(activityFilter(search))).toBe('No login_failed events from 192.0.2.1 of sofia in this time.')
})
