import { expect, test } from 'vitest'
import { isNextPageDue, nextSort, parseSort, rowsOfPages, sortText, withFocusedRow } from './table-rows.ts'

test('a head sorts ascending first, then descending, then ascending again', () => {
  const first = nextSort(undefined, 'username')
  const second = nextSort(first, 'username')
  expect([first, second, nextSort(second, 'username')].map(sortText)).toEqual([
    'username:asc',
    'username:desc',
    'username:asc',
  ])
  expect(sortText(nextSort(second, 'lastLogin'))).toBe('lastLogin:asc')
})

test('a sort survives the address, anything else is no sort', () => {
  expect(parseSort('lastLogin:desc')).toEqual({ key: 'lastLogin', isDescending: true })
  expect(parseSort('lastLogin')).toBeUndefined()
  expect(parseSort('lastLogin:down')).toBeUndefined()
  expect(parseSort(undefined)).toBeUndefined()
})

test('the focused row stays among the mounted ones, in its place', () => {
  expect(withFocusedRow([50, 51, 52], 3, 100)).toEqual([3, 50, 51, 52])
  expect(withFocusedRow([50, 51, 52], 99, 100)).toEqual([50, 51, 52, 99])
  expect(withFocusedRow([50, 51, 52], 51, 100)).toEqual([50, 51, 52])
})

test('a focused row that is gone is not mounted', () => {
  expect(withFocusedRow([0, 1], 7, 2)).toEqual([0, 1])
  expect(withFocusedRow([0, 1], -1, 2)).toEqual([0, 1])
  expect(withFocusedRow([0, 1], undefined, 2)).toEqual([0, 1])
})

test('the next page is asked for near the end, once, and not again after a failure', () => {
  const more = { hasMore: true, isLoading: false }
  expect(isNextPageDue(100, 200, more)).toBe(false)
  expect(isNextPageDue(180, 200, more)).toBe(true)
  expect(isNextPageDue(3, 4, more)).toBe(true)
  expect(isNextPageDue(199, 200, { ...more, isLoading: true })).toBe(false)
  expect(isNextPageDue(199, 200, { ...more, error: '503' })).toBe(false)
  expect(isNextPageDue(199, 200, { ...more, hasMore: false })).toBe(false)
  expect(isNextPageDue(undefined, 0, more)).toBe(false)
})

test('a row that moved to a later page while one paged is there once', () => {
  const pages = [
    [{ id: 1, name: 'a' }],
    [
      { id: 2, name: 'b' },
      { id: 1, name: 'a2' },
    ],
  ]
  expect(rowsOfPages(pages, (row) => row.id)).toEqual([
    { id: 1, name: 'a2' },
    { id: 2, name: 'b' },
  ])
})
