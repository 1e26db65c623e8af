import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  cookieFrom,
  createTestApp,
  setCookies,
  testPassword,
} from '../../../../test/harness/create-test-app.ts'
import { useTestAppOfEach } from '../../../../test/harness/use-suite.ts'

const minuteMs = 60_000
const wrong = 'not the password at all'

const it = useTestAppOfEach()

interface SignedIn {
  readonly user: { readonly id: number; readonly lastLogin: string | null }
  readonly rememberShare?: string
}

const signIn = (email: string, password: string, headers: Record<string, string> = {}, ip = '192.0.2.1') =>
  it.call<SignedIn & { code?: string; message?: string }>('POST', '/api/auth/login', {
    body: { email, password },
    headers,
    ip,
  })

/** Two responses may differ only in their request ID. */
const withoutId = ({ text, headers }: Answer) => {
  const { date: _date, 'x-request-id': _id, ...kept } = headers
  return [text.replace(/"requestId":"[^"]*"/, ''), kept]
}

const switchOff = (id: number) =>
  it.database.transaction((tx) => tx.updateTable('accounts').set({ is_active: 0 }).where('id', '=', id).execute())

describe('signing in', () => {
  test('answers the user with permissions in both places and records the time', async () => {
    const { email } = await it.account('admin')
    it.clock.advance(minuteMs)
    const { status, body } = await signIn(email.toUpperCase(), testPassword)
    expect(status).toBe(200)
    expect(body).toEqual({
      user: {
        id: expect.any(Number),
        email,
        firstName: null,
        lastName: null,
        role: 'admin',
        permissions: expect.arrayContaining(['manage_users']),
        userPermissions: { role: 'admin', permissions: expect.arrayContaining(['manage_users']) },
        createdAt: expect.any(String),
        lastLogin: it.clock.now().toISOString(),
        timeZone: null,
      },
    })
  })

  test.each([
    ['', ''],
    ['', testPassword],
    ['  ', testPassword],
    ['maker@example.com', ''],
  ])('asks for both fields when one is empty: %j, %j', async (email, password) => {
    const { status, body } = await signIn(email, password)
    expect([status, body.message]).toEqual([400, 'Please enter both email and password'])
  })

  test('refuses fields it does not know', async () => {
    const { status, body } = await it.call<{ fields: object }>('POST', '/api/auth/login', {
      body: { email: 'a@example.com', password: wrong, role: 'owner' },
    })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['role']])
  })

  test('answers an unknown address, a wrong password and a switched-off account with the same bytes', async () => {
    const [known, off] = [await it.account(), await it.account()]
    await switchOff(off.id)
    const answers = [
      await signIn('nobody@example.com', wrong),
      await signIn(known.email, wrong),
      await signIn(off.email, testPassword),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
    expect(answers[0]?.body).toMatchObject({ code: 'sign_in_failed', message: 'Invalid email or password' })
    expect(withoutId(answers[1] as Answer)).toEqual(withoutId(answers[0] as Answer))
    expect(withoutId(answers[2] as Answer)).toEqual(withoutId(answers[0] as Answer))
  })

  test('takes a password as it is typed, outer spaces included', async () => {
    const { email } = await it.account()
    expect((await signIn(email, ` ${testPassword}`)).status).toBe(401)
  })

  test('takes a password after ten years as on the first day: none has to be changed by a date', async () => {
    const { email } = await it.account()
    it.clock.advance(10 * 365 * 24 * 60 * minuteMs)
    expect((await signIn(email, testPassword)).status).toBe(200)
  })

  test('renews a hash of lower cost', async () => {
    const { id, email } = await it.account()
    const cheap = await hash(testPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await it.stores.transaction((tx) => tx.accounts.setPasswordHash(id, cheap))
    expect((await signIn(email, testPassword)).status).toBe(200)
    const stored = (await it.stores.accounts.findByEmail(email))?.passwordHash ?? ''
    expect(stored).not.toBe(cheap)
    expect(it.app.passwords.needsRehash(stored)).toBe(false)
    expect((await signIn(email, testPassword)).status).toBe(200)
  })

  test('takes the right password of twenty at once, though one of them renews the hash of all', async () => {
    const { id, email } = await it.account()
    const cheap = await hash(testPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await it.stores.transaction((tx) => tx.accounts.setPasswordHash(id, cheap))
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(email, testPassword)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect((await signIn(email, wrong)).status).toBe(401)
  })
})

describe('the session cookie', () => {
  test('over plain http is bound to the path and out of reach of scripts', async () => {
    const { email } = await it.account()
    expect(setCookies(await signIn(email, testPassword))).toEqual([
      expect.stringMatching(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^kd=[\w.-]{90,110}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
  })

  test('over https is also bound to the host and to https', async () => {
    const secure = await createTestApp({ env: { PUBLIC_URL: 'https://licenses.example.com' } })
    const { email } = await secure.account()
    const body = { email, password: testPassword, remember: true }
    const lines = setCookies(await secure.call('POST', '/api/auth/login', { body }))
    expect(lines).toEqual([
      expect.stringMatching(/^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(/^__Host-kd=[\w.-]{90,110}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
      expect.stringMatching(/^__Host-rm=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    ])
    await secure.close()
  })

  test('set by somebody else beforehand is not adopted', async () => {
    const { email } = await it.account()
    const preset = `sid=${'A'.repeat(43)}`
    const signedIn = await signIn(email, testPassword, { cookie: preset })
    expect(cookieFrom(signedIn, 'sid')).not.toBe(preset)
    expect((await it.call('GET', '/api/auth/user', { headers: { cookie: preset } })).status).toBe(401)
  })

  test('is a new one at each sign-in, and the session of the old one ends', async () => {
    const { email, cookie } = await it.account()
    const again = cookieFrom(await signIn(email, testPassword, { cookie }), 'sid') ?? ''
    expect(again).not.toBe(cookie)
    expect((await it.call('GET', '/api/auth/user', { headers: { cookie } })).status).toBe(401)
    expect((await it.call('GET', '/api/auth/user', { headers: { cookie: again } })).status).toBe(200)
  })
})

describe('guessing passwords', () => {
  test('is stopped at the sixth failure within a minute from one address, and goes on after it', async () => {
    const { email } = await it.account()
    for (let index = 0; index < 5; index += 1) expect((await signIn(email, wrong)).status).toBe(401)
    it.clock.advance(20_000)
    const limited = await signIn(email, testPassword)
    expect([limited.status, limited.body.code, limited.headers['retry-after']]).toEqual([429, 'rate_limited', '40'])
    expect((await signIn(email, testPassword, {}, '192.0.2.2')).status).toBe(200)
    it.clock.advance(40_000)
    expect((await signIn(email, testPassword)).status).toBe(200)
  })

  test('is counted for a whole /64 of IPv6', async () => {
    const { email } = await it.account()
    for (let index = 0; index < 5; index += 1) await signIn(email, wrong, {}, `2001:db8::${index + 1}`)
    expect((await signIn(email, testPassword, {}, '2001:db8::ffff')).status).toBe(429)
    expect((await signIn(email, testPassword, {}, '2001:db8:0:1::1')).status).toBe(200)
  })

  test('never counts successes', async () => {
    const { email } = await it.account()
    for (let index = 0; index < 12; index += 1) expect((await signIn(email, testPassword)).status).toBe(200)
  })

  test('twenty at once from one address learn no more than five one after another', async () => {
    const { email } = await it.account()
    const guesses = Array.from({ length: 20 }, (_, index) => signIn(email, index === 19 ? testPassword : wrong))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15)
  })

  test('from many addresses makes one account wait longer and longer; others and unknown ones alike', async () => {
    const [victim, other] = [await it.account(), await it.account()]
    const guess = (email: string, index: number) => signIn(email, wrong, {}, `198.51.100.${index}`)
    for (const email of [victim.email, 'nobody@example.com']) {
      for (let index = 0; index < 10; index += 1) expect((await guess(email, index)).status).toBe(401)
      it.clock.advance(minuteMs)
      expect((await guess(email, 20)).status).toBe(401)
      expect((await guess(email, 21)).headers['retry-after']).toBe('2')
      it.clock.advance(2_000)
      expect((await guess(email, 22)).status).toBe(401)
      expect((await guess(email, 23)).headers['retry-after']).toBe('4')
    }
    expect((await signIn(other.email, testPassword)).status).toBe(200)
    it.clock.advance(4_000)
    expect((await signIn(victim.email, testPassword)).status).toBe(200)
    expect((await guess(victim.email, 24)).status).toBe(401)
    expect((await signIn(victim.email, testPassword)).status).toBe(200)
  })
})
