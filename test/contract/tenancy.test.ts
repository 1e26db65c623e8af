import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/open.ts'
import { contract } from '../../src/shared/contract/index.ts'
import type { RouteDef } from '../../src/shared/contract/route.ts'
import { type Answer, createTestApp, type TestApp } from '../harness/create-test-app.ts'
import { openMemoryDatabase } from '../harness/memory-database.ts'
import { printFigure } from '../harness/print-figure.ts'
import { buildRequest, type IdPlace, idFields, idPlaces, type Route, routes, schemaOf } from './requests.ts'
import { routeCases } from './route-cases.ts'
import { missingIds, seedTenant, type Tenant } from './tenant.ts'

const adminKey = 'the-admin-key-of-the-tests-long-enough'
const leastCases = 1_800

/** Malformed IDs. */
const oddIds: readonly unknown[] = [0, -1, 2 ** 31, 2 ** 53, '1e3', '1;', '%00', [1, 2]]

interface Actor {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  /** Whose IDs are in the places that are not under test. */
  readonly own: Tenant
  /** The expected response, where all actors of a kind are rejected alike. */
  readonly status?: number
}

const withIds = routes.filter((route) => idPlaces(route).length > 0)

describe('what belongs to one tenant', () => {
  let test: TestApp
  let database: Database
  let foreign: Tenant
  let own: Tenant
  let disabled: Readonly<Record<string, string>>
  let demoted: Readonly<Record<string, string>>
  let cases = 0
  let before: string

  beforeAll(async () => {
    database = await openMemoryDatabase()
    test = await createTestApp({ database, env: { RATE_LIMIT_SCALE: '1000', ADMIN_KEY: adminKey } })
    foreign = await seedTenant(test, await test.account(), 1)
    own = await seedTenant(test, await test.account())
    const owner = await test.account('owner')
    const [off, former] = [await test.account('admin'), await test.account('admin')]
    const change = (id: number, body: object) => owner.api('PATCH', `/api/admin/users/${id}`, body)
    expect((await former.api('GET', `/api/applications/${foreign.ids.application}`)).status).toBe(200)
    expect((await change(off.id, { isActive: false })).status).toBe(200)
    expect((await change(former.id, { permissions: [] })).status).toBe(200)
    disabled = { cookie: off.cookie }
    demoted = { cookie: former.cookie }
    before = await checksum()
  })
  afterAll(async () => {
    await test.close()
    await database.close()
  })

  /** Everything in the database but what the calling tenant's own calls may leave of its own. */
  const checksum = async () => {
    const tables = await sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`.execute(
      database.reads,
    )
    const kept: string[] = []
    for (const { name } of tables.rows) {
      const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(name)}`.execute(database.reads)
      const others = rows.filter(
        (row) => row.account_id !== own.ids.account && row.application_id !== own.ids.application,
      )
      kept.push(name, ...others.map((row) => JSON.stringify(row)).sort())
    }
    expect(tables.rows.length).toBeGreaterThan(25)
    return hash('sha256', kept.join('\n'))
  }

  const actors = ({ def }: Route): Actor[] => {
    const cookie = { cookie: own.account.cookie }
    if (def.auth === 'api-key') {
      return [
        { name: 'another application', headers: { 'x-api-key': own.apiKey }, own },
        { name: 'a signed-in owner without an API key', headers: { cookie: foreign.account.cookie }, own: foreign },
        { name: 'anonymous', headers: {}, own: foreign, status: 401 },
      ]
    }
    return [
      { name: 'anonymous', headers: {}, own: foreign, status: 401 },
      { name: 'another tenant', headers: cookie, own: foreign },
      { name: 'another tenant among own ids', headers: cookie, own },
      { name: 'a disabled account', headers: disabled, own: foreign, status: 401 },
      { name: 'an admin who lost the permissions', headers: demoted, own: foreign },
      { name: 'the API key alone', headers: { 'x-api-key': foreign.apiKey }, own: foreign, status: 401 },
      { name: 'a token of another tenant', headers: { authorization: `Bearer ${own.token}` }, own },
      { name: 'a token of another application', headers: { authorization: `Bearer ${own.narrowToken}` }, own },
      ...(def.auth === 'admin'
        ? []
        : [{ name: 'the admin key alone', headers: { 'x-admin-key': adminKey }, own: foreign, status: 401 }]),
    ]
  }

  const ask = (route: Route, actor: Actor, place?: IdPlace, value?: unknown): Promise<Answer> => {
    cases += 1
    const { method, url, body, file } = buildRequest(route, actor.own, place && { place, value })
    const headers = { ...actor.headers, ...(file && { 'content-type': file.type }) }
    if (!file) return test.call(method, url, { headers, ...(body !== undefined && { body }) })
    return test.http
      .inject({ method: method as 'POST', url, headers, payload: file.text })
      .then(({ statusCode: status, payload: text, headers: sent }) => ({
        status,
        text,
        headers: sent,
        body: undefined,
      }))
  }
  const nobody = (tenant: Tenant): Tenant => ({ ...tenant, ids: missingIds })

  it.each(withIds.map((route) => [route.key, route] as const))('%s', async (_key, route) => {
    const places = idPlaces(route)
    const isFilterOnly = places.every(({ isFilter }) => isFilter)
    for (const actor of actors(route)) {
      const isOutsider = actor.own === foreign
      // Unauthenticated callers are rejected before any lookup.
      const odd = actor.status ? oddIds.slice(-2) : oddIds
      for (const place of places) {
        const told = `${actor.name}: ${place.part} ${place.at}`
        const seen = await ask(route, actor, place, foreign.ids[place.names])
        const reference = isOutsider
          ? await ask(route, { ...actor, own: nobody(foreign) }, place, missingIds[place.names])
          : await ask(route, actor, place, missingIds[place.names])
        expect(anonymized(seen), told).toEqual(anonymized(reference))
        for (const [value, answer] of [
          ['foreign', seen],
          ['missing', reference],
          ...(await Promise.all(odd.map(async (id) => [id, await ask(route, actor, place, id)] as const))),
        ] as const) {
          if (actor.status) expect(answer.status, `${told} = ${value}`).toBe(actor.status)
          // Rows are only looked for by it, among the caller's own.
          else if (place.isFilter && (!isOutsider || isFilterOnly))
            expect(answer.status, `${told} = ${value}`).toBeLessThan(500)
          else expect([400, 401, 403, 404, 409], `${told} = ${value}: ${answer.text}`).toContain(answer.status)
        }
      }
    }
  })

  it('is in no list of another one', async () => {
    const marks = [foreign.account.email, `Tenant ${foreign.ids.account}`, foreign.apiKey, `user of `, 'blocked by ']
    const foreignMarks = marks.map((mark) => (mark.endsWith(' ') ? mark + foreign.ids.application : mark))
    for (const route of routes.filter(({ method, def }) => method === 'GET' && def.auth !== 'none')) {
      const { url } = buildRequest(route, own)
      for (const headers of [{ cookie: own.account.cookie }, { authorization: `Bearer ${own.token}` }]) {
        const { status, text } = await test.call('GET', url, { headers })
        expect(status, route.key).toBeLessThan(500)
        for (const mark of foreignMarks) expect(text, route.key).not.toContain(mark)
      }
    }
  })

  it('has no live stream for another one', async () => {
    const stream = (id: unknown) =>
      test.call('GET', `/api/events?applicationId=${id}`, { headers: { cookie: own.account.cookie } })
    const seen = await stream(foreign.ids.application)
    expect(seen.status).toBe(404)
    expect(anonymized(seen)).toEqual(anonymized(await stream(missingIds.application)))
  })

  it('has session tokens that are unknown to the programs of another one', async () => {
    const track = (body: object) =>
      test.call('POST', '/api/v1/session/track', { body, headers: { 'x-api-key': own.apiKey } })
    const unknown = `sess_${'A'.repeat(32)}_1700000000`
    for (const action of ['heartbeat', 'end']) {
      const seen = await track({ action, session_token: foreign.sessionToken })
      expect(seen.status).toBeGreaterThanOrEqual(400)
      expect(anonymized(seen)).toEqual(anonymized(await track({ action, session_token: unknown })))
    }
    const verify = (session_token: string) =>
      test.call('POST', '/api/v1/verify', {
        body: { user_id: own.ids.user, session_token },
        headers: { 'x-api-key': own.apiKey },
      })
    expect(anonymized(await verify(foreign.sessionToken))).toEqual(anonymized(await verify(unknown)))
  })

  it('was not changed by any of it', async () => {
    expect(cases).toBeGreaterThanOrEqual(leastCases)
    expect(await checksum()).toBe(before)
    printFigure(`${cases} cases over ${withIds.length} routes with ids`)
  })
})

