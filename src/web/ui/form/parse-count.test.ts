import { expect, test } from 'vitest'
import { parseCount } from './parse-count.ts'

test.each([
  ['5', 5],
  [' 12 ', 12],
  ['7 days', 7],
  ['0', 1],
  ['-3', 1],
  ['', 1],
  ['abc', 1],
  ['99999999999999999999', 1],
])('the typed text %j counts as %d', (text, count) => {
  expect(parseCount(text)).toBe(count)
})

test('another minimum is the fallback as well', () => {
  expect(parseCount('x', 0)).toBe(0)
  expect(parseCount('3', 10)).toBe(10)
})
