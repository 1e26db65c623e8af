import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { countOf, openPortal, type PortalSaid, portalBrowser } from '../../../../test/harness/portal-browser.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { password } from '../../../../test/harness/world.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

describeOnBothDatabases('what a customer changes in the portal', (open) => {
  const suite = useSuite(open)

  it('releases one device in 7 days, of 50 at once one, and ends its sessions; the maker says how often', async () => {
    const { world, call, signIn } = await openPortal(suite, { deviceLimit: 3 })
    const who = await world.user({ isHwidLocked: true })
    for (const hwid of ['PC-1', 'PC-2', 'PC-3']) expect((await world.login(who, { hwid })).status).toBe(200)
    const token = await world.session(who, { hwid: 'PC-1' })
    await signIn(who.username)
    const devices = async () =>
      (await call('GET', '/devices')).body as PortalSaid & { devices: { id: string; hwid: string }[] }
    const before = await devices()
    expect(before).toMatchObject({ limit: 3, can_release: true })
    expect(before.devices.map(({ hwid }) => hwid)).toEqual(['PC-1', 'PC-2', 'PC-3'])
    const first = before.devices[0]?.id
    const many = await Promise.all(Array.from({ length: 50 }, () => call('DELETE', `/devices/${first}`)))
    expect([countOf(many, 200), countOf(many, 409)]).toEqual([1, 49])
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
    expect(countOf(guesses, 400)).toBe(10)
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
    expect([countOf(guesses, 404), countOf(guesses, 429)]).toEqual([10, 190])
    const { licenseKey } = await world.license()
    expect((await portalBrowser(world, slug).byKey(licenseKey)).status).toBe(429)
  })

  it('takes 120 calls a minute of one session, of 200 at once no more', async () => {
    const { world, slug, call, signIn } = await openPortal(suite)
    const [who, other] = [await world.user(), await world.user()]
    await signIn(who.username)
    const neighbor = portalBrowser(world, slug)
    await neighbor.signIn(other.username)
    const calls = await Promise.all(Array.from({ length: 200 }, () => call('GET', '/me')))
    expect([countOf(calls, 200), countOf(calls, 429)]).toEqual([120, 80])
    expect((await neighbor.call('GET', '/me')).status).toBe(200)
  })
})
