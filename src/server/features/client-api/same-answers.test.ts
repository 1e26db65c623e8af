import { Readable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { whileBusy, withoutLicenses } from '../../../../test/client-scenarios/faults.ts'
import type { Answer } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { type ApiResponse, createWorld, password, type World } from '../../../../test/harness/world.ts'
import { newApiKey } from '../../lib/tokens.ts'
import type { AppUserChange } from '../../store/users/app-users.ts'

/** Everything that a caller can see of a response, except what identifies the request. */
function visible({ status, headers, text, body }: Answer<ApiResponse>) {
  const { 'x-request-id': _, date: __, ...rest } = headers
  const id = body.request_id
  return { status, headers: rest, bytes: text.replaceAll(id, 'ID') }
}

describeOnBothDatabases('an answer', (open) => {
  const suite = useSuite(open)
  let world: World
  beforeAll(async () => {
    world = await createWorld(suite, suite.maker)
  })

  describe('to who does not know the password', () => {
    const states: Record<string, AppUserChange> = {
      active: {},
      banned: { isBanned: true },
      paused: { isPaused: true },
      disabled: { isActive: false },
      expired: { expiresAt: new Date(0) },
      'bound to another machine': { isHwidLocked: true, hwid: 'PC-9' },
      'locked and unbound': { isHwidLocked: true },
      'blocked by e-mail address': { email: 'blocked@example.com' },
      'without a password': { passwordHash: '' },
    }

    it('is the same, byte for byte, whatever the account is and whether there is one', async () => {
      await world.block('email', 'blocked@example.com')
      const attempt = async (username: string, n: number) => {
        const ip = `198.51.100.${n}`
        const answer = await world.login({ username }, { password: 'wrong', hwid: 'PC-1' }, { ip })
        return visible(answer)
      }
      const unknown = await attempt('nobody', 1)
      expect(unknown.status).toBe(401)
      let n = 1
      for (const [name, state] of Object.entries(states)) {
        n += 1
        const user = await world.user({}, state)
        expect({ name, answer: await attempt(user.username, n) }).toEqual({ name, answer: unknown })
      }
      const rows = (await world.activity()).map(({ event, code, success, count }) => ({ event, code, success, count }))
      const failed = { event: 'login_failed', code: 'invalid_credentials', success: false, count: 1 }
      expect(rows).toEqual(Array.from({ length: n }, () => failed))
    })
  })

  describe('of the addresses that API Config shows', () => {
    const calls: readonly [string, string, string, (w: World) => object][] = [
      ['a wrong password', '/api/v1/login', '/api/auth/login', () => ({ username: 'ada', password: 'wrong' })],
      ['a missing password', '/api/v1/login', '/api/auth/login', () => ({ username: 'ada' })],
      ['an older version', '/api/v1/login', '/api/auth/login', () => ({ username: 'ada', password, version: '0' })],
      ['a body of the dashboard', '/api/v1/login', '/api/auth/login', () => ({ email: 'a@b.cd', password })],
      ['a taken name', '/api/v1/register', '/api/auth/register', () => ({ username: 'ADA', password })],
      ['a short password', '/api/v1/register', '/api/auth/register', () => ({ username: 'new', password: 'x' })],
      ['a right password', '/api/v1/login', '/api/auth/login', () => ({ username: 'ada', password })],
    ]
    beforeAll(async () => {
      await world.user({ username: 'ada' })
    })

    it.each(calls)('is the same: %s', async (_name, path, alias, bodyOf) => {
      const body = bodyOf(world)
      for (const [query, key, options] of [
        ['', {}, {}],
        [`?api_key=${world.apiKey}`, {}, { isKeyless: true }],
        ['', { api_key: world.apiKey }, { isKeyless: true }],
        [`?api_key=${newApiKey()}`, {}, {}],
        [`?api_key=${newApiKey()}`, {}, { isKeyless: true }],
        ['', { api_key: 'no key' }, { isKeyless: true }],
      ] as const) {
        const sent = { ...body, ...key }
        const main = await world.send(path + query, sent, options)
        const other = await world.send(alias + query, sent, options)
        expect(visible(other)).toEqual(visible(main))
        expect(main.body.code).toBeDefined()
      }
    })

    const pairs = [
      ['/api/v1/login', '/api/auth/login'],
      ['/api/v1/register', '/api/auth/register'],
    ] as const
    /** Where the API key is sent: in the query, the headers or the body. */
    const places = (key: string) =>
      [
        ['', { 'x-api-key': key }, {}],
        [`?api_key=${key}`, {}, {}],
        ['', {}, { api_key: key }],
      ] as const

    /** An error as the caller sees it; the additional headers of the dashboard do no harm. */
    const seen = ({ status, headers, text, body }: Answer<ApiResponse>) => ({
      status,
      bytes: text.replaceAll(body.request_id, 'ID'),
      headers: ['content-type', 'retry-after', 'connection'].map((name) => headers[name]),
    })
    const raw = async (
      url: string,
      payload: string | Readable,
      headers: Record<string, string> = { 'x-api-key': world.apiKey },
    ) => {
      const sent = { 'content-type': 'application/json', ...headers }
      const answer = await world.http.inject({ method: 'POST', url, headers: sent, payload })
      const { statusCode: status, payload: text } = answer
      return seen({ status, headers: answer.headers, text, body: JSON.parse(text) as ApiResponse })
    }

    it.each(pairs)('is the same for bytes that are no call: %s', async (path, alias) => {
      for (const [query, headers] of places(world.apiKey).slice(0, 2)) {
        for (const [payload, type] of [
          ['{', 'application/json'],
          ['{}', 'text/plain'],
          ['', 'application/json'],
        ] as const) {
          const sent = { ...headers, 'content-type': type }
          const main = await raw(path + query, payload, sent)
          expect(await raw(alias + query, payload, sent)).toEqual(main)
          expect(main.bytes).toContain('"success":false')
        }
      }
    })

    it.each(pairs)(
      'is the same for a body beyond 16 KiB, whether its length is told or not: %s',
      async (path, alias) => {
        const bodyOf = (bytes: number) => JSON.stringify({ username: 'ada', more: 'x' }).padEnd(bytes)
        for (const [bytes, status] of [
          [16 * 1024, 400],
          [16 * 1024 + 1, 413],
        ] as const) {
          for (const [query, headers] of places(world.apiKey).slice(0, 2)) {
            const chunked = { ...headers, 'transfer-encoding': 'chunked' }
            const answers = await Promise.all([
              raw(path + query, bodyOf(bytes), headers),
              raw(alias + query, bodyOf(bytes), headers),
              raw(path + query, Readable.from([bodyOf(bytes)]), chunked),
              raw(alias + query, Readable.from([bodyOf(bytes)]), chunked),
            ])
            expect(answers.map((each) => each.status)).toEqual([status, status, status, status])
            expect(answers).toEqual(Array.from(answers, () => answers[0]))
          }
        }
      },
    )

    it.each(pairs)(
      'tells of too large a body by status and code when the key is inside it: %s',
      async (path, alias) => {
        const body = JSON.stringify({ username: 'ada', password, api_key: world.apiKey }).padEnd(16 * 1024 + 1)
        for (const url of [path, alias]) {
          const answer = await raw(url, body, {})
          expect(answer.status).toBe(413)
          expect(answer.bytes).toContain('"code":"payload_too_large"')
        }
      },
    )

    it.each(pairs)('is the same when the server is in trouble: %s', async (path, alias) => {
      const { username } = await world.user()
      const { licenseKey: license_key } = await world.license()
      const sent = path.endsWith('login') ? { username, password } : { username: 'new', password, license_key }
      const ask = async (url: string) => {
        const calls = places(world.apiKey).map(async ([query, headers, key]) =>
          seen(await world.send(url + query, { ...sent, ...key }, { headers, isKeyless: true })),
        )
        return Promise.all(calls)
      }
      for (const [trouble, status] of [
        [withoutLicenses, 500],
        [whileBusy, 503],
      ] as const) {
        const [main, other] = await trouble(world, () => Promise.all([ask(path), ask(alias)]))
        expect(other).toEqual(main)
        expect(main.map((each) => each.status)).toEqual([status, status, status])
      }
    })
  })
})
