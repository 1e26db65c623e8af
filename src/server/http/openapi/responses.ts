import type { ContentType, RouteAuth, RouteDef } from '../../../shared/contract/route.ts'
import type { Json } from './json-schema.ts'
import { ownStatuses, refusalsOf, refusalsOfKind, type ShownRefusal } from './refusals.ts'
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

/**
 * Every response of a call: its own refusals by their status, and those of its kind as one range of statuses that all
 * calls of the kind share.
 */
export function responsesOf(key: string, route: RouteDef, book: SchemaBook): Json {
  const isPublic = route.auth === 'api-key'
  const isWhole = spellsRefusals(route)
  const own = ownStatuses(key, route)
  const refusals = [...refusalsOf(key, route)].filter(([status]) => isWhole || own.has(status))
  return {
    [route.status ?? 200]: success(route, book),
    ...Object.fromEntries(
      refusals.map(([status, refused]) => [status, refusalResponse(refused, { isPublic, isWhole })]),
    ),
    ...(!isWhole && referToRanges(rangesOf(key, route))),
  }
}

/** Whether a call gives each status of its refusals: that of programs of end users, and the one that is partly theirs. */
export const spellsRefusals = ({ auth, withApiKey }: RouteDef): boolean =>
  auth === 'api-key' || withApiKey !== undefined

/** The responses that the calls of a kind share, by their names. */
export const sharedRefusals = (key: string, route: RouteDef): Readonly<Record<string, Json>> =>
  Object.fromEntries(Object.values(rangesOf(key, route)).map(({ name, refused }) => [name, rangeResponse(refused)]))

const referToRanges = (ranges: Readonly<Record<string, Range>>): Json =>
  Object.fromEntries(
    Object.entries(ranges).map(([range, { name }]) => [range, { $ref: `#/components/responses/${name}` }]),
  )

interface Range {
  readonly name: string
  readonly refused: readonly ShownRefusal[]
}

const callers: Readonly<Record<RouteAuth, string>> = {
  none: 'Open',
  session: 'Dashboard',
  admin: 'Administration',
  portal: 'Portal',
  'api-key': 'Client',
}

/** A more exact status of the same call has precedence over its range. */
function rangesOf(key: string, route: RouteDef): Readonly<Record<'4XX' | '5XX', Range>> {
  const refused = refusalsOfKind(key, route)
  const kind = key.startsWith('GET ') ? 'Read' : 'Change'
  return {
    '4XX': {
      name: `${route.right === undefined ? callers[route.auth] : 'Application'}${route.isIdempotent ? 'Creation' : kind}Refused`,
      refused: refused.filter(({ status }) => status < 500),
    },
    '5XX': { name: `${kind}Failed`, refused: refused.filter(({ status }) => status >= 500) },
  }
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
  if (type.startsWith('text/')) return { type: 'string' }
  if (fileRow === undefined) return book.of(reply)
  const row = book.of(fileRow)
  return type === 'application/json' ? { type: 'array', items: row } : row
}

const retriedStatuses = [429, 503]

/**
 * The response of one status, with every code that it can have. Those of the call's kind are explained once, in its range,
 * unless the call has none.
 */
function refusalResponse(
  refused: readonly ShownRefusal[],
  { isPublic, isWhole }: { readonly isPublic: boolean; readonly isWhole: boolean },
): Json {
  const isRetried = refused.some(({ status }) => retriedStatuses.includes(status))
  const headers = { ...(isRetried && named({ 'Retry-After': 'RetryAfter' })), ...(isPublic && signatureHeaders) }
  const schema = {
    allOf: [
      { $ref: `#/components/schemas/${isPublic ? 'Refusal' : 'Problem'}` },
      { properties: { code: { enum: refused.map(({ code }) => code) } } },
    ],
  }
  return {
    description: textOf(isWhole ? refused : refused.filter(({ isShared }) => !isShared)),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { 'application/json': { schema } },
  }
}

const textOf = (refused: readonly ShownRefusal[]) =>
  refused.map(({ code, message }) => `\`${code}\`: ${message}`).join('\n')

/** The response of several statuses: it says which code has which. */
const rangeResponse = (refused: readonly ShownRefusal[]): Json => ({
  ...refusalResponse(refused, { isPublic: false, isWhole: true }),
  description: refused.map(({ status, code, message }) => `${status} \`${code}\`: ${message}`).join('\n'),
})
