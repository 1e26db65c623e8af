import type { z } from 'zod'
import type { RouteDef } from '../../../shared/contract/route.ts'
import type { Json } from './json-schema.ts'
import { pathText, queryText } from './parameter-texts.ts'
import type { SchemaBook } from './schema-book.ts'

const idempotencyKey: Json = {
  name: 'idempotency-key',
  in: 'header',
  description:
    'Repeat the call with the same key and body when its answer was lost: within 24 hours it answers as the first ' +
    'time and creates nothing more. 409 while the first is being answered, 422 with another body.',
  schema: { type: 'string', maxLength: 255 },
}

/** What every call of the public API takes. */
const ofPublicCalls: readonly Json[] = [
  {
    name: 'x-nonce',
    in: 'header',
    description: 'Asks for a signed answer: fresh random text for every call. Without it nothing is signed.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{16,64}$' },
  },
  {
    name: 'x-key-id',
    in: 'header',
    description: 'Key ids that the program pins, separated by commas: the server signs with one of them.',
    schema: { type: 'string' },
  },
  {
    name: 'content-digest',
    in: 'header',
    description: 'With X-Nonce: sha-256=:…: of the body. A wrong one is refused with 400.',
    schema: { type: 'string' },
  },
  {
    name: 'api_key',
    in: 'query',
    deprecated: true,
    description: 'The API key, for clients that cannot send a header. Addresses end up in logs: send X-API-Key.',
    schema: { type: 'string' },
  },
]

/** The parameters of a call; an example of a query gives each its value. */
export function parametersOf(key: string, route: RouteDef, book: SchemaBook, example: unknown): readonly Json[] {
  const [, path = ''] = key.split(' ')
  const examples = route.body === undefined ? ((example ?? {}) as Readonly<Record<string, string>>) : {}
  return [
    ...fieldsOf(route.params, book).map(({ name, schema }) => ({
      name,
      in: 'path',
      required: true,
      description: pathText(path, name),
      schema,
    })),
    ...fieldsOf(route.query, book).map(({ name, schema, isRequired }) => ({
      name,
      in: 'query',
      ...(isRequired && { required: true }),
      description: queryText(route.name, name),
      schema,
      ...(name in examples && { example: exampleValue(schema, examples[name] ?? '') }),
    })),
    ...(route.isIdempotent ? [idempotencyKey] : []),
    ...(route.auth === 'api-key' ? ofPublicCalls : []),
  ]
}

interface Field {
  readonly name: string
  readonly schema: Json
  readonly isRequired: boolean
}

function fieldsOf(schema: z.ZodType | undefined, book: SchemaBook): readonly Field[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = book.of(schema) as {
    readonly properties?: Readonly<Record<string, Json>>
    readonly required?: readonly string[]
  }
  return Object.entries(properties).map(([name, each]) => ({
    name,
    schema: each,
    isRequired: required.includes(name),
  }))
}

const exampleValue = ({ type }: Json, text: string): unknown =>
  type === 'integer' ? Number(text) : type === 'boolean' ? text === 'true' : text
