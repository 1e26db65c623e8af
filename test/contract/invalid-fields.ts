import type { JsonSchema } from '../../guide/json-schema.ts'
import { buildRequest, type Route, routes, schemaOf } from './requests.ts'
import type { Tenant } from './tenant.ts'

/** A valid request with one invalid field. */
export interface InvalidField {
  readonly route: Route
  /** Where the field stands: `action.type`, or a name in the query. */
  readonly field: string
  readonly how: string
  readonly method: string
  readonly url: string
  readonly body?: unknown
}

/** Fits every body limit, and is longer than nearly every field may be. */
const longText = 'x'.repeat(15_000)

/** What a client sends by mistake: each in the place of each field. */
const mistakes: Readonly<Record<string, unknown>> = {
  null: null,
  blank: '',
  text: 'odd text',
  'a long text': longText,
  'a fraction': 1.5,
  'a negative number': -1,
  'a huge number': 1e15,
  true: true,
  'an object': { odd: 1 },
  'an empty list': [],
  'a list of lists': [[]],
}

/** Every route of the contract with each field of its body and its query missing, of another type, too long, or unknown. */
export function* invalidFields(own: Tenant): Generator<InvalidField> {
  // The public ones first: some of the others replace the API key.
  const isPublic = ({ def }: Route) => def.auth === 'api-key'
  for (const route of [...routes.filter(isPublic), ...routes.filter((each) => !isPublic(each))]) {
    const { method, url, body } = buildRequest(route, own)
    if (route.def.body) {
      for (const spoilt of invalidBodies(schemaOf(route.def.body), (body ?? {}) as object)) {
        yield { route, method, url, ...spoilt }
      }
      yield { route, method, url, field: '', how: 'a list as the body', body: [] }
    }
    for (const field of route.def.query ? fieldsOf(schemaOf(route.def.query)) : []) {
      for (const [how, value] of [
        ['text', 'odd text'],
        ['blank', ''],
        ['a long text', longText.slice(0, 7000)],
      ] as const) {
        const spoilt = new URL(url, 'http://x')
        spoilt.searchParams.set(field, value)
        yield { route, method, url: spoilt.pathname + spoilt.search, field, how, body }
      }
    }
  }
}

type InvalidBody = Pick<InvalidField, 'field' | 'how' | 'body'>

function* invalidBodies(schema: JsonSchema, valid: object): Generator<InvalidBody> {
  for (const field of fieldsOf(schema)) {
    const { [field]: value, ...rest } = valid as Record<string, unknown>
    if (value !== undefined) yield { field, how: 'missing', body: rest }
    for (const [how, mistake] of Object.entries(mistakes)) {
      yield { field, how, body: { ...valid, [field]: mistake } }
    }
    const inner = partOf(schema, field)
    if (!inner || typeof value !== 'object' || value === null || Array.isArray(value)) continue
    for (const spoilt of invalidBodies(inner, value)) {
      yield { field: `${field}.${spoilt.field}`, how: spoilt.how, body: { ...valid, [field]: spoilt.body } }
    }
  }
  yield { field: 'odd', how: 'unknown', body: { ...valid, odd: 1 } }
}

const variantsOf = ({ anyOf = [], oneOf = [] }: JsonSchema) => [...anyOf, ...oneOf]

function fieldsOf(schema: JsonSchema): string[] {
  return [...new Set([...Object.keys(schema.properties ?? {}), ...variantsOf(schema).flatMap(fieldsOf)])]
}

function partOf(schema: JsonSchema, field: string): JsonSchema | undefined {
  return schema.properties?.[field] ?? variantsOf(schema).flatMap((variant) => partOf(variant, field) ?? [])[0]
}
