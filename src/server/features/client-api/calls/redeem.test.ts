import { beforeEach, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../../test/harness/databases.ts'
import { useSuite } from '../../../../../test/harness/use-suite.ts'
import { createWorld, newToken, password, type SendOptions, type World } from '../../../../../test/harness/world.ts'

interface Redemption {
  readonly username: string
  readonly licenseId: number
  readonly previousLicenseId: number | null
  readonly addedDays: number
  readonly endsAt: string
}

interface Shown {
  readonly currentUsers: number
  readonly isActive: boolean
  readonly expiresAt: string | null
  readonly spent: { readonly licenseId: number | null } | null
  readonly redemptions: readonly Redemption[]
}

const dayMs = 86_400_000
const key30 = { validityDays: 30, validityStart: 'first_use' }

describeOnBothDatabases('a redeemed license key', (open) => {
  const suite = useSuite(open)
  let w: World
  beforeEach(async () => {
    w = await createWorld(suite, suite.maker, { licenseLogin: true, hwidLockEnabled: false })
  })

  const redeem = (username: string, license_key: string, body: object = {}, call?: SendOptions) =>
    w.send('/api/v1/redeem', { username, password, license_key, ...body }, call)
  const bySession = (session_token: string, license_key: string, call?: SendOptions) =>
    w.send('/api/v1/redeem', { session_token, license_key }, call)
  const shown = (id: number) => w.dashboard<Shown>('GET', `${w.base}/licenses/${id}`)
  const inDays = (days: number) => new Date(w.clock.nowMs() + days * dayMs)
  const userWith = (days: number | null) => w.user({ expiresAt: days === null ? null : inDays(days) })
  const endsIn = (id: number, days: number) => w.changeLicense(id, { expiresAt: inDays(days).toISOString() })
  const redeemedOf = async (userId: number) =>
    (await w.dashboard<Pick<Shown, 'redemptions'>>('GET', `${w.base}/users/${userId}/inspection`)).redemptions
  const end = async (username: string) => (await w.login({ username })).body.expires_at
  /** A user of a license of one seat, who registered with it. */
  const holderOf = async (username: string, license: object = key30) => {
    const { id, licenseKey } = await w.license(license)
    const { body } = await w.register({ license_key: licenseKey, username })
    return { id: Number(body.user_id), username, licenseId: id, licenseKey }
  }

  it('extends by its days, takes the days left along once, and is seen in both drawers', async () => {
    const user = await holderOf('ada')
    await endsIn(user.licenseId, 20)
    const { id, licenseKey } = await w.license(key30)
    const { status, body } = await redeem('ada', licenseKey)
    expect([status, body]).toMatchObject([200, { code: 'license_redeemed', added_days: 30, user_id: user.id }])
    expect(body.expires_at).toBe(inDays(50).toISOString())
    expect(await end('ada')).toBe(body.expires_at)
    const [old, now] = [await shown(user.licenseId), await shown(id)]
    expect(old).toMatchObject({ currentUsers: 0, isActive: false, spent: { licenseId: id } })
    expect(now).toMatchObject({ currentUsers: 1, isActive: true, spent: null, expiresAt: body.expires_at })
    const made = { username: 'ada', licenseId: id, previousLicenseId: user.licenseId, addedDays: 30 }
    expect(now.redemptions).toEqual([expect.objectContaining({ ...made, endsAt: body.expires_at })])
    expect(await redeemedOf(user.id)).toEqual(now.redemptions)
    expect(old.redemptions).toEqual([])
    expect((await w.activity())[1]).toMatchObject({ event: 'license_redeemed', username: 'ada', success: true })
  })

  it('renews an account that has expired, from now on', async () => {
    const expired = await userWith(-3)
    expect((await w.login(expired)).body.code).toBe('account_expired')
    const { licenseKey } = await w.license(key30)
    expect((await redeem(expired.username, licenseKey)).body.expires_at).toBe(inDays(30).toISOString())
    expect((await w.login(expired)).body.code).toBe('login_successful')
    const user = await holderOf('ada')
    await endsIn(user.licenseId, -10)
    expect((await w.login(user)).body.code).toBe('license_expired')
    const next = await w.license(key30)
    expect((await redeem('ada', next.licenseKey)).body.expires_at).toBe(inDays(30).toISOString())
  })

  it('counts what is left of a key that was in use before, never its days again', async () => {
    const user = await holderOf('ada')
    await endsIn(user.licenseId, 10)
    await w.dashboard('DELETE', `${w.base}/users/${user.id}`)
    const other = await userWith(5)
    const { body } = await redeem(other.username, user.licenseKey)
    expect(body).toMatchObject({ added_days: 10, expires_at: inDays(15).toISOString() })
  })

  it('lets nobody in with a license that is spent, whoever switches it on', async () => {
    const user = await holderOf('ada')
    const { licenseKey } = await w.license(key30)
    await redeem('ada', licenseKey)
    const refused = async () => [
      (await w.register({ license_key: user.licenseKey, username: 'late' })).body.code,
      (await w.send('/api/v1/license', { license_key: user.licenseKey })).body.code,
    ]
    expect(await refused()).toEqual(['license_used', 'license_used'])
    await w.changeLicense(user.licenseId, { isActive: true })
    expect(await shown(user.licenseId)).toMatchObject({ isActive: false })
    await w.actOnLicense(user.licenseId, 'pause')
    await w.changeLicense(user.licenseId, { isActive: true })
    await w.actOnLicense(user.licenseId, 'unpause')
    expect(await refused()).toEqual(['license_used', 'license_used'])
    expect(await shown(user.licenseId)).toMatchObject({ isActive: false, currentUsers: 0 })
  })

  it('is a seat and nothing more where several may use it', async () => {
    const user = await holderOf('ada')
    const team = await w.license({ ...key30, validityDays: 7, maxUsers: 2 })
    expect((await redeem('ada', team.licenseKey)).body.expires_at).toBe(inDays(7).toISOString())
    expect(await shown(user.licenseId)).toMatchObject({ currentUsers: 0, isActive: true, spent: null })
    expect(await shown(team.id)).toMatchObject({ currentUsers: 1 })
    const [second, third] = [await userWith(1), await userWith(1)]
    expect((await redeem(second.username, team.licenseKey)).body.code).toBe('license_redeemed')
    expect((await redeem(third.username, team.licenseKey)).body.code).toBe('license_full')
    expect(await end(third.username)).toBe(inDays(1).toISOString())
    // leaving a license of several seats takes none of its time along
    const { licenseKey } = await w.license(key30)
    expect((await redeem('ada', licenseKey)).body.expires_at).toBe(inDays(30).toISOString())
  })

  it('renews the license of a holder, who stays with it', async () => {
    const own = await w.license(key30)
    const { body } = await w.send('/api/v1/license', { license_key: own.licenseKey, session: true })
    const token = String(body.session_token)
    const key = await w.license({ ...key30, features: { pro: true } })
    const renewed = await bySession(token, key.licenseKey)
    expect(renewed.body).toMatchObject({ code: 'license_redeemed', user_id: body.user_id })
    expect(renewed.body.expires_at).toBe(inDays(60).toISOString())
    expect(await shown(key.id)).toMatchObject({ isActive: false, currentUsers: 0, spent: { licenseId: own.id } })
    expect(await shown(own.id)).toMatchObject({ currentUsers: 1, features: { pro: true }, isActive: true })
    expect((await w.send('/api/v1/license', { license_key: key.licenseKey })).body.code).toBe('license_used')
    expect((await w.beat(token)).body.code).toBe('session_alive')
  })

  it('answers a repeated request as the first one for 10 minutes, and counts once', async () => {
    const user = await userWith(1)
    const { id, licenseKey } = await w.license(key30)
    const first = await redeem(user.username, licenseKey)
    w.clock.advance(9 * 60_000)
    const again = await redeem(user.username, licenseKey.toLowerCase())
    expect({ ...again.body, request_id: '' }).toEqual({ ...first.body, request_id: '' })
    w.clock.advance(60_000)
    expect((await redeem(user.username, licenseKey)).body.code).toBe('license_used')
    expect((await shown(id)).redemptions).toHaveLength(1)
    expect((await w.activity()).filter(({ event }) => event === 'license_redeemed')).toHaveLength(1)
  })

  it('counts once for one user, however often it is redeemed at once', async () => {
    const user = await userWith(1)
    // one session may not do all of it
    const tokens: string[] = []
    for (let n = 0; n < 20; n += 1) tokens.push(await proved(user))
    const { id, licenseKey } = await w.license(key30)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        bySession(tokens[n % 20] ?? '', licenseKey, { ip: `10.210.${n >> 6}.${n & 63}` }),
      ),
    )
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['license_redeemed']))
    expect(new Set(answers.map(({ body }) => body.expires_at)).size).toBe(1)
    expect(await end(user.username)).toBe(inDays(31).toISOString())
    expect(await shown(id)).toMatchObject({ currentUsers: 1, redemptions: [{ addedDays: 30 }] })
  })

  it('counts for one of 200 users who redeem it 1,000 times at once, and leaves the others as they were', async () => {
    const users = await Promise.all(Array.from({ length: 200 }, () => userWith(2)))
    const tokens: string[] = []
    for (const [n, user] of users.entries()) tokens.push(await proved(user, `10.211.${n >> 6}.${n & 63}`))
    const { id, licenseKey } = await w.license(key30)
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, n) =>
        bySession(tokens[n % 200] ?? '', licenseKey, { ip: `10.211.${(n % 200) >> 6}.${n & 63}` }),
      ),
    )
    // a busy machine may refuse some of a thousand with 503, which says nothing of the key
    const decided = [...answers.entries()].filter(([, { status }]) => status !== 503)
    expect(new Set(decided.map(([, { body }]) => body.code))).toEqual(new Set(['license_redeemed', 'license_full']))
    // only the winner's repetitions get the same answer
    const winners = decided.filter(([, { body }]) => body.code === 'license_redeemed').map(([n]) => n % 200)
    expect(new Set(winners).size).toBe(1)
    const ends = await Promise.all(users.map((user) => w.stores.appUsers.find(w.applicationId, user.id)))
    const extended = ends.filter((row) => row?.effectiveExpiresAt?.getTime() !== inDays(2).getTime())
    expect(extended.map((row) => row?.effectiveExpiresAt)).toEqual([inDays(32)])
    expect(await shown(id)).toMatchObject({ currentUsers: 1, expiresAt: inDays(32).toISOString() })
  })

  it('is redeemed or registered with, not both, when both come at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const user = await userWith(1)
      const { id, licenseKey } = await w.license(key30)
      const call = { ip: `10.212.0.${round}` }
      const [redeemed, registered] = await Promise.all([
        redeem(user.username, licenseKey, {}, call),
        w.register({ license_key: licenseKey, username: `racer-${round}` }, call),
      ])
      expect([redeemed.status, registered.status].sort()).toEqual([200, 409])
      expect((await shown(id)).currentUsers).toBe(1)
    }
  })

  it('is unknown in another application, and refused while it is paused, banned, switched off or over', async () => {
    const user = await userWith(1)
    const other = await createWorld(suite, suite.maker)
    const foreign = await other.license(key30)
    const code = async (key: string) => (await redeem(user.username, key)).body.code
    expect(await code(foreign.licenseKey)).toBe('license_not_found')
    const refusals = [
      ['license_paused', (id: number) => w.actOnLicense(id, 'pause')],
      ['license_banned', (id: number) => w.actOnLicense(id, 'ban')],
      ['license_inactive', (id: number) => w.changeLicense(id, { isActive: false })],
    ] as const
    for (const [refusal, act] of refusals) {
      const { id, licenseKey } = await w.license(key30)
      await act(id)
      expect(await code(licenseKey)).toBe(refusal)
      expect((await shown(id)).currentUsers).toBe(0)
    }
    const { id, licenseKey } = await w.license({ validityDays: 1 })
    await w.changeLicense(id, { expiresAt: inDays(-1).toISOString() })
    expect(await code(licenseKey)).toBe('license_expired')
    expect(await end(user.username)).toBe(inDays(1).toISOString())
    expect(await redeemedOf(user.id)).toEqual([])
  })

  it('helps nobody who may not log in for another reason than the end', async () => {
    const { id, licenseKey } = await w.license(key30)
    const banned = await userWith(1)
    await w.act(banned, 'ban')
    expect((await redeem(banned.username, licenseKey)).body.code).toBe('account_banned')
    const user = await holderOf('ada')
    await w.actOnLicense(user.licenseId, 'ban')
    expect((await redeem('ada', licenseKey)).body.code).toBe('license_banned')
    const free = await userWith(1)
    expect((await redeem(free.username, licenseKey, { password: 'wrong' })).body.code).toBe('invalid_credentials')
    expect((await redeem('nobody', licenseKey)).body.code).toBe('invalid_credentials')
    expect(await shown(id)).toMatchObject({ currentUsers: 0, redemptions: [] })
  })

  it('is taken from no other device than the bound one, and binds the first', async () => {
    await w.settings({ hwidLockEnabled: true })
    const user = await w.user({ expiresAt: inDays(1), isHwidLocked: true })
    const { licenseKey } = await w.license(key30)
    const answered = await redeem(user.username, licenseKey, { hwid: 'PC-1' })
    expect(answered.body).toMatchObject({ code: 'license_redeemed', hwid_locked: true })
    const next = await w.license(key30)
    expect((await redeem(user.username, next.licenseKey, { hwid: 'PC-2' })).body.code).toBe('hwid_mismatch')
    expect((await redeem(user.username, next.licenseKey)).body.code).toBe('hwid_mismatch')
    expect((await shown(next.id)).currentUsers).toBe(0)
    expect((await w.login(user, { hwid: 'PC-2' })).body.code).toBe('hwid_mismatch')
  })

  it('takes a session only if a login backs it and it is live', async () => {
    const user = await userWith(1)
    const { id, licenseKey } = await w.license(key30)
    const bare = await w.session(user)
    expect((await bySession(bare, licenseKey)).body.code).toBe('session_not_found')
    expect((await bySession(newToken(), licenseKey)).body.code).toBe('session_not_found')
    const token = await proved(user)
    await w.end(token)
    expect((await bySession(token, licenseKey)).body).toMatchObject({ code: 'session_ended', reason: 'logout' })
    expect((await shown(id)).currentUsers).toBe(0)
    const both = await w.send('/api/v1/redeem', {
      username: user.username,
      password,
      session_token: token,
      license_key: 'k',
    })
    expect(both.body.code).toBe('invalid_request')
    for (const [sent, missing] of [
      [{ username: user.username }, 'password'],
      [{ password }, 'username'],
    ] as const) {
      expect((await w.send('/api/v1/redeem', { ...sent, license_key: 'k' })).body).toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining(`${missing} is required, unless session_token is sent.`),
      })
    }
  })

  it('stops who guesses keys, also in an account, together with those who register', async () => {
    const token = await proved(await userWith(1))
    const { licenseKey } = await w.license(key30)
    const guesses = await Promise.all(Array.from({ length: 200 }, (_, n) => bySession(token, `guess ${n}`)))
    const found = guesses.filter(({ body }) => body.code === 'license_not_found')
    expect(found).toHaveLength(10)
    expect(guesses.filter(({ body }) => body.code !== 'license_not_found').every(({ status }) => status === 429)).toBe(
      true,
    )
    expect((await bySession(token, licenseKey)).body.code).toBe('rate_limited')
    expect((await w.register({ license_key: licenseKey })).body.code).toBe('rate_limited')
    const failed = (await w.activity()).filter(({ event }) => event === 'login_failed')
    expect(failed.at(-1)?.code).toBe('license_not_found')
    expect(JSON.stringify(await w.activity())).not.toContain('guess')
  })

  it('yields no more days than its keys hold, in whatever order they are redeemed', async () => {
    const user = await holderOf('ada')
    const keys = [await w.license(key30), await w.license({ ...key30, maxUsers: 2 }), await w.license(key30)]
    const all = [...keys, { licenseKey: user.licenseKey }]
    for (const first of all) {
      for (const second of all) {
        await redeem('ada', first.licenseKey, {}, { ip: w.ip })
        await redeem('ada', second.licenseKey, {}, { ip: w.ip })
      }
      w.clock.advance(11 * 60_000)
    }
    const left = Date.parse(String(await end('ada'))) - w.clock.nowMs()
    expect(left).toBeLessThanOrEqual(90 * dayMs)
  })

  /** A session of a user that a login backs. */
  async function proved(user: { readonly id: number; readonly username: string }, ip = w.ip): Promise<string> {
    await w.login(user, {}, { ip })
    const { body } = await w.start(user, {}, { ip })
    return String(body.session_token)
  }
})
