import { callExamples, sessionExamples } from '../../../shared/call-examples.ts'
import { callGroups, groupOf } from '../../../shared/call-groups.ts'
import { contract } from '../../../shared/contract/index.ts'
import type { RouteAuth, RouteDef } from '../../../shared/contract/route.ts'
import { roleNames, roleWith } from '../../../shared/rights.ts'
import type { Json } from './json-schema.ts'
import { parametersOf } from './parameters.ts'
import { responsesOf } from './responses.ts'
import type { SchemaBook } from './schema-book.ts'

/** How callers authenticate per kind of route; any one is enough. */
const securityOf: Record<RouteAuth, readonly string[]> = {
  none: [],
  session: ['session'],
  admin: ['session', 'adminKey'],
  'api-key': ['apiKey'],
  portal: ['portalSession'],
}

/** One call of the contract. */
export function operationOf(key: string, route: RouteDef, book: SchemaBook): Json {
  const { name, summary, auth, token = 'none', right } = route
  const example: unknown = (callExamples as Readonly<Record<string, unknown>>)[key]
  const parameters = parametersOf(key, route, book, example)
  const schemes = [...securityOf[auth], ...(token === 'none' ? [] : ['managementToken'])]
  const security = schemes.map((each) => ({ [each]: [] }))
  const operation: Json = {
    operationId: name,
    tags: [callGroups[groupOf(key, route)].title],
    summary,
    description: descriptionOf(route),
    ...(!isUsual(security) && { security }),
    ...(token !== 'none' && { 'x-token-action': token }),
    ...(right && { 'x-right': right }),
    ...(parameters.length > 0 && { parameters }),
    ...(bodyOf(key, route, book, example) && { requestBody: bodyOf(key, route, book, example) }),
    responses: responsesOf(key, route, book),
  }
  return route.withApiKey === undefined ? operation : withPublicForm(operation, route.withApiKey, book)
}

/** The document says it once for all calls that state no other. */
export const usualSecurity: readonly Json[] = [{ session: [] }, { managementToken: [] }]
const isUsual = (security: readonly Json[]) => JSON.stringify(security) === JSON.stringify(usualSecurity)

/** What a caller must know beside the schema, in sentences. */
function descriptionOf({ auth, token = 'none', right, cost }: RouteDef): string {
  const lines = [
    ...(auth === 'api-key' ? ['With the API key of the application, which every shipped program contains.'] : []),
    ...(auth === 'none' ? ['Without signing in.'] : []),
    ...(auth === 'portal' ? ['For customers who are signed in to the portal.'] : []),
    ...(auth === 'admin' ? ['For owners and who may manage users, or with the admin key.'] : []),
    ...(auth === 'session' && token === 'none' ? ['For people, not for tokens.'] : []),
    ...(token === 'none' ? [] : [`Action of a token: \`${token}\`.`]),
    ...(right === undefined ? [] : [`Least role: ${roleNames[roleWith(right)]}.`]),
    ...(cost ? ['Has a lower rate limit than other calls.'] : []),
  ]
  return lines.join(' ')
}

function bodyOf(key: string, route: RouteDef, book: SchemaBook, example: unknown): Json | undefined {
  if (route.bodyTypes !== undefined) {
    const file = { schema: { type: 'string', format: 'binary' } }
    return { required: true, content: Object.fromEntries(route.bodyTypes.map((type) => [type, file])) }
  }
  if (route.body === undefined) return undefined
  const examples =
    key === 'POST /api/v1/session/track'
      ? { examples: Object.fromEntries(Object.entries(sessionExamples).map(([name, value]) => [name, { value }])) }
      : example !== undefined && { example }
  const content = { 'application/json': { schema: book.of(route.body), ...examples } }
  return route.body.safeParse(undefined).success ? { content } : { required: true, content }
}

/** One path that two APIs share: with an API key it takes and gives what the other call does. */
function withPublicForm(operation: Json, key: 'POST /api/v1/login', book: SchemaBook): Json {
  const other = operationOf(key, contract[key], book)
  const responses = operation.responses as Readonly<Record<string, Json>>
  const others = other.responses as Readonly<Record<string, Json>>
  const statuses = [...new Set([...Object.keys(responses), ...Object.keys(others)])].sort()
  const either = Object.fromEntries(statuses.map((status) => [status, eitherOf(responses[status], others[status])]))
  return {
    ...operation,
    security: [{}, { apiKey: [] }],
    parameters: other.parameters,
    requestBody: eitherOf(operation.requestBody as Json, other.requestBody as Json),
    responses: { ...either, 403: crossSiteAsPublic(either['403'] ?? {}) },
  }
}

/** A browser that another site directs here is refused with 403, in the form of the API that the request is for. */
function crossSiteAsPublic(refused: Json): Json {
  const isPublic = { properties: { code: { enum: ['invalid_request'] } } }
  const schema = { allOf: [{ $ref: '#/components/schemas/Refusal' }, { type: 'object', ...isPublic }] }
  return eitherOf(refused, { content: { 'application/json': { schema } } })
}

interface Content {
  readonly schema?: Json
}

/** The body of the one or of the other. */
function eitherOf(one: Json | undefined, other: Json | undefined): Json {
  if (one === undefined || other === undefined) return one ?? other ?? {}
  const schemas = [one, other].map((each) => (each.content as Readonly<Record<string, Content>>)['application/json'])
  const descriptions = [one.description, other.description].filter((text) => typeof text === 'string')
  const lines = new Set(descriptions.flatMap((text) => text.split('\n')))
  return {
    ...other,
    ...(lines.size > 0 && { description: [...lines].join('\n') }),
    content: { 'application/json': { schema: { anyOf: schemas.map((each) => each?.schema ?? {}) } } },
  }
}
