import { z } from 'zod'
import { dashboardPasswordMaxBytes, dashboardPasswordMinLength, maxPageSize } from '../constants.ts'
import { dateAndTime } from './validation-messages.ts'

const fourDigitYears = 'must be a year from 1 to 9999'
const DateOfFourDigitYears = z
  .date()
  .min(new Date('0001-01-01T00:00:00.000Z'), fourDigitYears)
  .max(new Date('9999-12-31T23:59:59.999Z'), fourDigitYears)

/** With or without a time zone; UTC if there is none. A space may replace the T, as Python writes it. */
const isoTime = new RegExp(z.regexes.datetime({ offset: true, local: true }).source.replace('T(?:', '[T ](?:'))
const zone = /(Z|[+-]\d{2}:?\d{2})$/

/** The field has more rules than being text, so "must be text" would be incomplete. */
const saidOfOtherTypes = ({ input }: { readonly input?: unknown }) => (input === undefined ? undefined : dateAndTime)

/**
 * ISO 8601 text on the wire, `Date` inside. A year that an offset pushes beyond four digits could not be written back.
 */
export const Time = z.codec(z.stringFormat('datetime', isoTime, { error: saidOfOtherTypes }), DateOfFourDigitYears, {
  decode: (text) => new Date(`${text.replace(' ', 'T')}${zone.test(text) ? '' : 'Z'}`),
  encode: (date) => date.toISOString(),
})

/** An ID in a path or query: digits only, so that `1e3`, `-1` and `%00` are no IDs. */
export const PathId = z.codec(z.string().regex(/^[1-9]\d{0,14}$/, 'must be a positive whole number'), z.int(), {
  decode: Number,
  encode: String,
})

/** `true` or `false` in a query. */
export const Flag = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (text) => text === 'true',
  encode: (flag) => (flag ? 'true' : 'false'),
})

/**
 * Text that both databases store and every screen can show: no control characters, no bidirectional overrides
 * (they make one name look like another) and no half surrogate pairs.
 */
/** Matches nearly all text, and is tested first: searching the table of a Unicode class is slow. */
const plain = /^[ -~]*$/
const unprintable = /\p{Cc}|\p{Surrogate}|[\u202a-\u202e\u2066-\u2069]/u
const unprintableButLineBreaks = /(?![\t\n\r])\p{Cc}|\p{Surrogate}|[\u202a-\u202e\u2066-\u2069]/u

/** Message for a missing value, in place of "is required". */
const saidWhenMissing = (text: string | undefined) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined || input === null ? text : undefined),
})

/** One line of text of at most `max` characters, trimmed. */
export const Line = (max: number, missing?: string) =>
  z
    .string(saidWhenMissing(missing))
    .max(max)
    .refine((text) => plain.test(text) || !unprintable.test(text), 'must not contain control characters')
    .trim()

/** Text of several lines, stored as it is. */
export const Paragraph = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !unprintableButLineBreaks.test(text), 'must not contain control characters')

/** A search text. No stored text contains NUL, and PostgreSQL accepts it in no parameter. */
export const SearchText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\0'), 'must not contain null characters')

/** Bytes, not characters: hashing time depends on bytes. Never trimmed. */
export const Secret = (minLength: number, maxBytes: number, missing?: string) =>
  z
    .string(saidWhenMissing(missing))
    .min(minLength, minLength === 1 ? (missing ?? 'is required') : `must be at least ${minLength} characters`)
    .max(maxBytes, `must be at most ${maxBytes} bytes`)
    .refine(
      (text) => text.length * 3 <= maxBytes || new TextEncoder().encode(text).length <= maxBytes,
      `must be at most ${maxBytes} bytes`,
    )
    .refine(
      (text) => plain.test(text) || !/\0|\p{Surrogate}/u.test(text),
      'must not contain null or invalid characters',
    )

/** A new password of a dashboard account. */
export const NewPassword = Secret(dashboardPasswordMinLength, dashboardPasswordMaxBytes)

export const Email = Line(254).pipe(z.email())

/** A version that needs no escaping in a sample's source. */
export const Version = z
  .string()
  .trim()
  .regex(/^[0-9A-Za-z][0-9A-Za-z._+-]{0,31}$/, 'must be up to 32 letters, digits, dots, plus or minus signs')

/** A web address without credentials. */
export const WebAddress = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .refine((text) => {
    // Also runs on values that are no URL; another check has rejected those.
    const url = URL.canParse(text) ? new URL(text) : undefined
    return !url?.username && !url?.password
  }, 'must not include a username or password')

/** Message for a number in a query. */
export const wholeNumberTo = (max: number) => `must be a whole number from 1 to ${max.toLocaleString('en-US')}`

/**
 * Paging of every list: without parameters the whole list is returned; the next page is in the `Link` header. A page
 * may have fewer rows than requested, or none, and still a next one: each request scans some thousand rows at most for
 * a filter. The list ends when there is no `Link`.
 */
export const Page = z.strictObject({
  /** Rows per page, 1 to 1000. Absent: all rows. */
  limit: z
    .codec(
      z.string().regex(/^[1-9]\d{0,3}$/, wholeNumberTo(maxPageSize)),
      z.int().max(maxPageSize, wholeNumberTo(maxPageSize)),
      { decode: Number, encode: String },
    )
    .optional(),
  /** Cursor from the `Link` header of the previous page. */
  cursor: z.string().max(4096).optional(),
})

/** `field:asc` or `field:desc`. */
export const Sort = <F extends string>(fields: readonly [F, ...F[]]) =>
  z.enum(
    fields.flatMap((field) => [`${field}:asc`, `${field}:desc`] as const) as [
      `${F}:asc` | `${F}:desc`,
      ...(`${F}:asc` | `${F}:desc`)[],
    ],
  )

export const ById = z.strictObject({ id: PathId })

/** The response of calls that return no data. */
export const Done = z.object({ message: z.string() })
