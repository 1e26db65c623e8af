import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestAccount, type TestApp } from '../../../../test/harness/create-test-app.ts'
import { type IdentityProvider, openIdentityProvider } from '../../../../test/harness/identity-provider.ts'
import { ManualClock } from '../../../../test/harness/manual-clock.ts'
import { useTestAppOfEach } from '../../../../test/harness/use-suite.ts'
import { demoEmail } from '../../../shared/constants.ts'

const path = '/api/auth/firebase-session'

describe('an id token of the identity provider', () => {
  let provider: IdentityProvider
  let test: TestApp
  let user: TestAccount
  // The library caches its keys by the real clock, so the test starts at the real time.
  const clock = new ManualClock(Date.now())
  beforeAll(async () => {
    provider = await openIdentityProvider()
    test = await createTestApp({
      clock,
      env: {
        RATE_LIMIT_SCALE: '1000',
        ...provider.env,
      },
    })
    user = await test.account('admin', 'Ada@example.com')
  })
  afterAll(async () => {
    await test.close()
    provider.close()
  })

  const seconds = () => Math.floor(clock.nowMs() / 1000)
  const goodClaims = () => provider.claims('ada@EXAMPLE.com', clock.nowMs())
  const signed = (claims: object = {}, header: object = {}, key: KeyObject | Uint8Array = provider.keys.privateKey) =>
    new SignJWT({ ...goodClaims(), ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key)
  const send = (idToken: string) => test.call<{ user?: object }>('POST', path, { body: { idToken } })

  it('signs an existing, active user with that verified e-mail in', async () => {
    const { status, body, headers } = await send(await signed())
    expect({ status, body }).toMatchObject({ status: 200, body: { user: { id: user.id, role: 'admin' } } })
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    expect(cookie).toMatch(/^sid=.{20,}/)
    expect((await test.call('GET', '/api/auth/user', { headers: { cookie } })).status).toBe(200)
  })

  const pem = () => new Uint8Array(Buffer.from(provider.keys.publicKey.export({ type: 'spki', format: 'pem' })))
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const refused: [string, () => Promise<string> | string][] = [
    ['alg none', () => new UnsecuredJWT(goodClaims()).encode()],
    ['HS256 with the public key', () => signed({}, { alg: 'HS256' }, pem())],
    ['RS512', () => signed({}, { alg: 'RS512' })],
    ['the key of somebody else under the known id', () => signed({}, {}, stranger)],
    ['an unknown key id', () => signed({}, { kid: 'two' })],
    ['another audience', () => signed({ aud: 'somebody-else' })],
    ['another issuer', () => signed({ iss: 'https://issuer.example' })],
    ['an e-mail that is not verified', () => signed({ email_verified: false })],
    ['"true" as a text', () => signed({ email_verified: 'true' })],
    ['no e-mail', () => signed({ email: undefined })],
    ['the e-mail of nobody here', () => signed({ email: 'nobody@example.com' })],
    ['a sign-in 301 s ago', () => signed({ auth_time: seconds() - 301 })],
    ['no time of sign-in', () => signed({ auth_time: undefined })],
    ['a sign-in in two minutes', () => signed({ auth_time: seconds() + 120 })],
    ['an end in the past', () => signed({ exp: seconds() - 61 })],
    ['a begin in the future', () => signed({ nbf: seconds() + 120 })],
    ['no subject', () => signed({ sub: undefined })],
    ['a changed payload', async () => (await signed()).replace(/\.[^.]{8}/, '.eyJhIjoi')],
    ['no token at all', () => 'x'],
  ]
  it.each(refused)('with %s is refused, and makes no account', async (_name, token) => {
    const { status, body, headers } = await send(await token())
    expect({ status, body }).toMatchObject({
      status: 401,
      body: { code: 'identity_refused', message: 'Failed to create session' },
    })
    expect(headers['set-cookie']).toBeUndefined()
    expect(await test.stores.accounts.findByEmail('nobody@example.com')).toBeUndefined()
  })

  it('does not stand in for the second factor of the account', async () => {
    const { stores } = test
    const careful = await test.account('staff')
    await stores.transaction(async (tx) => {
      await tx.secondFactors.beginTotp(careful.id, 'JBSWY3DPEHPK3PXP', clock.now())
      await tx.secondFactors.consumeTotpStep(careful.id, 1, clock.now())
    })
    const { status, body, headers } = await send(await signed({ email: careful.email }))
    expect({ status, body }).toMatchObject({ status: 200, body: { secondFactor: { hasTotp: true } } })
    expect(headers['set-cookie']).toBeUndefined()
    expect(body.user).toBeUndefined()
    const owner = await test.account('owner')
    const list = await owner.api<{ id: number; hasSecondFactor: boolean }[]>('GET', '/api/admin/users')
    expect(list.body.filter((each) => each.hasSecondFactor).map(({ id }) => id)).toEqual([careful.id])
  })

  it('is good until 300 s after the sign-in', async () => {
    expect((await send(await signed({ auth_time: seconds() - 300 }))).status).toBe(200)
  })

  it('with unknown keys makes the provider be asked once in a minute at most', async () => {
    const before = provider.fetches()
    for (let n = 0; n < 20; n += 1) expect((await send(await signed({}, { kid: `new ${n}` }))).status).toBe(401)
    expect(provider.fetches() - before).toBeLessThanOrEqual(1)
  })

  it('of a user who is switched off is refused', async () => {
    const off = await test.account('staff')
    const owner = await test.account('owner')
    expect((await owner.api('PATCH', `/api/admin/users/${off.id}`, { isActive: false })).status).toBe(200)
    expect((await send(await signed({ email: off.email }))).status).toBe(401)
  })

  it('the page learns where to sign in, and that this is no demo', async () => {
    const { body } = await test.call('GET', '/api/auth/options')
    expect(body).toMatchObject({ isDemo: false, providerSignInUrl: `${provider.origin}/sign-in?key=public` })
    expect((await test.call('POST', '/api/auth/demo-login')).status).toBe(404)
  })
})

describe('without an identity provider', () => {
  const test = useTestAppOfEach()

  it('no token is looked at, and the eleventh try of an address within a minute waits', async () => {
    const send = () => test.call('POST', path, { body: { idToken: 'x' } })
    for (let n = 0; n < 10; n += 1) expect(await send()).toMatchObject({ status: 404 })
    expect(await send()).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
    expect((await test.call('GET', '/api/auth/options')).body).toMatchObject({
      isDemo: false,
      providerSignInUrl: null,
      sendsMail: false,
    })
  })
})

describe('the demo', () => {
  it('lets anybody in as the demo account, where the server was started for it', async () => {
    const test = await createTestApp({ env: { DEMO_MODE: 'true' } })
    onTestFinished(() => test.close())
    await test.account('owner', demoEmail)
    const signedIn = await test.call('POST', '/api/auth/demo-login')
    expect(signedIn).toMatchObject({ status: 200, body: { user: { email: demoEmail } } })
  })

  it('is offered, by the page and by the options, exactly while it lets somebody in', async () => {
    const webFolder = mkdtempSync(join(tmpdir(), 'keywright-web-'))
    writeFileSync(join(webFolder, 'index.html'), '<meta name="demo" content="__DEMO__" />')
    for (const mode of ['true', 'false']) {
      const env = { DEMO_MODE: mode, RATE_LIMIT_SCALE: '1000' }
      const test = await createTestApp({ env, webFolder })
      onTestFinished(() => test.close())
      const offered = async () => {
        const { body } = await test.call<{ isDemo: boolean }>('GET', '/api/auth/options')
        const pages = await Promise.all(['/login', '/docs'].map((page) => test.call('GET', page)))
        const { status } = await test.call('POST', '/api/auth/demo-login')
        expect([200, 404]).toContain(status)
        return [body.isDemo, ...pages.map(({ text }) => text.includes('content="on"')), status === 200]
      }
      const none = [false, false, false, false]
      const all = mode === 'true' ? [true, true, true, true] : none
      expect(await offered()).toEqual(none)
      const demo = await test.account('owner', demoEmail)
      expect(await offered()).toEqual(all)
      const at = test.clock.now()
      await test.stores.transaction((tx) => tx.secondFactors.beginTotp(demo.id, 'a secret', at))
      expect(await offered()).toEqual(all)
      await test.stores.transaction((tx) => tx.secondFactors.consumeTotpStep(demo.id, 1, at))
      expect(await offered()).toEqual(none)
      await test.stores.transaction((tx) => tx.secondFactors.removeTotp(demo.id))
      expect(await offered()).toEqual(all)
      const owner = await test.account('owner')
      expect((await owner.api('PATCH', `/api/admin/users/${demo.id}`, { isActive: false })).status).toBe(200)
      expect(await offered()).toEqual(none)
    }
    rmSync(webFolder, { recursive: true })
  })
})
