import type { ContentType, RouteDef } from '../../../shared/contract/route.ts'
import type { Json } from './json-schema.ts'
import { refusalsOf, type ShownRefusal } from './refusals.ts'
import type { SchemaBook } from './schema-book.ts'

const header = (description: string, schema: Json = { type: 'string' }): Json => ({ description, schema })

/** Headers of responses. */
export const sharedHeaders: Readonly<Record<string, Json>> = {
  Link: header('The next page, as `<address>; rel="next"`; absent on the last one.'),
  TotalCount: header('The number of all rows; absent where counting them takes too long.', { type: 'integer' }),
  RetryAfter: header('Seconds to wait before the call is sent again.', { type: 'integer' }),
  Replayed: header('`true`: the stored response of the first call with this key.'),
  SignatureInput: header('What is signed, by which key and until when (RFC 9421); only where it was asked for.'),
  Signature: header('The signature; only where it was asked for.'),
  ContentDigest: header('sha-256 of the body; only where a signature was asked for.'),
}

const named = (headers: Readonly<Record<string, keyof typeof sharedHeaders>>): Json =>
  Object.fromEntries(
    Object.entries(headers).map(([name, shared]) => [name, { $ref: `#/components/headers/${shared}` }]),
  )

const listHeaders = named({ Link: 'Link', 'X-Total-Count': 'TotalCount' })
const signatureHeaders = named({
  'Signature-Input': 'SignatureInput',
  Signature: 'Signature',
  'Content-Digest': 'ContentDigest',
})

/** Every response of a call. */
export function responsesOf(key: string, route: RouteDef, book: SchemaBook): Json {
  const refusals = [...refusalsOf(key, route)].map(([status, refused]) => [
    status,
    refusalResponse(status, refused, route.auth === 'api-key'),
  ])
  return { [route.status ?? 200]: success(route, book), ...Object.fromEntries(refusals) }
}

function success(route: RouteDef, book: SchemaBook): Json {
  const headers = {
    ...(route.isList && listHeaders),
    ...(route.isIdempotent && named({ 'Idempotency-Replayed': 'Replayed' })),
    ...(route.auth === 'api-key' && signatureHeaders),
    ...(route.name === 'exportActivity' && named({ 'X-Total-Count': 'TotalCount' })),
  }
  const types = route.replyTypes ?? ['application/json']
  return {
    description: route.status === 202 ? 'Accepted: the work goes on after this response.' : 'Done.',
    ...(Object.keys(headers).length > 0 && { headers }),
    content: Object.fromEntries(types.map((type) => [type, { schema: replySchema(route, type, book) }])),
  }
}

function replySchema({ reply, fileRow }: RouteDef, type: ContentType, book: SchemaBook): Json {
  if (type === 'text/csv') return { type: 'string' }
  if (fileRow === undefined) return book.of(reply)
  const row = book.of(fileRow)
  return type === 'application/json' ? { type: 'array', items: row } : row
}

const retriedStatuses = [429, 503]

/** The response of one status, with every code that it can have. */
function refusalResponse(status: number, refused: readonly ShownRefusal[], isPublic: boolean): Json {
  const codes = refused.map(({ code }) => code)
  const headers = {
    ...(retriedStatuses.includes(status) && named({ 'Retry-After': 'RetryAfter' })),
    ...(isPublic && signatureHeaders),
  }
  const schema = {
    allOf: [
      { $ref: `#/components/schemas/${isPublic ? 'Refusal' : 'Problem'}` },
      { properties: { code: { enum: codes } } },
    ],
  }
  return {
    description: refused.map(({ code, message }) => `\`${code}\`: ${message}`).join('\n'),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { 'application/json': { schema } },
  }
}
