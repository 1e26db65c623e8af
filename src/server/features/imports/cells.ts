import { z } from 'zod'

/** Converts a table cell to a value. A blank cell is no value. */
const cell = <T extends z.ZodType>(schema: T) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema.optional())

const yes = ['true', '1', 'yes', 'y', 'x']
const no = ['false', '0', 'no', 'n']

export const FlagCell = cell(
  z
    .string()
    .toLowerCase()
    .refine((text) => yes.includes(text) || no.includes(text), 'must be true or false')
    .transform((text) => yes.includes(text)),
)

export const IntCell = (min: number, max: number) =>
  cell(
    z
      .string()
      .regex(/^\d{1,9}$/, 'must be a whole number')
      .transform(Number)
      .pipe(z.int().min(min).max(max)),
  )

const isoTime = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(Z|[+-]\d{2}:?\d{2})?$/i

/** ISO 8601, also without a time or a time zone (UTC). */
const TimeText = z.string().transform((text, context) => {
  const [, day, minutes = '00:00', seconds = '00', fraction = '0', zone = 'Z'] = isoTime.exec(text) ?? []
  const date = new Date(`${day}T${minutes}:${seconds}.${fraction}${zone.toUpperCase()}`)
  const year = date.getUTCFullYear()
  const isDay = z.iso.date().safeParse(day).success
  if (isDay && year >= 1 && year <= 9999) return date
  context.addIssue({ code: 'custom', message: 'must be a date such as 2027-01-31 or 2027-01-31T12:00:00Z' })
  return z.NEVER
})

export const TimeCell = cell(TimeText)

/** The same, or the word `never`. */
export const ExpiryCell = cell(
  z.union([
    z
      .string()
      .regex(/^never$/i)
      .transform(() => null),
    TimeText,
  ]),
)

export const TextCell = <T extends z.ZodType>(schema: T) => cell(schema)
