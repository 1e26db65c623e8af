import { fieldError } from '../../http/field-error.ts'
import { canonical, parseNetwork } from '../../lib/canonical.ts'
import type { BlacklistType } from '../../store/applications/blacklist.ts'

/** A value as displayed, and in the canonical form that is compared. */
export interface NormalizedValue {
  readonly value: string
  readonly valueKey: string
}

/** What to do about a value that cannot be on a blacklist. */
const advice = {
  ip: 'Please enter an IP address, or a network such as 203.0.113.0/24.',
  other: 'Please enter a value to block.',
} as const

/** The two forms of a value, or a sentence that says what is wrong with it. */
export function normalizeValue(type: BlacklistType, value: string): NormalizedValue | string {
  if (type !== 'ip') {
    const valueKey = canonical(value)
    return valueKey === '' ? advice.other : { value, valueKey }
  }
  const network = parseNetwork(value)
  return network ? { value: network.text, valueKey: network.text } : advice.ip
}

/** As `normalizeValue`, but refuses a wrong value with the sentence. */
export function requireNormalizedValue(type: BlacklistType, value: string): NormalizedValue {
  const compared = normalizeValue(type, value)
  if (typeof compared === 'string') throw fieldError('value', compared)
  return compared
}
