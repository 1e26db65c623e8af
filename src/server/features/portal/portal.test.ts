import { expect, it, onTestFinished } from 'vitest'
import { createTestApp } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { countOf, openPortal, portalBrowser } from '../../../../test/harness/portal-browser.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { password } from '../../../../test/harness/world.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const setCookies = ({ headers }: { readonly headers: { readonly 'set-cookie'?: unknown } }) =>
  [headers['set-cookie'] ?? []].flat().map(String)

describeOnBothDatabases('the portal', (open) => {
  const suite = useSuite(open)

  it('shows a customer what they have, and nothing to a browser that is not signed in', async () => {
    const { world, slug, call, signIn, cookies } = await openPortal(suite, { features: { pro: true } })
    const license = await world.license({ maxUsers: 3, validityDays: 10 })
    const expiresAt = new Date(world.clock.nowMs() + 9.5 * dayMs)
    const who = await world.user({ email: 'ada@example.com', licenseId: license.id, expiresAt })
    expect([(await call('GET', '/me')).status, (await call('GET')).body.is_signed_in]).toEqual([401, false])
    expect((await signIn(who.username)).body).toEqual({ access: 'manage' })
    const [cookie] = [...cookies.keys()].filter((name) => name === `portal-${world.applicationId}`)
    expect(cookie).toBeDefined()
    expect((await call('GET', '/me')).body).toMatchObject({
      ...{ username: who.username, email: 'ada@example.com', access: 'manage', is_key: false },
      ...{ state: 'active', message: null, ends_at: expiresAt.toISOString(), days_left: 10 },
      ...{ grace_until: null, features: { pro: true } },
    })
    expect((await call('GET')).body.is_signed_in).toBe(true)
    const copied = portalBrowser(world, slug, new Map(cookies))
    await call('POST', '/sign-out')
    expect([...cookies.keys()]).toEqual([`portal-browser-${world.applicationId}`])
    expect((await call('GET', '/me')).status).toBe(401)
    expect((await copied.call('GET', '/me')).status).toBe(401)
  })

  it('sets a cookie that no script reads and no other site sends', async () => {
    const { world, signIn } = await openPortal(suite)
    const { username } = await world.user()
    const id = world.applicationId
    expect(setCookies(await signIn(username))).toEqual([
      expect.stringMatching(new RegExp(`^portal-${id}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`)),
      expect.stringMatching(
        new RegExp(`^portal-browser-${id}=[\\w.-]+; Max-Age=7776000; Path=/; HttpOnly; SameSite=Strict$`),
      ),
    ])
  })

  it('binds its cookies to the host and to https where it is reached by https', async () => {
    const database = await open()
    const test = await createTestApp({ database, env: { PUBLIC_URL: 'https://licenses.example.com' } })
    onTestFinished(() => test.close())
    const { world, signIn } = await openPortal({ test, database, maker: await test.account() })
    const lines = setCookies(await signIn((await world.user()).username))
    expect(lines).toHaveLength(2)
    for (const line of lines) {
      expect(line).toMatch(/^__Host-portal-[\w-]+=[\w.-]+; (Max-Age=\d+; )?Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    }
  })

  it('ends the session of before when somebody signs in again in the same browser', async () => {
    const { world, slug, call, signIn, cookies } = await openPortal(suite)
    const [one, other] = [await world.user(), await world.user()]
    await signIn(one.username)
    const before = portalBrowser(world, slug, new Map(cookies))
    await signIn(other.username)
    expect((await call('GET', '/me')).body.username).toBe(other.username)
    expect((await before.call('GET', '/me')).status).toBe(401)
  })

  it('knows a browser for 90 days, for the user who signed in there, and until the password is another', async () => {
    const { world, slug, signIn, cookies } = await openPortal(suite)
    const [who, other] = [await world.user(), await world.user()]
    await signIn(who.username)
    const [name] = [...cookies.keys()].filter((each) => each.includes('browser'))
    const kept = cookies.get(name ?? '') ?? ''
    const elsewhere = '203.0.113.99'
    const from = (value: string) => portalBrowser(world, slug, new Map([[name ?? '', value]]))
    const lockOut = (username: string) =>
      Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          portalBrowser(world, slug).signIn(username, `guess ${n}`, `100.99.0.${n}`),
        ),
      )
    for (const { username } of [who, other]) await lockOut(username)
    const forged = kept.replace(/^\d+/, String(other.id))
    const status = async (username: string, value: string) =>
      (await from(value).signIn(username, password, elsewhere)).status
    expect(await status(who.username, kept)).toBe(200)
    expect([await status(other.username, kept), await status(other.username, forged)]).toEqual([429, 429])
    await world.dashboard('PUT', `${world.base}/users/${who.id}`, { password: 'a new one by the developer' })
    await lockOut(who.username)
    expect((await from(kept).signIn(who.username, 'a new one by the developer', elsewhere)).status).toBe(429)
    world.clock.advance(90 * dayMs)
    const again = await world.user()
    const fresh = portalBrowser(world, slug)
    await fresh.signIn(again.username)
    const later = [...fresh.cookies].find(([each]) => each.includes('browser'))?.[1] ?? ''
    world.clock.advance(90 * dayMs)
    await lockOut(again.username)
    expect(await status(again.username, later)).toBe(429)
  })

  it('lets in who has expired, and says so; a banned, paused or disabled user is refused as at a login', async () => {
    const { world, signIn, call } = await openPortal(suite, { accountExpiredMessage: 'Over: expired. Renew below.' })
    const past = new Date(world.clock.nowMs() - dayMs)
    const expired = await world.user({ expiresAt: past })
    expect((await signIn(expired.username)).status).toBe(200)
    expect((await call('GET', '/me')).body).toMatchObject({
      ...{ state: 'account_expired', message: 'Over: expired. Renew below.', days_left: 0 },
      ends_at: past.toISOString(),
    })
    for (const state of [{ isBanned: true }, { isPaused: true }, { isActive: false }]) {
      const who = await world.user({}, state)
      const [portal, login] = [await signIn(who.username), await world.login(who)]
      expect([portal.status, portal.body.code, portal.body.message]).toEqual([
        ...[login.status, login.body.code, login.body.message],
      ])
    }
    await world.block('username', 'blocked-name')
    await world.user({ username: 'Blocked-Name' })
    expect((await signIn('blocked-name')).body.code).toBe('access_blocked')
  })

  it('needs neither version nor device, and is no part of the success rate', async () => {
    const { world, signIn } = await openPortal(suite, { version: '9.9', isVersionRequired: true })
    const who = await world.user({ hwid: 'PC-1', isHwidLocked: true })
    expect((await signIn(who.username)).status).toBe(200)
    await signIn(who.username, 'wrong')
    const { body } = await world.maker.api<{ loginSuccessRate: number; dailyLogins: { failed: number }[] }>(
      ...(['GET', `${world.base}/stats`] as const),
    )
    expect(body.dailyLogins.every(({ failed }) => failed === 0)).toBe(true)
    expect((await world.test.stores.appUsers.inspect(world.applicationId, who.id))?.lastLogin).toBeNull()
  })

  it('never says which names exist: the same text and the same number of hashes for both', async () => {
    const { world, slug } = await openPortal(suite)
    const { username } = await world.user()
    const { passwords } = world.test.app
    const kinds: string[] = []
    const { verify, verifyDummy } = passwords
    Object.assign(passwords, {
      verify: (...sent: Parameters<typeof verify>) => {
        kinds.push('hash')
        return verify(...sent)
      },
      verifyDummy: (...sent: Parameters<typeof verifyDummy>) => {
        kinds.push('dummy')
        return verifyDummy(...sent)
      },
    })
    try {
      const known = await portalBrowser(world, slug).signIn(username, 'wrong')
      const unknown = await portalBrowser(world, slug).signIn('nobody-at-all', 'wrong')
      const shown = ({ status, body: { requestId: _, ...body } }: typeof known) => ({ status, body })
      expect(shown(known)).toEqual(shown(unknown))
      expect(known.body).toMatchObject({ code: 'invalid_credentials' })
      expect(kinds).toEqual(['hash', 'dummy'])
    } finally {
      Object.assign(passwords, { verify, verifyDummy })
    }
  })

  it('shares the limits of logins: a name guessed at from 200 addresses is locked for strangers, and not for a browser that knows it', async () => {
    const { world, slug, signIn, cookies } = await openPortal(suite)
    const { username } = await world.user()
    expect((await signIn(username)).status).toBe(200)
    const guesses = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        portalBrowser(world, slug).signIn(username, `guess ${n}`, `100.${n >> 8}.${n & 255}.7`),
      ),
    )
    expect(countOf(guesses, 200)).toBe(0)
    expect(countOf(guesses, 401)).toBeLessThanOrEqual(11)
    const elsewhere = '203.0.113.77'
    expect((await portalBrowser(world, slug).signIn(username, password, elsewhere)).status).toBe(429)
    expect((await world.login({ username }, {}, { ip: elsewhere })).status).toBe(429)
    const known = portalBrowser(world, slug, new Map([...cookies].filter(([name]) => name.includes('browser'))))
    expect((await known.signIn(username, password, elsewhere)).status).toBe(200)
  })

  it('is left by a ban, by a pause and by a new password at the next call, and by a deleted user', async () => {
    const { world, slug } = await openPortal(suite)
    const cases = [
      async (id: number) => world.act({ id }, 'ban'),
      async (id: number) => world.act({ id }, 'pause'),
      async (id: number) =>
        world.dashboard('PUT', `${world.base}/users/${id}`, { password: 'a new one by the developer' }),
      async (id: number) => world.dashboard('DELETE', `${world.base}/users/${id}`),
    ]
    for (const change of cases) {
      const who = await world.user()
      const { call, signIn } = portalBrowser(world, slug)
      await signIn(who.username)
      expect((await call('GET', '/me')).status).toBe(200)
      await change(who.id)
      expect((await call('GET', '/me')).body.code).toBe('not_signed_in')
      expect((await call('DELETE', '/sessions/b1')).status).toBe(401)
    }
  })

  it('ends a session after 30 idle minutes, and after 12 hours of use', async () => {
    const { world, call, signIn } = await openPortal(suite)
    const { username } = await world.user()
    await signIn(username)
    world.clock.advance(30 * minuteMs - 1)
    expect((await call('GET', '/me')).status).toBe(200)
    world.clock.advance(30 * minuteMs)
    expect((await call('GET', '/me')).status).toBe(401)
    await signIn(username)
    for (let n = 0; n < 35; n += 1) {
      world.clock.advance(20 * minuteMs)
      expect((await call('GET', '/me')).status).toBe(200)
    }
    world.clock.advance(20 * minuteMs)
    expect((await call('GET', '/me')).status).toBe(401)
  })

  it("knows no session of another application's portal, whatever the cookie is called", async () => {
    const one = await openPortal(suite)
    const other = await openPortal(suite)
    const { username } = await one.world.user()
    await one.signIn(username)
    const [token = ''] = [...one.cookies]
      .filter(([name]) => name === `portal-${one.world.applicationId}`)
      .map(([, v]) => v)
    const asIs = portalBrowser(other.world, other.slug, new Map(one.cookies))
    const renamed = portalBrowser(other.world, other.slug, new Map([[`portal-${other.world.applicationId}`, token]]))
    expect([(await asIs.call('GET', '/me')).status, (await renamed.call('GET', '/me')).status]).toEqual([401, 401])
    const dashboard = await one.world.test.call('GET', one.world.base, { headers: { cookie: `sid=${token}` } })
    expect(dashboard.status).toBe(401)
    expect((await one.call('GET', '/me')).status).toBe(200)
  })
})
