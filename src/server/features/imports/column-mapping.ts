import { z } from 'zod'
import { importFields } from '../../../shared/import-fields.ts'
import { fieldError } from '../../http/field-error.ts'

/** What columns of a table are read as whose names are not ours; null is not imported. */
export type ColumnMapping = ReadonlyMap<string, string | null>

const Mapping = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue("isn't JSON")
      return z.NEVER
    }
  })
  .pipe(z.record(z.string(), z.string().nullable()))

interface Asked {
  readonly kind: keyof typeof importFields
  /** JSON: a column's name and its field. */
  readonly columns?: string | undefined
}

/** The mapping that the query asks for; throws for a field that the kind doesn't have, or one that is named twice. */
export function readColumnMapping({ kind, columns }: Asked): ColumnMapping {
  if (columns === undefined) return new Map()
  const parsed = Mapping.safeParse(columns)
  if (!parsed.success) throw fieldError('columns', 'Write JSON such as {"Serial": "license_key"}.')
  const known: readonly (string | null)[] = importFields[kind]
  const fields = Object.values(parsed.data).filter((field) => field !== null)
  for (const [index, field] of fields.entries()) {
    if (!known.includes(field)) throw fieldError('columns', `${field.slice(0, 40)} is not a field of ${kind}.`)
    if (fields.indexOf(field) < index) throw fieldError('columns', `Two columns can't both be ${field}.`)
  }
  return new Map(Object.entries(parsed.data))
}
