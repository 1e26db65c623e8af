import { expect, test } from 'vitest'
import { isMasked, maskApiKey } from './api-key-mask.ts'

test('a key shows its first 12 and last 8 characters around 20 bullets', () => {
  const key = 'kw_live_0123456789abcdefghijklmnopqrstuv'
  expect(maskApiKey(key)).toBe(`kw_live_0123${'•'.repeat(20)}opqrstuv`)
  expect(isMasked(maskApiKey(key))).toBe(true)
  expect(isMasked(key)).toBe(false)
})

test('a key too short to hide anything between both ends shows nothing of itself', () => {
  expect(maskApiKey('x'.repeat(20))).toBe('•'.repeat(20))
  expect(maskApiKey('')).toBe('•'.repeat(20))
})
