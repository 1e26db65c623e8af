import { z } from 'zod'

export type Json = { readonly [key: string]: unknown }

/** The schema of what is sent, in the wire's format: `Date` and other inner types are not part of it. */
export function jsonSchemaOf(schema: z.ZodType): Json {
  return tidy(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: showMeaning })) as Json
}

interface Shown {
  readonly zodSchema: z.core.$ZodTypes
  readonly jsonSchema: z.core.JSONSchema.BaseSchema
}

/** Numbers and switches of a path or query are text on the wire, as everything there; clients take their meaning. */
function showMeaning({ zodSchema, jsonSchema }: Shown): void {
  const { def } = zodSchema._zod
  if (def.type === 'union' && jsonSchema.anyOf) jsonSchema.anyOf = withoutBlank(jsonSchema.anyOf)
  if (def.type !== 'pipe') return
  const outer = def.in._zod.def.type
  const inner = def.out._zod.def.type
  if ((outer !== 'string' && outer !== 'enum') || (inner !== 'number' && inner !== 'boolean')) return
  const isPositive = String(jsonSchema.pattern).startsWith('^[1-9]')
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
  Object.assign(jsonSchema, jsonSchemaOf(def.out as z.ZodType), isPositive && { minimum: 1 })
}

/** The public API takes blank text for an absent field; no new client should send it. */
const withoutBlank = (forms: readonly z.core.JSONSchema.BaseSchema[]) =>
  forms.filter(({ pattern }) => pattern !== '^\\s*$')

/** Drops what says nothing: the bounds of every JavaScript number, and the pattern beside a format. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key, each]) => {
    if (key === '$schema' || each === Number.MAX_SAFE_INTEGER || each === Number.MIN_SAFE_INTEGER) return false
    return !(key === 'pattern' && 'format' in value)
  })
  return joinNull(Object.fromEntries(kept.map(([key, each]) => [key, tidy(each)])))
}

/** `anyOf` of a plain type and null is shorter as one type. */
function joinNull(schema: Json): Json {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  if (anyOf.length === 1) return { ...(anyOf[0] as Json), ...rest }
  const [first, second] = anyOf as readonly Json[]
  const isPlain = anyOf.length === 2 && second?.type === 'null' && isScalar(first)
  return isPlain ? { ...first, ...rest, type: [first?.type, 'null'] } : schema
}

const isScalar = (schema: Json | undefined) =>
  typeof schema?.type === 'string' && ['string', 'integer', 'number', 'boolean'].includes(schema.type) && !schema.enum
