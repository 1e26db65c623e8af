import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/contract/index.ts'
import type { RouteDef } from '../../src/shared/contract/route.ts'
import { tokenActions } from '../../src/shared/token-actions.ts'
import { useTestApp } from '../harness/use-suite.ts'

/** Served beside the contract: no JSON calls of a program, or not about the product. */
const beside = [
  'GET /api/events',
  'GET /api/logout',
  'GET /api/openapi.json',
  'GET /api/portal/:slug/logo',
  'GET /api/postman.json',
  'GET /healthz',
  'GET /readyz',
  'POST /api/shops/:path',
]

const routes = Object.entries<RouteDef>(contract)
const openApiPath = (key: string) => key.replaceAll(/:(\w+)/g, '{$1}').split(' ') as [string, string]

interface OpenApi {
  readonly openapi: string
  /** Of the calls that state none. */
  readonly security: readonly Record<string, unknown>[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly summary?: string
  readonly security?: readonly Record<string, unknown>[]
  readonly requestBody?: unknown
  readonly parameters?: readonly { readonly $ref?: string }[]
  readonly responses: Readonly<Record<string, unknown>>
}

describe('the contract', () => {
  const test = useTestApp()
  let document: OpenApi

  beforeAll(async () => {
    document = (await test.call<OpenApi>('GET', '/api/openapi.json')).body
  })

  it('has routes', () => {
    expect(routes.length).toBeGreaterThan(30)
    expect(document.openapi).toMatch(/^3\.1\./)
  })

  it.each(routes)('%s is served, and described by the OpenAPI document', (key, route) => {
    const [method, path] = openApiPath(key)
    const operation = document.paths[path]?.[method.toLowerCase()]
    expect(operation?.summary).toBe(route.summary)
    expect(operation?.responses[String(route.status ?? 200)]).toBeDefined()
    expect(operation?.requestBody !== undefined).toBe((route.body ?? route.bodyTypes) !== undefined)
    expect(test.http.hasRoute({ method: method as 'GET', url: key.split(' ')[1] ?? '' })).toBe(true)
    const ofNobody = route.withApiKey === undefined ? [] : ['apiKey']
    const signedIn = { session: ['session'], admin: ['session', 'adminKey'], portal: ['portalSession'] }
    const schemes = { 'api-key': ['apiKey'], ...signedIn, none: ofNobody }
    expect((operation?.security ?? document.security).flatMap((each) => Object.keys(each))).toEqual([
      ...schemes[route.auth],
      ...((route.token ?? 'none') === 'none' ? [] : ['managementToken']),
    ])
    const isKeyTaken = operation?.parameters?.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')) ?? false
    expect(isKeyTaken).toBe(route.isIdempotent === true)
  })

  it('is all there is: no call is served that it does not name', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const served = [...routes.map(([key]) => key), ...beside]
    expect(described.sort()).toEqual(served.map((key) => openApiPath(key).join(' ')).sort())
    for (const key of beside) {
      const [method, path] = key.split(' ') as ['GET', string]
      expect(test.http.hasRoute({ method, url: path })).toBe(true)
    }
  })

  it.each(routes)('%s says which management tokens may make it', (_key, route) => {
    if (route.auth === 'session') expect(['none', ...tokenActions]).toContain(route.token)
    else expect(route.token).toBeUndefined()
  })

  const signedIn = routes.filter(([, route]) => ['session', 'admin'].includes(route.auth))
  it.each(signedIn)('%s answers 401 to who is not signed in, whatever the input', async (key) => {
    const [method, path] = key.split(' ') as [string, string]
    const refused = await test.call(method, path.replaceAll(/:\w+/g, 'x'), {
      ...(method !== 'GET' && { body: { odd: 1 } }),
    })
    expect(refused).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  })
})
