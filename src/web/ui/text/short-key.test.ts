import { expect, test } from 'vitest'
import { shortKey, shortLicenseKey } from './short-key.ts'

test('lists show 12 characters of an API key and 16 of a license key', () => {
  expect(shortKey('kw_live_0123456789')).toBe('kw_live_0123…')
  expect(shortLicenseKey('ABCD-EFGH-IJKL-MNOP')).toBe('ABCD-EFGH-IJKL-M…')
  expect(shortLicenseKey('ABCD')).toBe('ABCD')
})
