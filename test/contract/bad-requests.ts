import type { JsonSchema } from '../../guide/json-schema.ts'
import { type Chance, generateValue } from './generate-value.ts'
import { contentTypes, hostileHeaders, hostileSearches, hostileSegments, oddMethods } from './hostile-requests.ts'
import { hostileBodies, hostileStrings, hostileValues } from './hostile-values.ts'
import { buildRequest, type Route, routes, schemaOf } from './requests.ts'
import type { Tenant } from './tenant.ts'

/** A request as it is sent, valid or not. */
export interface BadRequest {
  readonly key: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string
}

interface Draft {
  method: string
  url: string
  headers: Record<string, string>
  payload?: string
}

const schemas = new Map(
  routes.map(({ key, def }) => [
    key,
    { body: def.body ? schemaOf(def.body) : undefined, query: def.query ? schemaOf(def.query) : undefined },
  ]),
)

function credentials({ def }: Route, own: Tenant): Record<string, string> {
  if (def.auth === 'api-key') return { 'x-api-key': own.apiKey }
  return def.auth === 'none' ? {} : { cookie: own.account.cookie }
}

/** The valid request, and its body before serialization. */
function honest(route: Route, own: Tenant): { draft: Draft; body: unknown } {
  const { method, url, body, file } = buildRequest(route, own)
  const headers = { ...credentials(route, own), 'content-type': file?.type ?? 'application/json' }
  return { draft: { method, url, headers, ...(file && { payload: file.text }) }, body }
}

/** One request of the contract, made invalid in up to three places. */
export function generateRequest(own: Tenant, chance: Chance): BadRequest {
  const route = chance.of(routes)
  const { draft, body: valid } = honest(route, own)
  const { body: bodySchema, query: querySchema } = schemas.get(route.key) ?? {}
  let body = bodySchema && chance.is(0.7) ? generateValue(bodySchema, chance) : valid
  if (querySchema && chance.is(0.5)) appendSearch(draft, searchOf(querySchema, chance))
  let text: string | undefined
  const faults = chance.below(4)
  for (let n = 0; n < faults; n += 1) {
    const kind = chance.below(10)
    if (kind < 4 && body !== undefined) body = spoilt(body, chance)
    else if (kind === 4) text = chance.of(hostileBodies)
    else if (kind === 5) draft.url = withSegment(draft.url, chance)
    else if (kind === 6) appendSearch(draft, chance.of(hostileSearches))
    else if (kind === 7) setHeader(draft, chance.of(hostileHeaders))
    else if (kind === 8) draft.headers['content-type'] = chance.of(contentTypes)
    else if (chance.is(0.3)) draft.method = chance.of(oddMethods)
  }
  if (body !== undefined || text !== undefined) draft.payload = text ?? asText(body, chance)
  return { key: route.key, ...draft }
}

/** Every field, path part and query of the contract with each hostile value: far more than one run sends. */
export function* corpus(): Generator<(own: Tenant) => BadRequest> {
  for (const route of routes) {
    const spoil = (change: (draft: Draft, body: unknown) => void) => (own: Tenant) => {
      const { draft, body } = honest(route, own)
      if (body !== undefined) draft.payload = JSON.stringify(body)
      change(draft, body)
      return { key: route.key, ...draft }
    }
    for (const field of fieldsOf(schemas.get(route.key)?.body)) {
      for (const value of hostileValues) {
        yield spoil((draft, body) => {
          draft.payload = JSON.stringify({ ...(body as object), [field]: value })
        })
      }
    }
    for (const field of fieldsOf(schemas.get(route.key)?.query)) {
      for (const value of hostileStrings) {
        yield spoil((draft) => appendSearch(draft, `${field}=${encodeLoosely(value).slice(0, 4000)}`))
      }
    }
    if (route.path.includes(':')) {
      for (const segment of hostileSegments) {
        yield spoil((draft) => {
          draft.url = route.path.replaceAll(/:\w+/g, segment)
        })
      }
    }
    if (route.def.body) {
      for (const text of hostileBodies) {
        yield spoil((draft) => {
          draft.payload = text
        })
      }
    }
    for (const header of hostileHeaders) yield spoil((draft) => setHeader(draft, header))
    for (const search of hostileSearches) yield spoil((draft) => appendSearch(draft, search))
  }
}

function fieldsOf(schema: JsonSchema | undefined): string[] {
  if (!schema) return []
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return [...new Set([...Object.keys(schema.properties ?? {}), ...variants.flatMap(fieldsOf)])]
}

function setHeader(draft: Draft, [name, value]: readonly [string, string]): void {
  draft.headers[name] = value
}

function appendSearch(draft: Draft, search: string): void {
  draft.url += `${draft.url.includes('?') ? '&' : '?'}${search}`
}

function searchOf(schema: JsonSchema, chance: Chance): string {
  const made = generateValue(schema, chance) as Record<string, unknown>
  const parts = Object.entries(made).map(([name, value]) => `${name}=${encodeLoosely(String(value)).slice(0, 4000)}`)
  return (chance.is(0.1) ? [...parts, ...parts] : parts).join('&')
}

/** As `encodeURIComponent`, which refuses half a surrogate pair: such a half goes as the bytes it would have. */
function encodeLoosely(text: string): string {
  return text.replaceAll(/[\ud800-\udbff][\udc00-\udfff]|[\s\S]/g, (character) =>
    /^[\ud800-\udfff]$/.test(character) ? '%ED%A0%80' : encodeURIComponent(character),
  )
}

function withSegment(url: string, chance: Chance): string {
  const [path = '', search] = url.split('?')
  const segments = path.split('/')
  segments[2 + chance.below(segments.length - 2)] = chance.of(hostileSegments)
  return segments.join('/') + (search === undefined ? '' : `?${search}`)
}

/** The value with one part of it, or all of it, made invalid. */
function spoilt(value: unknown, chance: Chance): unknown {
  if (typeof value !== 'object' || value === null || chance.is(0.1)) return chance.of(hostileValues)
  if (Array.isArray(value)) {
    if (value.length === 0 || chance.is(0.3)) return [...value, chance.of(hostileValues)]
    const place = chance.below(value.length)
    return value.map((each, index) => (index === place ? spoilt(each, chance) : each))
  }
  const names = Object.keys(value)
  const name = names.length > 0 ? chance.of(names) : 'odd'
  const { [name]: old, ...rest } = value as Record<string, unknown>
  const kind = chance.below(5)
  if (kind === 0) return rest
  if (kind === 1)
    return { ...value, [chance.of(['odd', '', 'toString', 'constructor', 'a.b', '\0'])]: chance.of(hostileValues) }
  if (kind === 2) return { ...rest, [name]: [old] }
  return { ...rest, [name]: spoilt(old, chance) }
}

/** JSON, now and then with a key twice, a prototype, or its end missing. */
function asText(body: unknown, chance: Chance): string {
  const text = JSON.stringify(body) ?? ''
  if (!text.startsWith('{') || text === '{}' || !chance.is(0.15)) return text
  const rest = text.slice(1)
  return chance.of([`{"__proto__":{"polluted":true},${rest}`, `{${rest.slice(0, -1)},${rest}`, text.slice(0, -1)])
}
