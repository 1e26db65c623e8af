import { beforeEach, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../../test/harness/databases.ts'
import { importFile } from '../../../../../test/harness/import-file.ts'
import { untilDecided } from '../../../../../test/harness/until-decided.ts'
import { useSuite } from '../../../../../test/harness/use-suite.ts'
import { createWorld, newToken, type SendOptions, type World } from '../../../../../test/harness/world.ts'

interface Shown {
  readonly id: number
  readonly username: string
  readonly kind: string
  readonly hwid: string | null
}

describeOnBothDatabases('a sign-in with a license key alone', (open) => {
  const suite = useSuite(open)
  let w: World
  beforeEach(async () => {
    w = await createWorld(suite, suite.maker, { licenseLogin: true, hwidLockEnabled: true })
  })

  const signIn = (license_key: string, body: object = {}, call?: SendOptions) =>
    w.send('/api/v1/license', { license_key, hwid: 'PC-1', ...body }, call)
  const users = () => w.dashboard<Shown[]>('GET', `${w.base}/users`)
  const seats = async (id: number) =>
    (await w.dashboard<{ currentUsers: number }>('GET', `${w.base}/licenses/${id}`)).currentUsers
  const logged = async () =>
    (await w.stores.activity.list([w.applicationId], {}, undefined, 50)).map(({ event, code, username }) => ({
      ...{ event, code, username },
    }))

  it('makes one holder, who takes one seat and binds one device', async () => {
    const { id, licenseKey } = await w.license()
    const first = await signIn(licenseKey)
    expect([first.status, first.body]).toMatchObject([200, { code: 'login_successful', username: `License ${id}` }])
    expect(first.body).toMatchObject({ email: null, hwid_locked: true, expires_at: expect.any(String) })
    expect(first.body).not.toHaveProperty('session_token')
    const again = await signIn(` ${licenseKey.toLowerCase()} `)
    expect(again.body.user_id).toBe(first.body.user_id)
    expect((await signIn(licenseKey, { hwid: 'PC-2' })).body.code).toBe('hwid_mismatch')
    expect(await users()).toEqual([
      expect.objectContaining({ kind: 'license', username: `License ${id}`, hwid: 'PC-1' }),
    ])
    expect(await seats(id)).toBe(1)
    expect(JSON.stringify(await logged())).not.toContain(licenseKey)
    expect(await logged()).toContainEqual({ event: 'user_login', code: 'login_successful', username: `License ${id}` })
  })

  it('is the last login of its holder, with or without a session, from where it came', async () => {
    const { licenseKey } = await w.license()
    for (const [ip, more] of [
      ['10.9.8.7', {}],
      ['10.9.8.6', { session_token: newToken() }],
      ['10.9.8.5', {}],
    ] as const) {
      w.clock.advance(1000)
      const { body } = await signIn(licenseKey, more, { ip })
      const holder = await w.stores.appUsers.find(w.applicationId, Number(body.user_id))
      expect(holder).toMatchObject({ lastLogin: w.clock.now(), lastLoginIp: ip })
    }
  })

  it('takes one seat and makes one holder, however many come first at once', async () => {
    // a bound device has a limit of its own
    await w.settings({ hwidLockEnabled: false })
    const { id, licenseKey } = await w.license({ maxUsers: 5, validityStart: 'first_use' })
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        untilDecided(() => signIn(licenseKey, {}, { ip: `10.200.${n >> 6}.${n & 63}` })),
      ),
    )
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['login_successful']))
    expect(new Set(answers.map(({ body }) => body.user_id)).size).toBe(1)
    expect(await seats(id)).toBe(1)
    expect(await users()).toHaveLength(1)
    expect((await w.stores.applications.find(w.applicationId))?.userCount).toBe(1)
  })

  it('lets in one of many devices that come first at once, and refuses the others', async () => {
    const { id, licenseKey } = await w.license()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => signIn(licenseKey, { hwid: `PC-${n}` }, { ip: `10.201.0.${n}` })),
    )
    const codes = answers.map(({ body }) => body.code).sort()
    expect(codes).toEqual([...Array.from({ length: 29 }, () => 'hwid_mismatch'), 'login_successful'])
    expect(await seats(id)).toBe(1)
  })

  it('takes no seat that accounts have taken, and gives it back with the holder', async () => {
    const { id, licenseKey } = await w.license()
    const { body } = await w.register({ license_key: licenseKey })
    expect((await signIn(licenseKey)).body.code).toBe('license_full')
    expect(await users()).toHaveLength(1)
    await w.dashboard('DELETE', `${w.base}/users/${body.user_id}`)
    const holder = await signIn(licenseKey)
    expect(holder.body.code).toBe('login_successful')
    expect((await w.register({ license_key: licenseKey, username: 'late' })).body.code).toBe('license_full')
    await w.dashboard('DELETE', `${w.base}/users/${holder.body.user_id}`)
    expect(await seats(id)).toBe(0)
    expect((await signIn(licenseKey, { hwid: 'PC-2' })).body.code).toBe('login_successful')
  })

  it('begins a proved session in the same step, once for a repeated request, all or nothing', async () => {
    await w.settings({ sessionLimit: 1, isVerifyStrict: true })
    const { id, licenseKey } = await w.license()
    const token = newToken()
    const first = await signIn(licenseKey, { session_token: token })
    expect(first.body).toMatchObject({ code: 'login_successful', session_token: token })
    expect((await signIn(licenseKey, { session_token: token })).body).toMatchObject({ session_token: token })
    const user = { id: Number(first.body.user_id) }
    expect((await w.verify(user, { session_token: token })).body.code).toBe('user_verified')
    expect((await w.beat(token)).body.code).toBe('session_alive')
    expect((await signIn(licenseKey, { session: true })).body.code).toBe('session_limit_reached')
    await w.end(token)
    const made = await signIn(licenseKey, { session: true })
    expect((await w.beat(String(made.body.session_token))).body.code).toBe('session_alive')
    expect((await signIn(licenseKey, { session_token: token })).body.code).toBe('session_token_taken')
    const other = await w.license()
    const taken = await signIn(other.licenseKey, { session_token: String(made.body.session_token) })
    expect(taken.body.code).toBe('session_token_taken')
    expect([await seats(id), await seats(other.id)]).toEqual([1, 0])
  })

  it('is closed unless the application wants it, and then tells nothing of a key', async () => {
    const { licenseKey } = await w.license()
    await w.settings({ licenseLogin: false })
    const told = async (key: string) => {
      const { status, body } = await signIn(key)
      return { status, ...body, request_id: '' }
    }
    // no limit of the key tells either
    for (let n = 0; n < 35; n += 1) expect(await told(licenseKey)).toEqual(await told('no such key'))
    expect(await told(licenseKey)).toMatchObject({ status: 403, code: 'license_login_closed' })
    expect(await users()).toEqual([])
  })

  it('stops who guesses keys, here and at registration, but no device that is bound to its key', async () => {
    const { licenseKey } = await w.license({ maxUsers: 2 })
    await signIn(licenseKey)
    for (let n = 0; n < 10; n += 1) expect((await signIn(`guess ${n}`)).body.code).toBe('license_not_found')
    const [guess, right] = [await signIn('guess 10'), await signIn(licenseKey, { hwid: 'PC-9' })]
    expect([guess.body.code, right.body.code]).toEqual(['rate_limited', 'rate_limited'])
    expect(guess.headers['retry-after']).toBe(right.headers['retry-after'])
    expect((await w.register({ license_key: licenseKey })).body.code).toBe('rate_limited')
    expect((await signIn(licenseKey)).body.code).toBe('login_successful')
    expect((await signIn('guess 11', {}, { ip: '10.250.0.1' })).body.code).toBe('license_not_found')
    const failures = (await logged()).filter(({ event }) => event === 'login_failed')
    expect(failures[0]).toEqual({ event: 'login_failed', code: 'license_not_found', username: null })
  })

  it('is limited per bound device, and elsewhere per key and address', async () => {
    const { licenseKey } = await w.license()
    await signIn(licenseKey)
    const codeFrom = async (ip: string, hwid: string) => (await signIn(licenseKey, { hwid }, { ip })).body.code
    for (let n = 0; n < 30; n += 1) expect(await codeFrom('10.251.0.1', 'PC-2')).toBe('hwid_mismatch')
    expect(await codeFrom('10.251.0.1', 'PC-3')).toBe('rate_limited')
    for (let n = 0; n < 30; n += 1) expect(await codeFrom('10.251.0.1', 'PC-1')).toBe('login_successful')
    expect(await codeFrom('10.251.0.9', 'PC-1')).toBe('rate_limited')
    expect(await codeFrom('10.251.0.2', 'PC-2')).toBe('hwid_mismatch')
  })

  it('feels what is done to the license and to its holder at once', async () => {
    const { id, licenseKey } = await w.license()
    const { body } = await signIn(licenseKey, { session: true })
    const holder = { id: Number(body.user_id) }
    const beat = () => w.beat(String(body.session_token))
    await w.actOnLicense(id, 'pause')
    expect([(await signIn(licenseKey)).body.code, (await beat()).body.code]).toEqual([
      'license_paused',
      'license_paused',
    ])
    await w.actOnLicense(id, 'unpause')
    await w.act(holder, 'ban')
    expect([(await signIn(licenseKey)).body.code, (await beat()).body.code]).toEqual([
      'account_banned',
      'account_banned',
    ])
    await w.act(holder, 'unban')
    expect((await beat()).body.code).toBe('session_alive')
    await w.dashboard('DELETE', `${w.base}/licenses/${id}`)
    expect((await signIn(licenseKey)).body.code).toBe('license_not_found')
    expect((await beat()).body.code).toBe('user_not_found')
    expect(await users()).toEqual([])
    expect((await w.stores.applications.find(w.applicationId))?.userCount).toBe(0)
  })

  it('belongs to the license alone: nobody logs in as its holder, who gets neither name nor password', async () => {
    const { id, licenseKey } = await w.license({ maxUsers: 3 })
    const { body } = await signIn(licenseKey)
    for (const username of [`License ${id}`, `\n${id}`, String(id)]) {
      for (const password of ['', ' ', licenseKey]) {
        const answer = await w.send('/api/v1/login', { username, password: password || 'x', hwid: 'PC-1' })
        expect(answer.body.success).toBe(false)
      }
    }
    const named = await w.register({ username: `License ${id}`, license_key: licenseKey })
    expect(named.body).toMatchObject({ success: true })
    expect(named.body.user_id).not.toBe(body.user_id)
    expect((await signIn(licenseKey)).body.user_id).toBe(body.user_id)
    for (const change of [{ username: 'ada' }, { password: 'long enough' }]) {
      const answer = await w.maker.api('PUT', `${w.base}/users/${body.user_id}`, change)
      expect([answer.status, answer.body]).toMatchObject([
        400,
        { fields: { [Object.keys(change)[0] ?? '']: expect.any(String) } },
      ])
    }
    const kinds = await w.dashboard<Shown[]>('GET', `${w.base}/users?kind=license&limit=10`)
    expect(kinds.map(({ username }) => username)).toEqual([`License ${id}`])
  })

  it('is marked in exports, and left to its key by imports', async () => {
    const { licenseKey } = await w.license()
    await signIn(licenseKey)
    const { text } = await w.maker.api('GET', `${w.base}/users/export?format=csv`)
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => line.trim().split(',').at(-1)),
    ).toEqual(['kind', 'license'])
    const other = await createWorld(suite, suite.maker)
    const query = { kind: 'users', format: 'csv' }
    const { end } = await importFile(suite.test, suite.maker, other.applicationId, query, text)
    expect(end).toMatchObject({ new: 0, skipped: 1, wrong: 0 })
  })

  it('is explained by its own checks', async () => {
    const { id, licenseKey } = await w.license()
    const { body } = await signIn(licenseKey)
    await w.actOnLicense(id, 'ban', { reason: 'charged back' })
    await w.settings({ licenseLogin: false })
    const inspection = await w.dashboard<{ state: object }>('GET', `${w.base}/users/${body.user_id}/inspection`)
    expect(inspection.state).toMatchObject({ canSignIn: false, code: 'license_login_closed' })
    const check = await w.dashboard<{ user: object; checks: { check: string; isPassed: boolean }[] }>(
      'POST',
      `${w.base}/login-check`,
      { username: `License ${id}` },
    )
    expect(check.user).toMatchObject({ id: body.user_id })
    const refusals = check.checks.filter(({ isPassed }) => !isPassed).map((each) => each.check)
    expect(refusals).toEqual(['license_login_closed', 'license_banned'])
    expect(check.checks.map((each) => each.check)).not.toContain('invalid_credentials')
  })

  it('warns of short keys before it is opened', async () => {
    for (const licenseKey of ['12345678901', '123456789012', 'AB']) await w.license({ licenseKey })
    expect(await w.dashboard('GET', `${w.base}/licenses/short-keys`)).toEqual({ count: 2, isPartial: false })
  })
})
