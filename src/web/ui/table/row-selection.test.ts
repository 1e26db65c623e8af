import { describe, expect, test } from 'vitest'
import {
  allSelected,
  countSelected,
  isSelected,
  nothingSelected,
  rangeOf,
  withKeys,
  withoutRemovedRows,
} from './row-selection.ts'

describe('a selection of rows', () => {
  test('takes rows in and out', () => {
    const two = withKeys(nothingSelected, [3, 5], true)
    expect([3, 4, 5].map((key) => isSelected(two, key))).toEqual([true, false, true])
    expect(countSelected(two, 1000)).toBe(2)
    expect(countSelected(withKeys(two, [3], false), 1000)).toBe(1)
    expect(isSelected(nothingSelected, 3)).toBe(false)
  })

  test('of all that match holds rows nobody has seen, but those that were taken out', () => {
    const most = withKeys(allSelected, [7, 8], false)
    expect(isSelected(most, 99_999)).toBe(true)
    expect(isSelected(most, 7)).toBe(false)
    expect(countSelected(most, 1234)).toBe(1232)
    expect(countSelected(withKeys(most, [7], true), 1234)).toBe(1233)
  })

  test('counts no row twice, and never less than none', () => {
    expect(countSelected(withKeys(withKeys(nothingSelected, [1], true), [1], true), 10)).toBe(1)
    expect(countSelected(withKeys(allSelected, [1, 2], false), 1)).toBe(0)
  })
})

describe('rows that are selected', () => {
  const three = withKeys(nothingSelected, [1, 3, 5], true)
  const keysOf = (selected: typeof three) => (selected.kind === 'some' ? [...selected.keys] : undefined)
  const before = [1, 2, 3, 4, 5]

  test('are let go when they leave the list, and kept when they stay', () => {
    expect(keysOf(withoutRemovedRows(three, { before, now: [2, 3, 4, 5], hasMore: false }))).toEqual([3, 5])
    expect(keysOf(withoutRemovedRows(three, { before, now: [], hasMore: false }))).toEqual([])
    expect(keysOf(withoutRemovedRows(three, { before: undefined, now: [3], hasMore: true }))).toEqual([3])
    expect(withoutRemovedRows(three, { before, now: [5, 4, 3, 2, 1], hasMore: false })).toBe(three)
  })

  test('are kept where newer rows have pushed them over the edge, and let go where others came in their place', () => {
    expect(keysOf(withoutRemovedRows(three, { before, now: [9, 8, 1, 2, 3], hasMore: true }))).toEqual([1, 3, 5])
    expect(keysOf(withoutRemovedRows(three, { before, now: [1, 2, 3, 4, 6], hasMore: true }))).toEqual([1, 3])
    expect(keysOf(withoutRemovedRows(three, { before, now: [9, 2, 3], hasMore: true }))).toEqual([3, 5])
  })

  test('stay where all that match are selected: what was taken out is not taken in again', () => {
    const most = withKeys(allSelected, [2], false)
    expect(withoutRemovedRows(most, { before, now: [1], hasMore: false })).toBe(most)
  })
})

describe('a range', () => {
  const keys = [10, 20, 30, 40, 50]

  test('goes either way and has both ends', () => {
    expect(rangeOf(keys, 20, 40)).toEqual([20, 30, 40])
    expect(rangeOf(keys, 40, 20)).toEqual([20, 30, 40])
    expect(rangeOf(keys, 30, 30)).toEqual([30])
  })

  test('is the one row where its start is unknown or gone from the list', () => {
    expect(rangeOf(keys, undefined, 40)).toEqual([40])
    expect(rangeOf(keys, 99, 40)).toEqual([40])
  })
})
