import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPassword } from '../../../../test/harness/create-test-app.ts'
import { openMemoryDatabase } from '../../../../test/harness/memory-database.ts'
import { createWorld, openSuite, password, type World } from '../../../../test/harness/world.ts'

/** The headers that a browser adds to a cross-site request. */
const crossSite: readonly Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
]

describe('from another site', () => {
  let world: World
  let close: () => Promise<void>
  beforeAll(async () => {
    const database = await openMemoryDatabase()
    const suite = await openSuite(database)
    world = await createWorld(suite, suite.maker)
    await world.user({ username: 'ada' })
    close = async () => {
      await suite.test.close()
      await database.close()
    }
  })
  afterAll(() => close())

  it.each(crossSite)('a public login with its key in the header is answered on both addresses: %o', async (headers) => {
    for (const path of ['/api/v1/login', '/api/auth/login']) {
      const { status, body } = await world.send(path, { username: 'ada', password }, { headers })
      expect([status, body.code]).toEqual([200, 'login_successful'])
    }
  })

  it.each(crossSite)("the dashboard's sign-in is refused, with a key in query or body too: %o", async (headers) => {
    const body = { email: world.maker.email, password: testPassword }
    for (const [query, key] of [
      ['', {}],
      [`?api_key=${world.apiKey}`, {}],
      ['', { api_key: world.apiKey }],
    ] as const) {
      const answer = await world.call('POST', `/api/auth/login${query}`, { body: { ...body, ...key }, headers })
      expect(answer.status).toBe(403)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect((await world.call('POST', '/api/auth/login', { body })).status).toBe(200)
  })

  it.each(crossSite)('the header opens nothing else: %o', async (headers) => {
    const sent = { ...headers, cookie: world.maker.cookie, 'x-api-key': world.apiKey }
    for (const path of ['/api/applications', '/api/logout']) {
      const answer = await world.call('POST', path, { body: { name: 'Stolen' }, headers: sent })
      expect([path, answer.status, answer.body]).toMatchObject([path, 403, { code: 'cross_site_request' }])
    }
  })

  it.each(crossSite)('an address that is none is not found, in the shape of its API: %o', async (headers) => {
    for (const [path, body] of [
      ['/api/v1/nothing', { success: false, code: 'not_found' }],
      ['/api/nothing', { code: 'not_found' }],
    ] as const) {
      const answer = await world.call('POST', path, { body: {}, headers: { ...headers, cookie: world.maker.cookie } })
      expect([path, answer.status, answer.body]).toMatchObject([path, 404, body])
    }
  })
})
