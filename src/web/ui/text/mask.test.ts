import { expect, test } from 'vitest'
import { maskKey, shortKey, shortLicenseKey } from './mask.ts'

test('a key shows its first 12 and last 8 characters around 20 bullets', () => {
  const key = 'kw_live_0123456789abcdefghijklmnopqrstuv'
  expect(maskKey(key)).toBe(`kw_live_0123${'•'.repeat(20)}opqrstuv`)
})

test('a key too short to hide anything between both ends shows nothing of itself', () => {
  expect(maskKey('x'.repeat(20))).toBe('•'.repeat(20))
  expect(maskKey('')).toBe('•'.repeat(20))
})

test('lists show 12 characters of an API key and 16 of a license key', () => {
  expect(shortKey('kw_live_0123456789')).toBe('kw_live_0123…')
  expect(shortLicenseKey('ABCD-EFGH-IJKL-MNOP')).toBe('ABCD-EFGH-IJKL-M…')
  expect(shortLicenseKey('ABCD')).toBe('ABCD')
})
