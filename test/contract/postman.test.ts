import { describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/contract/index.ts'
import type { RouteDef } from '../../src/shared/contract/route.ts'
import { useTestApp } from '../harness/use-suite.ts'

interface Entry {
  readonly key: string
  readonly value: string
  readonly disabled?: boolean
}
interface Item {
  readonly name: string
  readonly request: {
    readonly method: string
    readonly auth?: { readonly type: string }
    readonly header: readonly Entry[]
    readonly body?: { readonly mode: string; readonly raw: string }
    readonly url: {
      readonly raw: string
      readonly host: readonly string[]
      readonly path: readonly string[]
      readonly query?: readonly Entry[]
      readonly variable?: readonly Entry[]
    }
  }
}
interface Collection {
  readonly info: { readonly name: string; readonly schema: string }
  readonly variable: readonly Entry[]
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[]
}

describe('the Postman collection', () => {
  const test = useTestApp({ env: { PUBLIC_URL: 'https://licenses.example.com/app', RATE_LIMIT_SCALE: '1000' } })
  const read = async () => (await test.call<Collection>('GET', '/api/postman.json')).body

  it('has the form that its schema asks for, and each of its variables', async () => {
    const collection = await read()
    expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json')
    expect(collection.variable[0]).toEqual({ key: 'address', value: 'https://licenses.example.com/app' })
    const known = collection.variable.map(({ key }) => key)
    const used = [...JSON.stringify(collection.item).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)
    expect([...new Set(used)].filter((name) => !known.includes(name ?? ''))).toEqual([])
    expect(known.filter((name) => !used.includes(name) && name !== 'token')).toEqual([])
  })

  it('has every call that a program can make with a token or an API key, in the groups of the documentation', async () => {
    const { item } = await read()
    const shown = new Set(
      item.flatMap(({ item: own }) => own.map(({ request }) => `${request.method} /${request.url.path.join('/')}`)),
    )
    const expected = Object.entries<RouteDef>(contract)
      .filter(([, { auth, token }]) => auth === 'api-key' || (token !== undefined && token !== 'none'))
      .map(([key]) => key)
    expect(expected.filter((key) => !shown.has(key))).toEqual([])
    const others = [...shown].filter((key) => !expected.includes(key))
    expect(others.toSorted()).toEqual(['GET /healthz', 'GET /readyz'])
  })

  it('reaches a route of the server with every request, as it stands', async () => {
    const { item } = await read()
    const requests = item.flatMap(({ item: own }) => own)
    expect(requests.length).toBeGreaterThan(80)
    for (const { name, request } of requests) {
      const ids = new Map((request.url.variable ?? []).map(({ key }) => [`:${key}`, '1']))
      const path = request.url.path.map((part) => ids.get(part) ?? part)
      const query = (request.url.query ?? []).filter(({ disabled }) => !disabled)
      const search = query.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join('&')
      const headers = Object.fromEntries(
        request.header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]),
      )
      const answer = await test.http.inject({
        method: request.method as 'GET',
        url: `/${path.join('/')}${search && `?${search}`}`,
        headers,
        ...(request.body !== undefined && { payload: request.body.raw }),
      })
      // Without a token or key, each is known and refused for that alone.
      const isOpen = request.auth?.type === 'noauth'
      expect([name, answer.statusCode]).toEqual([name, isOpen ? 200 : 401])
    }
  })
})
