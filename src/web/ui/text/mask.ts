import { apiKeyMask, licenseKeyShown } from '../../../shared/constants.ts'

const bullets = '\u2022'.repeat(apiKeyMask.bullets)

/** First 12 characters, 20 bullets, last 8. What is too short to keep anything hidden becomes bullets only. */
export function maskKey(key: string): string {
  const { head, tail } = apiKeyMask
  if (key.length <= head + tail) return bullets
  return key.slice(0, head) + bullets + key.slice(-tail)
}

/** The first 12 characters of an API key, as Overview shows it. */
export function shortKey(key: string): string {
  return shorten(key, apiKeyMask.head)
}

/** The first 16 characters of a license key. */
export function shortLicenseKey(key: string): string {
  return shorten(key, licenseKeyShown)
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}\u2026`
}

/** The server sends keys masked to those who may look at an application but not change it. */
export function isMasked(key: string): boolean {
  return key.includes('\u2022')
}
