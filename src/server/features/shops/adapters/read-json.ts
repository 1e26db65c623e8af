import { z } from 'zod'
import { UnreadableCall } from '../shop-event.ts'

/** Parses a body by a schema that names only what is used. */
export function readJson<S extends z.ZodType>(schema: S, body: string): z.output<S> {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    throw new UnreadableCall('The body is no JSON.')
  }
  return readValue(schema, parsed)
}

/** The same for a value that was parsed. */
export function readValue<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new UnreadableCall(`The body is not as expected at "${issue?.path.join('.') ?? ''}".`)
}

/** A shop's reference: a text or a number, as text that can be stored. */
export const Ref = z
  .union([z.string(), z.int()])
  .transform(String)
  .refine((text) => text.length > 0 && text.length <= 200 && !/\p{Cc}|\p{Surrogate}/u.test(text))

/** An email address as the shop knows it; what is none is left out. */
export const BuyerEmail = z.email().max(254).nullish().catch(null)

/** A time in ISO 8601. */
export const IsoTime = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
