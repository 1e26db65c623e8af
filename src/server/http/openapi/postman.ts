import type { Json } from './json-schema.ts'

/** The collection of requests for Postman, and for other programs that read its format (v2.1). */
export function postmanCollection(document: Json): Json {
  const { info, servers, tags } = document as unknown as Document
  const requests = requestsOf(document as unknown as Document)
  const folders = tags
    .map(({ name, description }) => ({ name, description, item: requests.filter(({ tag }) => tag === name) }))
    .filter(({ item }) => item.length > 0)
    .map((folder) => ({ ...folder, item: folder.item.map(({ request }) => request) }))
  const [server] = servers
  return {
    info: {
      name: info.title,
      description: `${info.description} Set the variables of the collection: the address, a token, an API key.`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [pair('token', '{{token}}')] },
    variable: [
      { key: 'address', value: server?.url === '/' ? 'http://localhost:3000' : (server?.url ?? '') },
      { key: 'token', value: '' },
      { key: 'apiKey', value: '' },
      ...variablesOf(folders.flatMap(({ item }) => item)).map((key) => ({ key, value: '' })),
    ],
    item: folders,
  }
}

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly required?: boolean
  readonly deprecated?: boolean
  readonly example?: unknown
}
interface Media {
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
interface Call {
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  /** Absent: that of the document. */
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
}
interface Document {
  readonly info: { readonly title: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly security: readonly object[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Call>>>>
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> }
}

/** The calls that a program can make: with a token, with an API key, and those of everybody. */
function requestsOf({ paths, components, security: usual }: Document) {
  return Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, call]) => {
      const { security = usual } = call
      const schemes = security.flatMap((each) => Object.keys(each))
      const isOpen = path.startsWith('/healthz') || path.startsWith('/readyz')
      const isMade = isOpen || schemes.includes('managementToken') || schemes.includes('apiKey')
      // A call that also goes without a key is the sign-in, whose path the public API shares.
      if (!isMade || security.some((each) => Object.keys(each).length === 0)) return []
      const parameters = (call.parameters ?? []).map((each) =>
        each.$ref === undefined ? each : (components.parameters[each.$ref.split('/').at(-1) ?? ''] ?? each),
      )
      const auth = isOpen ? { auth: { type: 'noauth' } } : schemes.includes('apiKey') ? { auth: apiKeyAuth } : {}
      return examplesOf(call).map(({ name, body }) => ({
        tag: call.tags[0],
        request: {
          name: name === undefined ? call.summary : `${call.summary}: ${name}`,
          request: {
            method: method.toUpperCase(),
            description: call.description,
            ...auth,
            header: headersOf(parameters, body),
            url: urlOf(path, parameters),
            ...(body !== undefined && {
              body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } },
            }),
          },
        },
      }))
    }),
  )
}

const pair = (key: string, value: string) => ({ key, value, type: 'string' })
const apiKeyAuth = {
  type: 'apikey',
  apikey: [pair('key', 'X-API-Key'), pair('value', '{{apiKey}}'), pair('in', 'header')],
}

/** One request per example of the body; without one, an empty body where the call takes one. */
function examplesOf({ requestBody }: Call): readonly { readonly name?: string; readonly body?: unknown }[] {
  const media = requestBody?.content['application/json']
  if (media === undefined) return [{}]
  const named = Object.entries(media.examples ?? {}).map(([name, { value }]) => ({ name, body: value }))
  return named.length > 0 ? named : [{ body: media.example ?? {} }]
}

function headersOf(parameters: readonly Parameter[], body: unknown): readonly Json[] {
  const own = parameters
    .filter((each) => each.in === 'header')
    .map(({ name, description }) =>
      // Postman writes a new UUID for each time that a request is sent.
      name === 'idempotency-key'
        ? { key: name, value: '{{$guid}}', description }
        : { key: name, value: '', description, disabled: true },
    )
  return body === undefined ? own : [{ key: 'content-type', value: 'application/json' }, ...own]
}

/** Optional values of the query are there, but switched off. */
function urlOf(path: string, parameters: readonly Parameter[]): Json {
  const shown = path.replaceAll(/\{(\w+)\}/g, ':$1')
  const query = parameters
    .filter((each) => each.in === 'query' && each.deprecated !== true)
    .map(({ name, description, required, example }) => ({
      key: name,
      value: example === undefined ? '' : String(example),
      description,
      ...(required !== true && { disabled: true }),
    }))
  const ids = parameters.filter((each) => each.in === 'path')
  return {
    raw: `{{address}}${shown}`,
    host: ['{{address}}'],
    path: shown.split('/').slice(1),
    ...(query.length > 0 && { query }),
    ...(ids.length > 0 && {
      variable: ids.map(({ name, description }) => ({
        key: name,
        value: `{{${name === 'id' ? ownerOf(path) : name}}}`,
        description,
      })),
    }),
  }
}

/** `/applications/{id}` is the variable `applicationId`, set once for the whole collection. */
const ownerOf = (path: string) => `${path.split('/{id}')[0]?.split('/').at(-1)?.replace(/s$/, '')}Id`

const variablesOf = (requests: readonly unknown[]) => [
  ...new Set([...JSON.stringify(requests).matchAll(/"\{\{(\w+Id)\}\}"/g)].map(([, name = '']) => name)),
]