describe('every route of the contract', () => {
  const all = Object.entries<RouteDef>(contract)

  it.each(all)('%s has an entry that names all its ids', (key, def) => {
    const entry = (routeCases as Readonly<Record<string, (typeof routes)[number]['is']>>)[key]
    expect(entry, `no entry for ${key} in test/contract/route-cases.ts`).toBeDefined()
    const inPath = [...key.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(Object.keys({ ...entry?.path, ...entry?.fixed }).sort()).toEqual(inPath.sort())
    const named = (part: 'query' | 'body') =>
      Object.keys(entry?.[part] ?? {}).map((at) =>
        at
          .replace(/\.\d+$/, '')
          .split('.')
          .at(-1),
      )
    for (const part of ['query', 'body'] as const) {
      const fields = def[part] ? idFields(schemaOf(def[part])) : []
      expect(
        fields.filter((field) => !named(part).includes(field) && !entry?.references?.includes(field)),
        `${part} of ${key}`,
      ).toEqual([])
    }
    // A body that the contract rejects would be rejected before any ID is looked up.
    if (entry?.send) expect(def.body?.safeParse(entry.send(anybody)).error?.issues).toBeUndefined()
    expect(entry?.send !== undefined).toBe(def.body !== undefined)
  })

  it('and no entry is for a route that is gone', () => {
    expect(Object.keys(routeCases).filter((key) => !(key in contract))).toEqual([])
  })
})

const anybody: Tenant = {
  account: { id: 1, email: '', cookie: '', api: () => Promise.reject(new Error('not called')) },
  ...{ apiKey: '', token: '', narrowToken: '', sessionToken: '', username: 'anna', pins: ['AAAA'], ids: missingIds },
}

/** A response without the parts that always differ. */
function anonymized({ status, text }: Answer): unknown {
  return { status, text: text.replaceAll(/"(requestId|request_id|token|operationId)":"[^"]*"/g, '"$1":""') }
}
