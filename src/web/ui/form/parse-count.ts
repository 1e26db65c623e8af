import * as texts from '../../texts/ui.ts'

/** A thousand with separators between groups of three digits: `1,000`, `1 000`. */
const grouped = /^\d{1,3}([,\s'_]\d{3})+$/
/** What text without any digit counts as (document 1, section 5). */
const fallback = 1

/**
 * Typed text as a number; NaN if it has digits but isn't a whole number, so that it is rejected instead of changed.
 * `parseCount('1,000')` is 1000, `parseCount('1.5')` is NaN.
 */
export function parseCount(text: string): number {
  const typed = text.trim()
  if (!/\d/.test(typed)) return fallback
  const digits = grouped.test(typed) ? typed.replaceAll(/\D/g, '') : typed
  return /^[+-]?\d+$/.test(digits) ? Number(digits) : Number.NaN
}

/** Why a number from `parseCount` is rejected; undefined if it is from 1 to `max`. `tooFew`: the text below 1. */
export function countError(count: number, max: number, tooFew = texts.mustBe1Or): string | undefined {
  if (Number.isNaN(count)) return texts.mustBeAWhole
  if (count < 1) return tooFew
  return count > max ? texts.mustBeOrLess(max.toLocaleString('en-US')) : undefined
}

/** A number that may be left empty: null without text, NaN for what is no whole number. */
export function parseOptionalCount(text: string): number | null {
  if (text.trim() === '') return null
  return /\d/.test(text) ? parseCount(text) : Number.NaN
}

/** Why such a number is rejected; undefined if it is blank, or from `least` to `max`. */
export function optionalCountError(text: string, max: number, least: 0 | 1 = 1): string | undefined {
  const count = parseOptionalCount(text)
  if (count === null || (count === 0 && least === 0)) return undefined
  return countError(count, max, least === 0 ? texts.mustBe0Or : undefined)
}
