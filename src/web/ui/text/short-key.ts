import { apiKeyHead } from '../../../shared/api-key-mask.ts'
import { licenseKeyShown } from '../../../shared/constants.ts'

/** The first 12 characters of an API key, as Overview shows it. */
export function shortKey(key: string): string {
  return shorten(key, apiKeyHead)
}

/** The first 16 characters of a license key. */
export function shortLicenseKey(key: string): string {
  return shorten(key, licenseKeyShown)
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}\u2026`
}
