import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { type PortalSaid, portalBrowser } from '../../../../test/harness/portal-browser.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld, password } from '../../../../test/harness/world.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

let portals = 0

/** A portal of a new application, as browsers call it. */
async function openPortal(suite: Parameters<typeof createWorld>[0], settings: object = {}) {
  portals += 1
  const slug = `shop-${portals}`
  const world = await createWorld(suite, await suite.test.account(), {
    portalEnabled: true,
    portalSlug: slug,
    ...settings,
  })
  return { world, slug, ...portalBrowser(world, slug) }
}

const count = (answers: readonly { readonly status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

describeOnBothDatabases('the portal', (open) => {
  const suite = useSuite(open)

  it('shows a customer what they have, and nothing to a browser that is not signed in', async () => {
    const { world, call, signIn, cookies } = await openPortal(suite, { features: { pro: true } })
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
    await call('POST', '/sign-out')
    expect((await call('GET', '/me')).status).toBe(401)
  })

  it('sets a cookie that no script reads and no other site sends', async () => {
    const { world, signIn } = await openPortal(suite)
    const { username } = await world.user()
    const lines = [(await signIn(username)).headers['set-cookie'] ?? []].flat().map(String)
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Strict/)
  })

  it('answers a portal that is off as one that never was, with every call', async () => {
    const { world, slug } = await openPortal(suite)
    await world.settings({ portalEnabled: false })
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '/sign-in', { username: 'a', password: 'b' }],
      ['POST', '/sign-out', {}],
      ['GET', '/me', undefined],
      ['GET', '/devices', undefined],
      ['GET', '/logo', undefined],
      ['DELETE', '/devices/x', undefined],
      ['POST', '/redeem', { license_key: 'KW' }],
    ] as const) {
      const [off, never] = [
        await portalBrowser(world, slug).call(method, path, body),
        await portalBrowser(world, 'never-was').call(method, path, body),
      ]
      expect([off.status, off.body.code, off.body.message]).toEqual([404, never.body.code, never.body.message])
      expect(never.status).toBe(404)
    }
  })

  it('is at one address alone: a second application with it, and one without any, are refused', async () => {
    const { world, slug } = await openPortal(suite)
    const other = await createWorld(suite, await suite.test.account())
    const patch = (body: object) => other.maker.api<{ fields?: object }>('PATCH', other.base, body)
    expect((await patch({ portalEnabled: true })).body.fields).toHaveProperty('portalSlug')
    const taken = await patch({ portalEnabled: true, portalSlug: slug })
    expect([taken.status, taken.body.fields]).toEqual([400, { portalSlug: 'Another portal has this address.' }])
    for (const portalSlug of ['ab', '-abc', 'abc-', 'ABC', 'a b c', 'ä-b-c', 'x'.repeat(41), '../x']) {
      expect((await patch({ portalSlug })).status).toBe(400)
    }
    await world.maker.api('DELETE', world.base)
    expect((await patch({ portalEnabled: true, portalSlug: slug })).status).toBe(200)
  })

  it('takes a color only where white text on it can be read', async () => {
    const { world } = await openPortal(suite)
    const patch = async (portalColor: string | null) =>
      (await world.maker.api('PATCH', world.base, { portalColor })).status
    expect([await patch('#3f63d8'), await patch('#767676'), await patch(null)]).toEqual([200, 200, 200])
    expect([await patch('#777777'), await patch('#ffd700'), await patch('red')]).toEqual([400, 400, 400])
  })

  it('shows a logo that is an image by its bytes, and takes nothing else', async () => {
    const { world, call } = await openPortal(suite)
    const put = (bytes: Buffer) =>
      world.maker.api('PUT', `${world.base}/portal-logo`, { logo: bytes.toString('base64') })
    const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(100)])
    expect((await call('GET')).body.logo).toBeNull()
    expect((await put(Buffer.from('<svg onload="x"/>'))).status).toBe(400)
    expect((await put(Buffer.concat([png, Buffer.alloc(100 * 1024)]))).status).toBe(400)
    expect((await put(png)).status).toBe(200)
    const tag = createHash('sha256').update(png).digest('base64url').slice(0, 12)
    const { logo } = (await call('GET')).body
    expect(logo).toMatch(new RegExp(`/logo\\?v=${tag}$`))
    const shown = await world.test.call('GET', String(logo))
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    await world.maker.api('DELETE', `${world.base}/portal-logo`)
    expect([(await call('GET')).body.logo, (await call('GET', '/logo')).status]).toEqual([null, 404])
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

  it('shares the limits of logins: a name guessed at from 1,000 addresses is locked for strangers, and not for a browser that knows it', async () => {
    const { world, slug, signIn, cookies } = await openPortal(suite)
    const { username } = await world.user()
    expect((await signIn(username)).status).toBe(200)
    const guesses = await Promise.all(
      Array.from({ length: 1000 }, (_, n) =>
        portalBrowser(world, slug).signIn(username, `guess ${n}`, `100.${n >> 8}.${n & 255}.7`),
      ),
    )
    expect(count(guesses, 200)).toBe(0)
    expect(count(guesses, 401)).toBeLessThanOrEqual(11)
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
    const [token = ''] = [...one.cookies].filter(([name]) => name === `portal-${one.world.applicationId}`).map(([, v]) => v)
    const asIs = portalBrowser(other.world, other.slug, new Map(one.cookies))
    const renamed = portalBrowser(other.world, other.slug, new Map([[`portal-${other.world.applicationId}`, token]]))
    expect([(await asIs.call('GET', '/me')).status, (await renamed.call('GET', '/me')).status]).toEqual([401, 401])
    const dashboard = await one.world.test.call('GET', one.world.base, { headers: { cookie: `sid=${token}` } })
    expect(dashboard.status).toBe(401)
    expect((await one.call('GET', '/me')).status).toBe(200)
  })

  it('refuses changes that another site makes a browser send', async () => {
    const { world, slug, signIn, cookies } = await openPortal(suite)
    await signIn((await world.user()).username)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const path of ['sign-in', 'sign-out', 'password', 'redeem']) {
      const answer = await world.test.call<PortalSaid>('POST', `/api/portal/${slug}/${path}`, {
        body: {},
        headers: { cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      })
      expect([answer.status, answer.body.code]).toEqual([403, 'cross_site_request'])
    }
  })

  it('releases one device in 7 days, of 50 at once one, and ends its sessions; the maker says how often', async () => {
    const { world, call, signIn } = await openPortal(suite, { deviceLimit: 3 })
    const who = await world.user({ isHwidLocked: true })
    for (const hwid of ['PC-1', 'PC-2', 'PC-3']) expect((await world.login(who, { hwid })).status).toBe(200)
    const token = await world.session(who, { hwid: 'PC-1' })
    await signIn(who.username)
    const devices = async () => (await call('GET', '/devices')).body as PortalSaid & { devices: { id: string; hwid: string }[] }
    const before = await devices()
    expect(before).toMatchObject({ limit: 3, can_release: true })
    expect(before.devices.map(({ hwid }) => hwid)).toEqual(['PC-1', 'PC-2', 'PC-3'])
    const first = before.devices[0]?.id
    const many = await Promise.all(Array.from({ length: 50 }, () => call('DELETE', `/devices/${first}`)))
    expect([count(many, 200), count(many, 409)]).toEqual([1, 49])
    const next_at = new Date(world.clock.nowMs() + 7 * dayMs).toISOString()
    expect(many.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'release_too_soon', next_at })
    expect((await world.beat(token)).body).toMatchObject({ code: 'session_ended' })
    const after = await devices()
    expect(after.devices.map(({ hwid }) => hwid)).toEqual(['PC-2', 'PC-3'])
    expect(after).toMatchObject({ can_release: false, next_release_at: next_at })
    expect((await world.login(who, { hwid: 'PC-4' })).status).toBe(200)
    world.clock.advance(7 * dayMs)
    await signIn(who.username)
    // What does not exist takes no turn.
    expect((await call('DELETE', '/devices/none')).body.code).toBe('device_not_found')
    expect((await call('DELETE', `/devices/${after.devices[0]?.id}`)).status).toBe(200)
    const { rows } = { rows: await world.activity() }
    expect(JSON.stringify(rows).match(/device_released/g)?.length).toBeGreaterThanOrEqual(2)
  })

  it('is named by a login that is refused for its device, and by no other refusal', async () => {
    const { world, slug } = await openPortal(suite)
    const who = await world.user({ hwid: 'PC-1', isHwidLocked: true })
    const refused = await world.login(who, { hwid: 'PC-2' })
    expect(refused.body).toMatchObject({ code: 'hwid_mismatch', portal_url: expect.stringMatching(`/portal/${slug}$`) })
    const wrong = await world.login(who, { hwid: 'PC-2', password: 'wrong' })
    expect([wrong.body.code, 'portal_url' in wrong.body]).toEqual(['invalid_credentials', false])
    await world.settings({ deviceLimit: 2 })
    expect((await world.login(who, { hwid: 'PC-2' })).body).not.toHaveProperty('portal_url')
    expect((await world.login(who, { hwid: 'PC-3' })).body).toMatchObject({
      ...{ code: 'device_limit_reached', portal_url: expect.stringMatching(`/portal/${slug}$`) },
    })
    await world.settings({ portalEnabled: false })
    expect((await world.login(who, { hwid: 'PC-3' })).body).not.toHaveProperty('portal_url')
  })

  it('releases no device where the maker says 0 days', async () => {
    const { world, call, signIn } = await openPortal(suite, { deviceReleaseDays: 0 })
    const who = await world.user({ isHwidLocked: true, hwid: 'PC-1' })
    await signIn(who.username)
    const { body } = await call('GET', '/devices')
    expect(body).toMatchObject({ can_release: false, next_release_at: null })
    const [device] = body.devices as { id: string }[]
    expect((await call('DELETE', `/devices/${device?.id}`)).body).toMatchObject({
      ...{ code: 'release_too_soon', next_at: null },
    })
  })

  it("lists and ends a customer's own programs and browsers, and nobody else's", async () => {
    const { world, slug, call, signIn } = await openPortal(suite)
    const [who, other] = [await world.user(), await world.user()]
    const [own, foreign] = [await world.session(who), await world.session(other)]
    await signIn(who.username)
    await portalBrowser(world, slug).signIn(other.username)
    const second = portalBrowser(world, slug)
    await second.signIn(who.username)
    const list = (await call('GET', '/sessions')).body as unknown as { id: string; kind: string; is_current: boolean }[]
    expect(list.map(({ kind, is_current }) => [kind, is_current])).toEqual([
      ['program', false],
      ['browser', false],
      ['browser', true],
    ])
    const ids = (kind: string) => list.filter((each) => each.kind === kind && !each.is_current).map(({ id }) => id)
    const [program = '', browser = ''] = [...ids('program'), ...ids('browser')]
    for (let n = 1; n < 6; n += 1) {
      for (const kind of ['p', 'b']) {
        const id = `${kind}${n}`
        if (!list.some((each) => each.id === id)) expect((await call('DELETE', `/sessions/${id}`)).status).toBe(404)
      }
    }
    expect((await call('DELETE', `/sessions/${program}`)).status).toBe(200)
    expect((await call('DELETE', `/sessions/${browser}`)).status).toBe(200)
    expect([(await world.beat(own)).status, (await world.beat(foreign)).status]).toEqual([410, 200])
    expect([(await second.call('GET', '/me')).status, (await call('GET', '/me')).status]).toEqual([401, 200])
  })

  it('changes a password with the old one alone, and signs everything else out', async () => {
    const { world, slug, call, signIn } = await openPortal(suite)
    const who = await world.user()
    const token = await world.session(who)
    await signIn(who.username)
    const second = portalBrowser(world, slug)
    await second.signIn(who.username)
    const change = (old_password: string, new_password: string) =>
      call('POST', '/password', { old_password, new_password })
    expect((await change('wrong', 'a new password')).body).toMatchObject({
      fields: { old_password: "This isn't your password." },
    })
    expect((await change(password, 'short')).body.fields).toHaveProperty('new_password')
    expect((await change(password, password)).body.fields).toHaveProperty('new_password')
    expect((await change(password, 'a new password')).status).toBe(200)
    expect([(await second.call('GET', '/me')).status, (await call('GET', '/me')).status]).toEqual([401, 200])
    expect((await world.beat(token)).body.code).toBe('session_ended')
    expect((await world.login(who)).status).toBe(401)
    expect((await world.login(who, { password: 'a new password' })).status).toBe(200)
  })

  it('lets nobody guess the old password in a stolen session: of 200 at once 10 are checked', async () => {
    const { world, call, signIn } = await openPortal(suite)
    await signIn((await world.user()).username)
    const guess = (old_password: string) => call('POST', '/password', { old_password, new_password: 'a new password' })
    const guesses = await Promise.all(Array.from({ length: 100 }, (_, n) => guess(`guess ${n}`)))
    expect(count(guesses, 400)).toBe(10)
    expect((await guess(password)).status).toBe(429)
  })

  it('redeems a license key for who is signed in, also after their end', async () => {
    const { world, call, signIn } = await openPortal(suite)
    const who = await world.user({ expiresAt: new Date(world.clock.nowMs() - dayMs) })
    const key = await world.license({ validityDays: 30 })
    await signIn(who.username)
    expect((await call('POST', '/redeem', { license_key: 'KW-NONE' })).body.code).toBe('license_not_found')
    const redeemed = await call('POST', '/redeem', { license_key: key.licenseKey })
    expect(redeemed.body).toMatchObject({ added_days: 30 })
    expect((await call('GET', '/me')).body).toMatchObject({ state: 'active', days_left: 30 })
    world.clock.advance(11 * minuteMs)
    expect((await call('POST', '/redeem', { license_key: key.licenseKey })).body.code).toBe('license_used')
  })

  it('opens with a license key what the maker says: nothing, a view without addresses, or everything', async () => {
    const { world, slug } = await openPortal(suite, { licenseLogin: true })
    const { licenseKey, id } = await world.license({ validityDays: 30 })
    await world.send('/api/v1/license', { license_key: licenseKey, hwid: 'PC-1' })
    const viewer = portalBrowser(world, slug)
    expect((await viewer.byKey(licenseKey)).body).toEqual({ access: 'view' })
    expect((await viewer.call('GET', '/me')).body).toMatchObject({ username: null, is_key: true, access: 'view' })
    const shown = (await viewer.call('GET', '/devices')).body.devices as { id: string; address: unknown }[]
    expect(shown).toMatchObject([{ hwid: 'PC-1', address: null }])
    for (const [method, path, body] of [
      ['DELETE', `/devices/${shown[0]?.id}`, undefined],
      ['DELETE', '/sessions/b1', undefined],
      ['POST', '/password', { old_password: 'a', new_password: 'b' }],
      ['POST', '/redeem', { license_key: licenseKey }],
    ] as const) {
      expect((await viewer.call(method, path, body)).body.code).toBe('portal_view_only')
    }
    await world.settings({ portalKeyOnly: 'off' })
    expect((await portalBrowser(world, slug).byKey(licenseKey)).body.code).toBe('license_login_closed')
    await world.settings({ portalKeyOnly: 'manage' })
    const holder = portalBrowser(world, slug)
    expect((await holder.byKey(licenseKey)).body).toEqual({ access: 'manage' })
    expect((await holder.call('DELETE', `/devices/${shown[0]?.id}`)).status).toBe(200)
    expect((await holder.call('POST', '/password', { old_password: 'a', new_password: 'b' })).body.code).toBe(
      'key_without_password',
    )
    await world.actOnLicense(id, 'ban', { reason: 'fraud' })
    expect((await holder.call('GET', '/me')).status).toBe(401)
  })

  it('counts unknown license keys with those of the public API: 10, then no more are looked up', async () => {
    const { world, slug } = await openPortal(suite)
    const guesses = await Promise.all(
      Array.from({ length: 200 }, (_, n) => portalBrowser(world, slug).byKey(`KW-GUESS-${n}`)),
    )
    expect([count(guesses, 404), count(guesses, 429)]).toEqual([10, 190])
    const { licenseKey } = await world.license()
    expect((await portalBrowser(world, slug).byKey(licenseKey)).status).toBe(429)
  })

  it('looks up 60 unknown addresses a minute from one place, of 200 at once no more', async () => {
    const { world, slug } = await openPortal(suite)
    const tries = await Promise.all(Array.from({ length: 200 }, (_, n) => portalBrowser(world, `none-${n}`).call('GET')))
    expect([count(tries, 404), count(tries, 429)]).toEqual([60, 140])
    expect((await portalBrowser(world, slug).call('GET')).status).toBe(429)
    expect((await portalBrowser(world, slug).call('GET', '', undefined, '203.0.113.5')).status).toBe(200)
  })

  it('takes 120 calls a minute of one session, of 200 at once no more', async () => {
    const { world, slug, call, signIn } = await openPortal(suite)
    const [who, other] = [await world.user(), await world.user()]
    await signIn(who.username)
    const neighbor = portalBrowser(world, slug)
    await neighbor.signIn(other.username)
    const calls = await Promise.all(Array.from({ length: 200 }, () => call('GET', '/me')))
    expect([count(calls, 200), count(calls, 429)]).toEqual([120, 80])
    expect((await neighbor.call('GET', '/me')).status).toBe(200)
  })
})
