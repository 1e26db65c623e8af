import { expect, test } from 'vitest'
import { testResult } from './send-test-now.tsx'

test('a test says who answered what and how fast, or why nobody did', () => {
  expect(testResult({ code: 204, ms: 180, error: null }, 'discord')).toBe('Discord responded with 204 in 180 ms.')
  expect(testResult({ code: 404, ms: 1234, error: 'not found' }, 'json')).toBe(
    'Your server responded with 404 in 1,234 ms.',
  )
  expect(testResult({ code: null, ms: null, error: 'The address has no server.' }, 'slack')).toBe(
    'The address has no server.',
  )
  expect(testResult({ code: null, ms: null, error: null }, 'json')).toBe("The endpoint didn't respond. Check the URL.")
})
