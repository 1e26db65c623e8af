import { beforeEach, describe, expect, it } from 'vitest'
import { alwaysSignedIn } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { askSigned } from '../../../../test/harness/signing-client.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld, newToken, type Person, password, type World } from '../../../../test/harness/world.ts'

const dayMs = 86_400_000
const hwid = '1aa26679d5e089fcebae704ad6552b8c'

describeOnBothDatabases('the days of grace after an expiry', (open) => {
  const suite = useSuite(open)
  let w: World
  beforeEach(async () => {
    w = await createWorld(suite, alwaysSignedIn(suite.test, await suite.test.account()), {
      graceDays: 3,
      hwidLockEnabled: false,
    })
  })

  const inMs = (ms: number) => new Date(w.clock.nowMs() + ms)
  const iso = (ms: number) => inMs(ms).toISOString()
  /** A user whose license ends in so many milliseconds. */
  const licensed = async (endMs: number, license: object = {}) => {
    const { id, licenseKey } = await w.license({ maxUsers: 2, ...license })
    const user = await w.register({ license_key: licenseKey, username: `of-${id}` })
    await w.changeLicense(id, { expiresAt: iso(endMs) })
    return { id: Number(user.body.user_id), username: `of-${id}`, licenseId: id, licenseKey }
  }
  const codes = async (user: Person, token: string) => [
    (await w.login(user)).body.code,
    (await w.verify(user)).body.code,
    (await w.start(user)).body.code,
    (await w.beat(token)).body.code,
  ]
  const letIn = ['login_successful', 'user_verified', 'session_started', 'session_alive']

  it.each([
    ['of a user', 'account_expired'],
    ['of a license', 'license_expired'],
  ] as const)('%s let in until their last millisecond, also who has a session already', async (whose, code) => {
    const endMs = 60_000 - 3 * dayMs
    const user = whose === 'of a user' ? await w.user({ expiresAt: inMs(endMs) }) : await licensed(endMs)
    const token = await w.session(user)
    w.clock.advance(59_999)
    expect(await codes(user, token)).toEqual(letIn)
    w.clock.advance(1)
    expect(await codes(user, token)).toEqual(Array.from(letIn, () => code))
  })

  it('are none where nothing is set: then an answer is what it was before, and the end is the end', async () => {
    await w.settings({ graceDays: 0 })
    const user = await w.user({ expiresAt: inMs(1) })
    expect((await w.login(user)).body).not.toHaveProperty('grace_until')
    w.clock.advance(1)
    expect((await w.login(user)).body.code).toBe('account_expired')
    await w.settings({ graceDays: 3 })
    const { body } = await w.login(user)
    expect(body).toMatchObject({ code: 'login_successful', expires_at: iso(0), grace_until: iso(3 * dayMs) })
  })

  it('are named by an answer only once the time has ended, and only to who has proved it', async () => {
    const user = await w.user({ expiresAt: inMs(1000) })
    expect((await w.login(user)).body).not.toHaveProperty('grace_until')
    w.clock.advance(1000)
    const { body } = await w.login(user)
    expect(Object.keys(body)).toEqual([
      ...['success', 'code', 'message', 'user_id', 'username', 'email', 'expires_at', 'hwid_locked', 'grace_until'],
      'request_id',
    ])
    const proved = await w.session(user)
    expect((await w.verify(user, { session_token: proved })).body.grace_until).toBe(body.grace_until)
    expect((await w.verify(user)).body).not.toHaveProperty('grace_until')
    expect((await w.beat(proved)).body).not.toHaveProperty('grace_until')
  })

  it('are those of the license where it has a number of its own, none included', async () => {
    const cases = [
      [{ graceDays: 0 }, -1, 'license_expired'],
      [{ graceDays: 1 }, -dayMs + 1, 'login_successful'],
      [{ graceDays: 1 }, -dayMs, 'license_expired'],
      [{ graceDays: 30 }, 1 - 30 * dayMs, 'login_successful'],
      [{ graceDays: null }, 1 - 3 * dayMs, 'login_successful'],
      [{ graceDays: null }, -3 * dayMs, 'license_expired'],
    ] as const
    for (const [license, endMs, code] of cases) {
      const user = await licensed(endMs, license)
      expect({ license, endMs, code: (await w.login(user)).body.code }).toEqual({ license, endMs, code })
    }
    const own = await w.user({ licenseId: (await w.license({ graceDays: 0 })).id, expiresAt: inMs(-1) })
    expect((await w.login(own)).body.code).toBe('account_expired')
  })

  it('give nobody a seat: neither a registration nor the first login with the key', async () => {
    await w.settings({ licenseLogin: true })
    const { licenseKey, licenseId } = await licensed(-1)
    expect((await w.register({ license_key: licenseKey, username: 'late' })).body.code).toBe('license_expired')
    const byKey = () => w.send('/api/v1/license', { license_key: licenseKey })
    expect((await byKey()).body.code).toBe('license_expired')
    const seats = async () => (await w.stores.licenses.find(w.applicationId, licenseId))?.currentUsers
    expect(await seats()).toBe(1)
    // a holder who has a seat is let in
    await w.changeLicense(licenseId, { expiresAt: iso(1000) })
    expect((await byKey()).body.code).toBe('login_successful')
    w.clock.advance(1000)
    expect((await byKey()).body).toMatchObject({ code: 'login_successful', grace_until: iso(3 * dayMs) })
    expect(await seats()).toBe(2)
  })

  it('hold up no ban, pause, switch or deletion', async () => {
    const banned = await licensed(-1)
    await w.actOnLicense(banned.licenseId, 'ban')
    expect((await w.login(banned)).body.code).toBe('license_banned')
    const off = await licensed(-1)
    await w.changeLicense(off.licenseId, { isActive: false })
    expect((await w.login(off)).body.code).toBe('license_inactive')
    const paused = await licensed(-1)
    await w.act(paused, 'pause')
    expect((await w.login(paused)).body.code).toBe('account_paused')
    const gone = await licensed(10 * dayMs)
    const session = await w.session(gone)
    await w.dashboard('DELETE', `${w.base}/licenses/${gone.licenseId}`)
    expect((await w.login(gone)).body.code).toBe('account_expired')
    expect((await w.beat(session)).body.code).toBe('account_expired')
  })

  it('are no time that a redeemed key carries on: it counts from now, and the old end is over', async () => {
    const user = await licensed(-dayMs)
    const { licenseKey } = await w.license({ validityDays: 30, validityStart: 'first_use' })
    const redeemed = await w.send('/api/v1/redeem', { username: user.username, password, license_key: licenseKey })
    expect(redeemed.body).toMatchObject({ code: 'license_redeemed', expires_at: iso(30 * dayMs), added_days: 30 })
    expect(redeemed.body).not.toHaveProperty('grace_until')
    // a key whose own time has ended is worth nothing, whatever its users may still do
    const spent = await licensed(-1)
    const refused = await w.send('/api/v1/redeem', {
      ...{ username: user.username, password, license_key: spent.licenseKey },
    })
    expect(refused.body.code).toBe('license_expired')
  })

  it('are a badge’s and a drawer’s fact, and explain a refusal', async () => {
    const user = await licensed(-dayMs)
    interface Shown {
      readonly graceUntil: string
      readonly users: readonly { readonly graceUntil: string }[]
    }
    const inspect = () => w.dashboard<Inspected>('GET', `${w.base}/users/${user.id}/inspection`)
    interface Inspected {
      readonly state: { readonly canSignIn: boolean; readonly sentence: string }
      readonly effectiveExpiry: { readonly graceUntil: string | null }
      readonly license: { readonly graceUntil: string | null }
    }
    const graceUntil = iso(2 * dayMs)
    const license = await w.dashboard<Shown>('GET', `${w.base}/licenses/${user.licenseId}`)
    expect([license.graceUntil, license.users[0]?.graceUntil]).toEqual([graceUntil, graceUntil])
    const listed = await w.dashboard<readonly Shown[]>('GET', `${w.base}/licenses`)
    expect(listed.map((each) => each.graceUntil)).toContain(graceUntil)
    const users = await w.dashboard<readonly Shown[]>('GET', `${w.base}/users?status=expired`)
    expect(users.map((each) => each.graceUntil)).toEqual([graceUntil])
    const found = await w.dashboard<{ readonly licenses: readonly Shown[] }>('POST', '/api/search', {
      q: user.licenseKey,
    })
    expect(found.licenses.map((each) => each.graceUntil)).toEqual([graceUntil])
    expect(await inspect()).toMatchObject({
      state: { canSignIn: true, sentence: 'Can log in during grace, for another 2 days.' },
      effectiveExpiry: { graceUntil },
      license: { graceUntil },
    })
    w.clock.advance(2 * dayMs)
    const sentence = "Can't log in: the license expired 3 days ago."
    expect(await inspect()).toMatchObject({ state: { canSignIn: false, sentence } })
  })

  it('end for good with the reason in the log: both ends are compared', async () => {
    const user = await licensed(-3 * dayMs)
    expect((await w.login(user)).body.code).toBe('license_expired')
    const [refusal] = await w.activity()
    expect(refusal?.detail).toEqual({
      outcome: 'license_expired',
      compared: [
        { what: 'License expires', stored: iso(-3 * dayMs), sent: iso(0) },
        { what: 'Grace until', stored: iso(0), sent: iso(0) },
      ],
    })
  })

  describe('and a lease', () => {
    const claims = async (user: Person, body: object) => {
      const sent = { username: user.username, password, hwid, ...body }
      const { json } = await askSigned(w, '/api/v1/login', sent, { apiKey: w.apiKey, ip: w.ip })
      const [, part = ''] = String(json.lease).split('.')
      return JSON.parse(Buffer.from(part, 'base64url').toString()) as Readonly<Record<string, unknown>>
    }
    const seconds = (ms: number) => Math.floor((w.clock.nowMs() + ms) / 1000)

    it('last until access ends, and name it only to a client that asks for version 3', async () => {
      await w.settings({ leaseHours: 72 })
      const user = await w.user({ expiresAt: inMs(1000) })
      for (const lease_version of [1, 2, 3]) {
        const before = await claims(user, { lease_version })
        expect(before).toMatchObject({ exp: seconds(72 * 3_600_000), ver: Math.min(lease_version, 2) })
        expect(before).not.toHaveProperty('grace_until')
      }
      w.clock.advance(dayMs)
      const exp = seconds(2 * dayMs + 1000)
      const [first, second, third] = [
        await claims(user, {}),
        await claims(user, { lease_version: 2 }),
        await claims(user, { lease_version: 3 }),
      ]
      const names = ['iss', 'aud', 'sub', 'jti', 'iat', 'nbf', 'exp', 'hwid']
      expect(Object.keys(first)).toEqual([...names, 'ver'])
      expect(Object.keys(second)).toEqual([...names, 'feat', 'ver'])
      expect(Object.keys(third)).toEqual([...names, 'feat', 'grace_until', 'ver'])
      expect([first, second, third]).toMatchObject([
        { exp, ver: 1 },
        { exp, ver: 2 },
        { exp, ver: 3, grace_until: exp },
      ])
    })
  })

  it('are settings of application, preset and license, from 0 to 30, and an applied preset can be undone', async () => {
    for (const graceDays of [-1, 31, 1.5, '3']) {
      for (const [method, path] of [
        ['PATCH', w.base],
        ['POST', `${w.base}/licenses`],
        ['POST', `${w.base}/presets`],
      ] as const) {
        const { status, text } = await w.maker.api(method, path, { name: 'Pro', graceDays })
        expect({ path, status, names: text.includes('graceDays') }).toEqual({ path, status: 400, names: true })
      }
    }
    const preset = await w.dashboard<{ id: number }>('POST', `${w.base}/presets`, { name: 'Pro', graceDays: 7 })
    const made = await w.license({ presetId: preset.id })
    const older = await w.license({ graceDays: 1 })
    const daysOf = async (id: number) => (await w.stores.licenses.find(w.applicationId, id))?.graceDays
    expect([await daysOf(made.id), await daysOf(older.id)]).toEqual([7, 1])
    await w.dashboard('PATCH', `${w.base}/presets/${preset.id}`, { graceDays: 9 })
    expect(await daysOf(made.id)).toBe(7)
    const asked = { selection: { ids: [older.id] }, action: { type: 'apply_preset', presetId: preset.id } }
    const bulk = `${w.base}/licenses/bulk`
    const { token, operationId } = await w.dashboard<{ token: string; operationId: string }>(
      'POST',
      `${bulk}/preview`,
      asked,
    )
    expect((await w.maker.api('POST', bulk, { ...asked, token })).status).toBe(200)
    expect(await daysOf(older.id)).toBe(9)
    await w.dashboard('POST', `${w.base}/operations/${operationId}/undo`)
    expect(await daysOf(older.id)).toBe(1)
  })

  it('count as expired wherever expired is counted', async () => {
    await licensed(-1)
    await w.user({ expiresAt: inMs(-1) })
    await w.user({ expiresAt: inMs(dayMs) })
    const summary = await w.dashboard('GET', `${w.base}/licenses/summary`)
    expect(summary).toMatchObject({ activeKeys: 0, expiredKeys: 1 })
    const stats = await w.dashboard('GET', `${w.base}/stats`)
    expect(stats).toMatchObject({ totalUsers: 3, activeUsers: 1 })
  })

  it('are read with what a heartbeat reads anyway', async () => {
    const user = await licensed(1000)
    const token = newToken()
    await w.session(user, { session_token: token })
    w.clock.advance(1000)
    expect((await w.beat(token)).body.code).toBe('session_alive')
    await w.changeLicense(user.licenseId, { graceDays: 0 })
    expect((await w.beat(token)).body.code).toBe('license_expired')
    await w.changeLicense(user.licenseId, { graceDays: null })
    expect((await w.beat(token)).body.code).toBe('session_alive')
    await w.settings({ graceDays: 0 })
    expect((await w.beat(token)).body.code).toBe('license_expired')
  })
})
