import { z } from 'zod'
import type { JsonSchema } from '../../guide/json-schema.ts'
import { contract } from '../../src/shared/contract/index.ts'
import type { RouteDef } from '../../src/shared/contract/route.ts'
import type { RouteCase } from './route-case.ts'
import { routeCases } from './route-cases.ts'
import type { ResourceKind, Tenant } from './tenant.ts'

/** A route of the contract with its test case. */
export interface Route {
  readonly key: string
  readonly method: string
  readonly path: string
  readonly def: RouteDef
  readonly is: RouteCase
}

export const routes: readonly Route[] = Object.entries<RouteDef>(contract).map(([key, def]) => {
  const [method = '', path = ''] = key.split(' ')
  return { key, method, path, def, is: (routeCases as Readonly<Record<string, RouteCase>>)[key] ?? {} }
})

/** One place of a request that holds an ID. */
export interface IdPlace {
  readonly part: 'path' | 'query' | 'body'
  readonly at: string
  readonly names: ResourceKind
  readonly isFilter: boolean
}

export function idPlaces({ is }: Route): IdPlace[] {
  return (['path', 'query', 'body'] as const).flatMap((part) =>
    Object.entries(is[part] ?? {}).map(([at, names]) => ({
      part,
      at,
      names,
      isFilter: is.filters?.includes(at) ?? false,
    })),
  )
}

export interface Built {
  readonly method: string
  readonly url: string
  readonly body?: unknown
  readonly file?: { readonly type: string; readonly text: string }
}

/** The route's request with `idOf` each belonging; `other` puts anything at all in one place instead. */
export function buildRequest(route: Route, own: Tenant, other?: { place: IdPlace; value: unknown }): Built {
  const { method, path, is } = route
  const isOther = (part: IdPlace['part'], at: string) => other?.place.part === part && other.place.at === at
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const ownValue = is.fixed?.[name] ?? own.ids[is.path?.[name] ?? 'application']
    const value = isOther('path', name) ? other?.value : ownValue
    return Array.isArray(value) ? value.join(',') : String(value)
  })
  const search = Object.entries(is.search ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  for (const [name, names] of Object.entries(is.query ?? {})) {
    if (isOther('query', name)) {
      const values = Array.isArray(other?.value) ? other.value : [other?.value]
      // as it would be typed: `%00` is sent as it is
      search.push(...values.map((value) => `${name}=${String(value).replaceAll(';', '%3B')}`))
    } else if (!is.filters?.includes(name) && names === 'application') search.push(`${name}=${own.ids[names]}`)
  }
  const body = is.send && structuredClone(is.send(own))
  if (body && other?.place.part === 'body') putAt(body as Record<string, unknown>, other.place.at, other.value)
  return {
    method,
    url: search.length > 0 ? `${filled}?${search.join('&')}` : filled,
    ...(body !== undefined && { body }),
    ...(is.file && { file: is.file }),
  }
}

/** `selection.except.0` needs a filter beside it, and `selection.filter` no ids. */
function putAt(body: Record<string, unknown>, at: string, value: unknown): void {
  if (at.startsWith('selection.except')) body.selection = { filter: {}, except: [value] }
  else if (at.startsWith('selection.filter')) body.selection = { filter: { [at.split('.')[2] ?? '']: value } }
  else if (at.startsWith('selection.ids')) body.selection = { ids: [value] }
  else if (at.endsWith('.0')) body[at.slice(0, -2)] = [value]
  else body[at] = value
}

/** The part of a contract as JSON Schema, as it travels. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

/** Names of fields that look like ids, wherever in the schema they are; those of a passkey name no row. */
export function idFields(schema: JsonSchema): string[] {
  const inside = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  if (schema.items) inside.push(schema.items)
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (name === 'passkey' || name === 'response') return []
    return /^ids?$|Ids?$|_id$|^except$/.test(name) ? [name] : idFields(field)
  })
  return [...new Set([...own, ...inside.flatMap(idFields)])]
}
