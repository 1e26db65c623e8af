import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import type { SampleValues } from '../../src/shared/render-sample.ts'
import { startSample } from '../../test/signed-scene/sample-process.ts'
import { type ForgedAnswer, startTamperingProxy } from '../../test/signed-scene/tampering-proxy.ts'
import { newNonce } from '../../test/signing-client.ts'
import { startServer } from '../../test/start-server.ts'
import { made } from '../../test/walk-world.ts'

let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  server = await startServer()
}, 60_000)
afterAll(() => server.stop())

const expired = 'Your session has expired. Please login again.\n'
const unverified = "Connection error: the server's answer could not be verified.\n"
const options = { timeout: 60_000 }
const user = { username: 'alice', password: 'a password of the tests' }

interface Keys {
  readonly current: { readonly publicKey: string }
  readonly next: { readonly publicKey: string }
}

interface SceneOptions {
  readonly values?: SampleValues
  /** Pinned in the place of the application's keys. */
  readonly keys?: readonly [string, string]
  readonly leaseHours?: number
}

/** An application with a user, and the sample with its keys before a proxy that can forge. */
async function setScene(context: TestContext, { values, keys, leaseHours }: SceneOptions = {}) {
  const application = { name: 'Signed', version: '1.0', ...(leaseHours !== undefined && { leaseHours }) }
  const { id, apiKey } = await made<{ id: number; apiKey: string }>(server, 'POST', '/api/applications', application)
  const base = `/api/applications/${id}`
  const { id: userId } = await made<{ id: number }>(server, 'POST', `${base}/users`, user)
  const { current, next } = await made<Keys>(server, 'GET', `${base}/signing-keys`)
  const [PUBLIC_KEY, NEXT_PUBLIC_KEY] = keys ?? [current.publicKey, next.publicKey]
  const proxy = await startTamperingProxy(server.origin)
  const program = await startSample({
    API_KEY: apiKey,
    APP_VERSION: '1.0',
    ORIGIN: proxy.origin,
    HWID_SALT: `keywright-app-${id}`,
    PUBLIC_KEY,
    NEXT_PUBLIC_KEY,
    HEARTBEAT_SECONDS: 1,
    RETRY_SECONDS: 1,
    ...values,
  })
  context.onTestFinished(async () => {
    await program.stop()
    await proxy.stop()
  })
  return {
    apiKey,
    proxy,
    program,
    tryToLogIn: (password = user.password) => program.type(user.username, password),
    logIn: async () => {
      program.type(user.username, user.password)
      await program.shows('Expires: Never\n')
    },
    promote: () => made(server, 'POST', `${base}/signing-keys/promote`),
    ban: () => made(server, 'POST', `${base}/users/${userId}/ban`),
  }
}

const forged = (body: object, status = 200): ForgedAnswer => ({ status, body: JSON.stringify(body) })

describe.concurrent('the Node.js sample with the keys of its application', options, () => {
  test('logs in, and asks for a fresh signature wherever an answer counts', async (context) => {
    const { proxy, logIn } = await setScene(context, { values: { VERIFY_SECONDS: 1 } })
    await logIn()
    await Promise.all([proxy.sees('verify', 3), proxy.sees('heartbeat', 1)])
    const nonces = proxy.seen.filter(({ call }) => call !== 'heartbeat').map(({ headers }) => headers['x-nonce'])
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(nonces).size).toBe(nonces.length)
    for (const { call, headers } of proxy.seen) {
      if (call === 'heartbeat') expect(headers).not.toHaveProperty('x-nonce')
      else expect(headers['content-digest']).toMatch(/^sha-256=:[A-Za-z0-9+/]{43}=:$/)
    }
  })

  test('shows a signed refusal as ever, and a wrong API key, which nobody signs, too', async (context) => {
    const { proxy, program, tryToLogIn } = await setScene(context)
    tryToLogIn('a wrong password')
    await program.shows('Login failed: Invalid username or password.')
    proxy.forge(() => forged({ success: false, code: 'invalid_api_key', message: 'Invalid API key' }, 401))
    tryToLogIn()
    await program.shows('Login failed: Invalid API key\n')
  })

  test('goes on after a promotion and stops after the second, for it pins two keys', async (context) => {
    const { program, logIn, tryToLogIn, promote } = await setScene(context)
    await promote()
    await logIn()
    program.type('logout')
    await program.shows('You have been logged out.')
    await promote()
    tryToLogIn()
    await program.shows(unverified)
  })
})

const success = { success: true, code: 'login_successful', message: 'Welcome', user_id: 1 }
const strangersKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64')

describe.concurrent('a server that only pretends', options, () => {
  test('logs nobody in with an unsigned success', async (context) => {
    const { proxy, program, tryToLogIn } = await setScene(context)
    proxy.forge(() => forged(success))
    tryToLogIn()
    await program.shows(unverified)
    expect(proxy.count('verify')).toBe(0)
  })

  test('logs nobody in with a success that it recorded', async (context) => {
    const { apiKey, proxy, program, tryToLogIn } = await setScene(context)
    const response = await fetch(`${server.origin}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'x-nonce': newNonce() },
      body: JSON.stringify({ ...user, version: '1.0', hwid: 'recorded' }),
    })
    expect(response.status).toBe(200)
    const recorded = { status: 200, headers: Object.fromEntries(response.headers), body: await response.text() }
    proxy.forge(() => recorded)
    tryToLogIn()
    await program.shows(unverified)
  })

  test.for([
    ['signs with keys of its own', [strangersKey(), strangersKey()]],
    ['meets a sample whose pinned text is no key', ['no key', '']],
  ] as const)('logs nobody in when it %s', async ([, keys], context) => {
    const { program, tryToLogIn } = await setScene(context, { keys })
    tryToLogIn()
    await program.shows(unverified)
  })

  test('ends no session early by a refusal that it made up', async (context) => {
    const { proxy, program, logIn } = await setScene(context, { values: { VERIFY_SECONDS: 6 } })
    await logIn()
    proxy.forge((call) =>
      /verify|heartbeat/.test(call) ? forged({ success: false, code: 'account_banned' }, 403) : undefined,
    )
    await proxy.sees('verify', 3)
    program.type('status')
    await program.shows('Failures in a row: 0\n')
  })
})

describe.concurrent('an outage', options, () => {
  const silence = () => forged({}, 503)

  test('of many periods is outlived on an offline lease, and a ban ends the session when the server is back', async (context) => {
    const scene = await setScene(context, { values: { VERIFY_SECONDS: 1 }, leaseHours: 1 })
    const { proxy, program, logIn, ban } = scene
    await logIn()
    await proxy.sees('verify', 2)
    proxy.forge(silence)
    await proxy.sees('verify', proxy.count('verify') + 8)
    program.type('status')
    await program.shows('Failures in a row: 0\n')
    await ban()
    proxy.forge(() => undefined)
    await program.shows(expired)
  })

  test('without a lease ends the session after three periods, as ever', async (context) => {
    const { proxy, program, logIn } = await setScene(context, { values: { VERIFY_SECONDS: 1 } })
    await logIn()
    proxy.forge(silence)
    await program.shows(expired)
  })
})
