import { expect, test } from 'vitest'
import { countError, parseCount } from './parse-count.ts'

test.each([
  ['5', 5],
  [' 12 ', 12],
  ['007', 7],
  ['1,000', 1000],
  ['1 000', 1000],
  ['1\u202f000', 1000],
  ["1'000'000", 1_000_000],
  ['0', 0],
  ['-5', -5],
  ['40000', 40_000],
])('the typed text %j is %d', (text, count) => {
  expect(parseCount(text)).toBe(count)
})

test.each(['', ' ', 'none', '-'])('unparsable text such as %j falls back to 1', (text) => {
  expect(parseCount(text)).toBe(1)
})

test.each(['1.5', '1,5', '1.000', '10,00', '1e3', '7 days', '1,0000', '2-3', '٣٤1'])(
  '%j is no whole number, and is never taken for one',
  (text) => {
    expect(parseCount(text)).toBeNaN()
  },
)

test('each limit has its own sentence', () => {
  const errorOf = (text: string) => countError(parseCount(text), 1_000_000)
  expect(errorOf('1')).toBeUndefined()
  expect(errorOf('1,000,000')).toBeUndefined()
  expect(errorOf('0')).toBe('Must be 1 or more.')
  expect(errorOf('1.5')).toBe('Must be a whole number.')
  expect(errorOf('1000001')).toBe('Must be 1,000,000 or less.')
  expect(errorOf('99999999999999999999')).toBe('Must be 1,000,000 or less.')
  expect(countError(-5, 10, 'Validity days must be at least 1')).toBe('Validity days must be at least 1')
})
