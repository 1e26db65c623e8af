import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/server/db/open.ts'
import { type TokenAction, tokenActions } from '../../src/shared/token-actions.ts'
import { createTestApp, signedInAccount, type TestApp } from '../harness/create-test-app.ts'
import { openMemoryDatabase } from '../harness/memory-database.ts'
import { printFigure } from '../harness/print-figure.ts'
import { testKeyPairs } from '../harness/test-key-pairs.ts'
import { buildRequest, type Route, routes } from './requests.ts'
import { seedTenant, type Tenant } from './tenant.ts'

const urlSecret = 'canary-of-the-address'
const webhookSecret = 'canary-of-the-signing-secret-0123456789'

/** Each secret, and the actions of which one opens it; none, where no token sees it. */
interface Canary {
  readonly name: string
  readonly text: string
  readonly openedBy: readonly TokenAction[]
}

/** Every way of asking for more that a call of the contract has, beside the plain one. */
const searches: Readonly<Record<string, readonly string[]>> = {
  'GET /api/applications': ['?include=stats'],
  'GET /api/applications/:id/users': ['?include=license', '?include=license&limit=50'],
  'GET /api/applications/:id/users/export': [
    '?format=json',
    '?passwordHashes=true',
    '?passwordHashes=true&format=json',
  ],
  'GET /api/applications/:id/licenses': ['?limit=50'],
  'GET /api/applications/:id/licenses/export': ['?format=json'],
  'GET /api/activity-logs/export': ['&format=json'],
  'GET /api/webhooks': ['&limit=50'],
}

describe('what a management token is shown', () => {
  let it: TestApp
  let database: Database
  let own: Tenant
  let canaries: readonly Canary[]
  let calls = 0

  beforeAll(async () => {
    database = await openMemoryDatabase()
    it = await createTestApp({ database, env: { RATE_LIMIT_SCALE: '100000' } })
    // The owner sees everything: nothing is hidden because of the account's permissions.
    own = await seedTenant(it, await signedInAccount(it, 'owner'))
    const { application } = own.ids
    const make = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const made = await own.account.api<T>(method, path, body)
      if (made.status !== 200) throw new Error(`${path}: ${made.text}`)
      return made.body
    }
    const license = await make<{ id: number; licenseKey: string }>(
      'POST',
      `/api/applications/${application}/licenses`,
      {
        licenseKey: 'CANARY-OF-THE-LICENSE-KEY-0123456789',
      },
    )
    const registered = await it.call<{ user_id: number }>('POST', '/api/v1/register', {
      body: { username: 'licensed', password: 'a long password', license_key: license.licenseKey },
      headers: { 'x-api-key': own.apiKey },
    })
    const user = registered.body.user_id
    const { password_hash: passwordHash } = await database.reads
      .selectFrom('app_users')
      .select('password_hash')
      .where('id', '=', user)
      .executeTakeFirstOrThrow()
    const hook = {
      applicationId: application,
      url: `http://127.0.0.1:9/${urlSecret}?key=${urlSecret}`,
      secret: webhookSecret,
    }
    const webhook = await make<{ id: number }>('POST', '/api/webhooks', hook)
    const delivery = await make<{ id: string }>('POST', `/api/webhooks/${webhook.id}/test`, { event: 'user_login' })
    own = { ...own, username: 'licensed', ids: { ...own.ids, user, webhook: webhook.id, delivery: delivery.id } }
    // All six that the applications of a test file share.
    const pairs = await Promise.all(Array.from({ length: 6 }, () => testKeyPairs.take()))
    canaries = [
      { name: 'API key', text: own.apiKey, openedBy: ['applications:write'] },
      { name: 'license key', text: license.licenseKey, openedBy: ['licenses:write'] },
      { name: 'webhook address', text: urlSecret, openedBy: ['webhooks:write'] },
      { name: 'webhook secret', text: webhookSecret, openedBy: [] },
      { name: 'password hash', text: passwordHash, openedBy: [] },
      ...pairs.map(({ privateKey }) => ({ name: 'private signing key', text: privateKey.slice(-100), openedBy: [] })),
    ]
  })
  afterAll(async () => {
    await it.close()
    await database.close()
  })

  const tokenFor = async (actions: readonly TokenAction[]) => {
    const body = { name: 'shop', days: 1, actions }
    return (await own.account.api<{ token: string }>('POST', '/api/account/tokens', body)).body.token
  }

  /** The responses of a route to the token, in all forms of the request. */
  const answers = async (route: Route, token: string): Promise<string[]> => {
    const { method, url, body } = buildRequest(route, own)
    const texts: string[] = []
    for (const search of ['', ...(searches[route.key] ?? [])]) {
      calls += 1
      const headers = { authorization: `Bearer ${token}` }
      const answer = await it.call(method, url + search, { headers, ...(body !== undefined && { body }) })
      expect([200, 403, 404, 409], `${route.key}${search}: ${answer.text}`).toContain(answer.status)
      texts.push(answer.text)
    }
    return texts
  }

  const reading = routes.filter(
    ({ method, def }) => method === 'GET' && def.token !== undefined && def.token !== 'none',
  )

  test.each(tokenActions.map((action) => [action]))('%s opens no secret of another action', async (action) => {
    const token = await tokenFor([action])
    const leaks: string[] = []
    for (const route of reading) {
      for (const text of await answers(route, token)) {
        for (const { name, text: secret, openedBy } of canaries) {
          if (text.includes(secret) && !openedBy.includes(action)) leaks.push(`${name} by ${route.key}`)
        }
      }
    }
    expect(leaks).toEqual([])
  })

  test('opens with each action for changing just its own secret, where it may read as well', async () => {
    for (const { openedBy, name, text } of canaries.filter((canary) => canary.openedBy.length > 0)) {
      const readers = tokenActions.filter((action) => action.endsWith(':read'))
      const [masked, full] = [await tokenFor(readers), await tokenFor([...readers, ...openedBy])]
      const seen = async (token: string) => {
        const texts: string[] = []
        for (const route of reading) texts.push(...(await answers(route, token)))
        return texts.some((answer) => answer.includes(text))
      }
      expect([name, await seen(masked), await seen(full)]).toEqual([name, false, true])
    }
  })

  test('holds no password hash and no webhook secret in any answer to one that may do everything', async () => {
    const token = await tokenFor(tokenActions)
    // Creations and changes too; what deletes comes last.
    const open = routes.filter(({ def }) => def.token !== undefined && def.token !== 'none')
    const order = [...open].sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
    for (const route of order) {
      for (const text of await answers(route, token)) {
        for (const { name, text: secret } of canaries.filter(({ openedBy }) => openedBy.length === 0)) {
          expect(text.includes(secret), `${name} by ${route.key}`).toBe(false)
        }
      }
    }
    printFigure(`${calls} calls: ${reading.length} reading routes by ${tokenActions.length} actions`)
  })
})
