import type { z } from 'zod'
import { components } from '../../../shared/contract/components.ts'
import { type Json, jsonSchemaOf } from './json-schema.ts'

/** Writes schemas, with a reference wherever a named one stands in them. */
export interface SchemaBook {
  of(schema: z.ZodType): Json
  /** The named schemas. */
  readonly schemas: Json
}

const referenceTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

export function openSchemaBook(): SchemaBook {
  const names = new Map<string, string>()
  const schemas: Record<string, Json> = {}

  /** From the inside out: a named schema may stand in another. */
  const fold = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fold)
    if (typeof value !== 'object' || value === null) return value
    const folded = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fold(each)]))
    const name = names.get(JSON.stringify(folded))
    return name === undefined ? folded : referenceTo(name)
  }

  for (const [name, schema] of Object.entries<z.ZodType>(components)) {
    const written = fold(jsonSchemaOf(schema)) as Json
    if ('$ref' in written) throw new Error(`The schema ${name} has two names: ${String(written.$ref)}`)
    schemas[name] = written
    names.set(JSON.stringify(written), name)
  }
  return { of: (schema) => fold(jsonSchemaOf(schema)) as Json, schemas }
}
