import { beforeEach, expect, test } from 'vitest'
import { cookieFrom, setCookies, type TestAccount, testPassword } from '../../../../test/harness/create-test-app.ts'
import { useTestAppOfEach } from '../../../../test/harness/use-suite.ts'

const dayMs = 24 * 60 * 60 * 1000

const it = useTestAppOfEach()
let maker: TestAccount
beforeEach(async () => {
  maker = await it.account()
})

const signIn = (body: { password?: string; remember?: boolean }, cookie = '', ip = '192.0.2.1') =>
  it.call<{ rememberShare?: string }>('POST', '/api/auth/login', {
    body: { email: maker.email, password: testPassword, ...body },
    headers: { cookie },
    ip,
  })
const ask = (cookie: string, headers: Record<string, string> = {}, ip = '192.0.2.1') =>
  it.call<{ share?: string; code?: string }>('POST', '/api/auth/remember', { headers: { cookie, ...headers }, ip })

async function remembered(): Promise<{ cookie: string; share: string }> {
  const answer = await signIn({ remember: true })
  return { cookie: cookieFrom(answer, 'rm') ?? '', share: answer.body.rememberShare ?? '' }
}

test('ticking the box gives a share of 32 bytes, which the device gets again later', async () => {
  const { cookie, share } = await remembered()
  expect(Buffer.from(share, 'base64')).toHaveLength(32)
  const again = await ask(cookie)
  expect([again.status, again.body, again.headers['cache-control']]).toEqual([200, { share }, 'no-store'])
})

test('the cookie is out of reach of scripts and other sites, and lasts thirty days', async () => {
  const lines = setCookies(await signIn({ remember: true }))
  expect(lines).toContainEqual(
    expect.stringMatching(/^rm=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/),
  )
})

test('without the box no share is made and no cookie set', async () => {
  const answer = await signIn({})
  expect(answer.body.rememberShare).toBeUndefined()
  expect(cookieFrom(answer, 'rm')).toBeUndefined()
})

test('no other device gets a share', async () => {
  await remembered()
  for (const cookie of ['', 'rm=', `rm=${'A'.repeat(43)}`, maker.cookie]) {
    const refused = await ask(cookie)
    expect([refused.status, refused.body.code]).toEqual([404, 'remember_share_not_found'])
  }
})

test('another site gets nothing, even with the cookie', async () => {
  const { cookie } = await remembered()
  expect((await ask(cookie, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await ask(cookie, { 'sec-fetch-site': 'same-site' })).status).toBe(403)
  expect((await ask(cookie, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await ask(cookie, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
})

test('signing in without the box deletes the share and takes the cookie back', async () => {
  const { cookie } = await remembered()
  const answer = await signIn({ remember: false }, cookie)
  expect(setCookies(answer)).toContainEqual(expect.stringMatching(/^rm=; Max-Age=0; /))
  expect((await ask(cookie)).status).toBe(404)
})

test('signing in with the box again replaces the share of the device', async () => {
  const first = await remembered()
  const answer = await signIn({ remember: true }, first.cookie)
  expect(answer.body.rememberShare).not.toBe(first.share)
  expect((await ask(first.cookie)).status).toBe(404)
  expect((await ask(cookieFrom(answer, 'rm') ?? '')).body.share).toBe(answer.body.rememberShare)
})

test('a share ends after thirty days, and the cookie with it', async () => {
  const { cookie } = await remembered()
  it.clock.advance(30 * dayMs - 1)
  expect((await ask(cookie)).status).toBe(200)
  it.clock.advance(1)
  const late = await ask(cookie)
  expect(late.status).toBe(404)
  expect(setCookies(late)).toContainEqual(expect.stringMatching(/^rm=; Max-Age=0; /))
})

test('signing out keeps what is remembered', async () => {
  const { cookie, share } = await remembered()
  await it.call('POST', '/api/logout', { headers: { cookie: `${maker.cookie}; ${cookie}` } })
  expect((await ask(cookie)).body.share).toBe(share)
})

test('switching the account off ends the remembering, also for the time when it is on again', async () => {
  const { cookie, share } = await remembered()
  const owner = await it.account('owner')
  const change = async (isActive: boolean) =>
    expect((await owner.api('PATCH', `/api/admin/users/${maker.id}`, { isActive })).status).toBe(200)
  await change(true)
  expect((await ask(cookie)).body.share).toBe(share)
  await change(false)
  expect((await ask(cookie)).status).toBe(404)
  await change(true)
  expect((await ask(cookie)).status).toBe(404)
  expect((await signIn({})).status).toBe(200)
})

test('five failed sign-ins on the device end the remembering', async () => {
  const { cookie } = await remembered()
  const fail = (ip: string) => signIn({ password: 'not the password' }, cookie, ip)
  for (let index = 1; index < 5; index += 1) await fail(`192.0.2.${index}`)
  expect((await ask(cookie)).status).toBe(200)
  await fail('192.0.2.9')
  expect((await ask(cookie)).status).toBe(404)
})

test('a refused sign-in changes nothing about the device', async () => {
  const { cookie, share } = await remembered()
  const refused = await signIn({ password: 'not the password', remember: true }, cookie)
  expect(setCookies(refused)).toEqual([])
  expect((await ask(cookie)).body.share).toBe(share)
})

test('asking is limited to thirty a minute from one address', async () => {
  const { cookie } = await remembered()
  for (let index = 0; index < 30; index += 1) expect((await ask(cookie)).status).toBe(200)
  expect((await ask(cookie)).status).toBe(429)
  expect((await ask(cookie, {}, '192.0.2.2')).status).toBe(200)
  it.clock.advance(60_000)
  expect((await ask(cookie)).status).toBe(200)
})
