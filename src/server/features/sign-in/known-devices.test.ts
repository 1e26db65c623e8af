import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Answer,
  cookieFrom,
  createTestApp,
  type TestApp,
  testPassword,
} from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { codeAt, enrollTotp } from '../../../../test/harness/second-factor.ts'
import { openPasswords } from '../../lib/passwords/passwords.ts'

const wrong = 'not the password at all'
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const many = Array.from({ length: 200 }, (_, n) => n)

interface Body {
  readonly code?: string
  readonly secondFactor?: { readonly ticket: string }
}

describeOnBothDatabases('guesses at an account of the dashboard', (open) => {
  let test: TestApp
  let made = 0
  beforeAll(async () => {
    // Enough queue slots for all concurrent requests, so that only the limits decide.
    const cost = { memoryCost: 8, timeCost: 2, parallelism: 1 }
    test = await createTestApp({
      database: await open(),
      passwords: openPasswords({ cost, dashboardQueueLimit: 1000 }),
    })
  })
  afterAll(() => test.close())

  const signIn = (email: string, password: string, ip: string, cookie?: string) =>
    test.call<Body>('POST', '/api/auth/login', {
      body: { email, password },
      ip,
      ...(cookie && { headers: { cookie } }),
    })
  const markOf = (answer: Answer) => cookieFrom(answer, 'kd') ?? ''
  const stranger = (n: number) => `10.${made}.${n >> 8}.${n & 255}`
  const count = (answers: readonly Answer[], status: number) => answers.filter((each) => each.status === status).length

  /** An account whose user signed in at home; an attacker has since stolen the browser's device cookie. */
  const furnish = async () => {
    test.clock.advance(dayMs)
    made += 1
    const account = await test.account('user', `guessed${made}@example.com`)
    const home = `203.0.113.${made}`
    const mark = markOf(await signIn(account.email, testPassword, home))
    const { email } = account
    const siege = () => Promise.all(many.slice(0, 30).map((n) => signIn(email, wrong, stranger(n))))
    return { account, email, home, mark, siege, elsewhere: stranger(900) }
  }

  it('keep strangers out, and not the user in a browser or at the address of the last sign-in', async () => {
    const { email, home, mark, siege, elsewhere } = await furnish()
    for (let n = 0; n < 10; n += 1) {
      await siege()
      expect((await signIn(email, testPassword, elsewhere)).status).toBe(429)
      expect((await signIn(email, testPassword, home)).status).toBe(200)
    }
    expect((await signIn(email, testPassword, elsewhere, mark)).status).toBe(200)
  })

  it('from the same network at other accounts do not reach who is known there', async () => {
    const { email, home, mark } = await furnish()
    await Promise.all(many.slice(0, 20).map((n) => signIn(`nobody${n}@example.com`, wrong, home)))
    expect((await signIn('nobody@example.com', wrong, home)).status).toBe(429)
    expect((await signIn(email, testPassword, home)).status).toBe(200)
    expect((await signIn(email, testPassword, home, mark)).status).toBe(200)
  })

  it('are not made more by a user who signs in meanwhile', async () => {
    const { email, home } = await furnish()
    let evaluated = 0
    for (let n = 0; n < 40; n += 1) {
      if ((await signIn(email, wrong, stranger(n))).status === 401) evaluated += 1
      if (n % 4 === 0) expect((await signIn(email, testPassword, home)).status).toBe(200)
    }
    expect(evaluated).toBe(10)
  })

  it.each([
    ['of another account', async (mark: string) => mark.replace(/^kd=\d+/, 'kd=1')],
    ['with another date', async (mark: string) => mark.replace(/\.\d{13}\./, '.1999999999999.')],
    ['that is cut off', async (mark: string) => mark.slice(0, -1)],
    ['of letters that are no ASCII', async (mark: string) => `${mark.slice(0, -2)}%C3%BC%C3%BC`],
    ['of nothing', async () => 'kd=.....'],
    ['made with another key', async () => anotherServersMark()],
  ])('with a mark %s are a stranger’s', async (_name, forge) => {
    const { email, mark, siege, elsewhere } = await furnish()
    await siege()
    expect((await signIn(email, testPassword, elsewhere, await forge(mark))).status).toBe(429)
    expect((await signIn(email, testPassword, elsewhere, mark)).status).toBe(200)
  })

  const anotherServersMark = async () => {
    const other = await createTestApp()
    const { email } = await other.account()
    const answer = await other.call('POST', '/api/auth/login', { body: { email, password: testPassword } })
    await other.close()
    return markOf(answer)
  }

  it('with the mark of another account of this server are a stranger’s', async () => {
    const other = await furnish()
    const { email, siege, elsewhere } = await furnish()
    await siege()
    expect((await signIn(email, testPassword, elsewhere, other.mark)).status).toBe(429)
  })

  it('are a stranger’s again 90 days after the last sign-in of a browser', async () => {
    const { email, mark, siege, elsewhere } = await furnish()
    test.clock.advance(90 * dayMs - 1000)
    await siege()
    const renewed = markOf(await signIn(email, testPassword, elsewhere, mark))
    test.clock.advance(dayMs)
    await siege()
    const other = stranger(901)
    expect((await signIn(email, testPassword, other, mark)).status).toBe(429)
    expect((await signIn(email, testPassword, other, renewed)).status).toBe(200)
  })

  it('void the mark and the address with a sign-out everywhere', async () => {
    const { account, email, home, mark, siege } = await furnish()
    expect((await account.api('POST', '/api/account/sign-out-everywhere')).status).toBe(200)
    await siege()
    expect((await signIn(email, testPassword, home, mark)).status).toBe(429)
    expect((await signIn(email, testPassword, home)).status).toBe(429)
  })

  it('void the marks of all other browsers with a new password; the one that set it is known', async () => {
    const { account, email, mark, siege, elsewhere } = await furnish()
    const newPassword = 'a quite different passphrase'
    const body = { currentPassword: testPassword, newPassword }
    const changed = await account.api('POST', '/api/account/password', body)
    await siege()
    expect((await signIn(email, newPassword, elsewhere, mark)).status).toBe(429)
    expect((await signIn(email, newPassword, elsewhere, markOf(changed))).status).toBe(200)
  })

  it('with a stolen mark are ten, then they wait, and lock out nobody but that browser', async () => {
    const { email, home, mark } = await furnish()
    const answers = await Promise.all(many.map((n) => signIn(email, wrong, stranger(n), mark)))
    expect([count(answers, 401), count(answers, 429)]).toEqual([10, 190])
    expect((await signIn(email, testPassword, home, mark)).status).toBe(429)
    expect((await signIn(email, testPassword, home)).status).toBe(200)
    expect((await signIn(email, testPassword, stranger(300))).status).toBe(200)
  })

  it('of one browser stay in one bucket, however often its user signs in', async () => {
    const { email, home, mark } = await furnish()
    const again = markOf(await signIn(email, testPassword, home, mark))
    const answers = await Promise.all(many.map((n) => signIn(email, wrong, stranger(n), n % 2 ? mark : again)))
    expect(count(answers, 401)).toBe(10)
  })

  it('make no browser and no address known', async () => {
    const { account, email, siege, elsewhere } = await furnish()
    expect(markOf(await signIn(email, wrong, elsewhere))).toBe('')
    await enrollTotp(test, account)
    // The correct password alone is not yet a sign-in.
    const first = await signIn(email, testPassword, elsewhere)
    expect(first.body.secondFactor).toBeDefined()
    expect(markOf(first)).toBe('')
    await siege()
    expect((await signIn(email, testPassword, elsewhere)).status).toBe(429)
  })

  it('200 at once from 200 addresses: no more are evaluated than the account has free ones', async () => {
    const { email } = await furnish()
    const answers = await Promise.all(many.map((n) => signIn(email, wrong, stranger(n))))
    expect([count(answers, 401), count(answers, 429)]).toEqual([10, 190])
  })

  it('200 at once from one address: no more are evaluated than the address has, at known and unknown accounts', async () => {
    const { email } = await furnish()
    const at = (n: number) => (n % 2 ? email : `nobody${n}@example.com`)
    const answers = await Promise.all(many.map((n) => signIn(at(n), wrong, stranger(0))))
    expect([count(answers, 401), count(answers, 429)]).toEqual([5, 195])
  })

  it('with the password known: 200 codes at once for one ticket are five tries', async () => {
    const { account, email } = await furnish()
    const { secret } = await enrollTotp(test, account)
    const ticket = (await signIn(email, testPassword, stranger(0))).body.secondFactor?.ticket
    const code = (n: number, text: string) =>
      test.call<Body>('POST', '/api/auth/second-factor', { body: { ticket, code: text }, ip: stranger(n) })
    const answers = await Promise.all(many.map((n) => code(n, '000000')))
    const codes = answers.map(({ body }) => body.code)
    expect(codes.filter((each) => each === 'second_factor_failed')).toHaveLength(5)
    expect((await code(300, codeAt(secret, test.clock.nowMs()))).body.code).toBe('second_factor_expired')
  })

  it.each([
    ['codes of the app', '000000'],
    ['recovery codes', 'AAAAA-AAAAA'],
  ])(
    'with the password known: 200 %s at once for many tickets are ten, and the user at home gets in',
    async (_n, text) => {
      const { account, email, home, mark } = await furnish()
      const { secret } = await enrollTotp(test, account)
      const tickets: (string | undefined)[] = []
      for (let n = 0; n < 40; n += 1) {
        tickets.push((await signIn(email, testPassword, stranger(n))).body.secondFactor?.ticket)
      }
      const code = (ticket: string | undefined, typed: string, ip: string, cookie?: string) =>
        test.call<Body>('POST', '/api/auth/second-factor', {
          body: { ticket, code: typed },
          ip,
          ...(cookie && { headers: { cookie } }),
        })
      const answers = await Promise.all(many.map((n) => code(tickets[n % 40], text, stranger(n))))
      expect(answers.filter(({ body }) => body.code === 'second_factor_failed')).toHaveLength(10)
      for (const [ip, cookie] of [[home], [stranger(901), mark]] as const) {
        const own = (await signIn(email, testPassword, ip, cookie)).body.secondFactor?.ticket
        expect((await code(own, codeAt(secret, test.clock.nowMs()), ip, cookie)).status).toBe(200)
        test.clock.advance(30_000)
      }
    },
  )

  it('do not reach who is signed in: step-up, new password and authenticator app', async () => {
    const { account, siege } = await furnish()
    await siege()
    expect((await account.api('POST', '/api/account/prove', { password: testPassword })).status).toBe(200)
    await enrollTotp(test, account)
    await siege()
    const body = { currentPassword: testPassword, newPassword: 'a quite different passphrase' }
    expect((await account.api('POST', '/api/account/password', body)).status).toBe(200)
  })

  it.each([
    ['passwords of a step-up', '/api/account/prove', { password: wrong }, 'proof_failed'],
    ['codes of a step-up', '/api/account/prove', { code: '000000' }, 'proof_failed'],
    ['recovery codes of a step-up', '/api/account/prove', { code: 'AAAAA-AAAAA' }, 'proof_failed'],
    [
      'present passwords for a new one',
      '/api/account/password',
      { currentPassword: wrong, newPassword: 'a quite different passphrase' },
      'invalid_request',
    ],
    ['codes that confirm an app', '/api/account/totp/confirm', { code: '000000' }, 'invalid_request'],
  ])('200 %s at once in a stolen session are ten, and count against no other one', async (_name, path, body, code) => {
    const { account, email, home, mark } = await furnish()
    const own = cookieFrom(await signIn(email, testPassword, home), 'sid') ?? ''
    if (path.includes('totp')) await account.api('POST', '/api/account/totp')
    const answers = await Promise.all(many.map(() => account.api<Body>('POST', path, body)))
    expect(answers.filter((each) => each.body.code === code)).toHaveLength(10)
    expect(count(answers, 429)).toBe(190)
    const prove = { body: { password: testPassword }, headers: { cookie: own } }
    expect((await test.call('POST', '/api/account/prove', prove)).status).toBe(200)
    expect((await signIn(email, testPassword, stranger(1), mark)).status).toBe(200)
    expect((await account.api('POST', '/api/account/prove', { password: testPassword })).status).toBe(429)
    test.clock.advance(1000)
    expect((await account.api('POST', '/api/account/prove', { password: testPassword })).status).toBe(200)
  })

  it.each([
    ['setup tokens', '/api/setup', { token: 'x', email: 'a@example.com', password: wrong }, 10],
    ['tokens of an identity provider', '/api/auth/firebase-session', { idToken: 'x' }, 10],
    ['invites', '/api/auth/invite/check', { token: 'x'.repeat(43) }, 10],
    ['links for a new password', '/api/auth/reset-password', { token: 'x'.repeat(43), password: wrong }, 10],
    ['marks of remembered passwords', '/api/auth/remember', undefined, 30],
    ['sign-in tickets', '/api/auth/second-factor', { ticket: 'x'.repeat(43), code: '000000' }, 60],
    ['passkeys', '/api/auth/passkey/options', undefined, 60],
  ])(
    '200 %s at once from one address are no more than it has a minute, and none of a known browser’s',
    async (_name, path, body, limit) => {
      const { mark } = await furnish()
      const ip = stranger(0)
      const send = (cookie?: string) =>
        test.call<Body>('POST', path, { ...(body && { body }), ip, ...(cookie && { headers: { cookie } }) })
      const answers = await Promise.all(many.map(() => send()))
      expect(count(answers, 429)).toBe(200 - limit)
      expect(answers.filter(({ status, body }) => status === 400 && body.code === 'invalid_request')).toEqual([])
      if (path !== '/api/setup') expect((await send(mark)).status).not.toBe(429)
    },
  )
})
