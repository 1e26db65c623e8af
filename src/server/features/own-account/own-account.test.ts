import { expect, test } from 'vitest'
import { cookieFrom, type TestAccount, testPassword } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { codeAt, enrollTotp } from '../../../../test/harness/second-factor.ts'
import { useTestApp } from '../../../../test/harness/use-suite.ts'

const minuteMs = 60_000
const newPassword = 'a quite different passphrase'

describeOnBothDatabases('the own account', (open) => {
  const it = useTestApp({ open, env: { RATE_LIMIT_SCALE: '100' } })

  const signIn = async (email: string, more = {}) => {
    const answer = await it.call('POST', '/api/auth/login', { body: { email, password: testPassword, ...more } })
    return cookieFrom(answer, 'sid') ?? ''
  }
  const isSignedIn = async (cookie: string) =>
    (await it.call('GET', '/api/auth/user', { headers: { cookie } })).status === 200
  const audited = async (accountId: number) => {
    const rows = await it.database.reads
      .selectFrom('audit')
      .select('action')
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute()
    return rows.map(({ action }) => action)
  }
  const prove = (account: TestAccount, proof: object) =>
    account.api<{ code?: string; provedForMs?: number }>('POST', '/api/account/prove', proof)
  const codeOf = async (account: TestAccount, method: string, path: string, body?: object) =>
    (await account.api<{ code?: string }>(method, path, body)).body.code

  test('tells how it is protected', async () => {
    const account = await it.account()
    const { body } = await account.api('GET', '/api/account')
    expect(body).toEqual({
      id: account.id,
      email: account.email,
      createdAt: it.clock.now().toISOString(),
      lastLogin: it.clock.now().toISOString(),
      timeZone: null,
      hasTotp: false,
      passkeyCount: 0,
      recoveryCodesLeft: 0,
      sessionCount: 1,
      tokenCount: 0,
      provedForMs: 5 * minuteMs,
      passkeyHost: 'localhost',
    })
  })

  test('keeps the time zone in which its dates are shown, and takes none that does not exist', async () => {
    const account = await it.account()
    const other = await it.account()
    const zoneOf = async (who: TestAccount, path: string) =>
      (await who.api<{ timeZone: string | null }>('GET', path)).body.timeZone
    const set = (timeZone: unknown) => account.api<{ fields?: object }>('PATCH', '/api/account', { timeZone })
    expect((await set('Europe/Berlin')).body).toEqual({ timeZone: 'Europe/Berlin' })
    for (const path of ['/api/account', '/api/auth/user']) {
      expect([path, await zoneOf(account, path)]).toEqual([path, 'Europe/Berlin'])
      expect([path, await zoneOf(other, path)]).toEqual([path, null])
    }
    for (const wrong of ['Mars/Olympus', '+02:00', '', 7, undefined]) {
      const { status, body } = await set(wrong)
      expect([wrong, status, Object.keys(body.fields ?? {})]).toEqual([wrong, 400, ['timeZone']])
    }
    expect(await zoneOf(account, '/api/account')).toBe('Europe/Berlin')
    expect((await set(null)).body).toEqual({ timeZone: null })
    expect(await zoneOf(account, '/api/auth/user')).toBe(null)
  })

  test('a new password ends the fifty other sessions and every remembered password; this browser goes on', async () => {
    const account = await it.account()
    const others: string[] = []
    for (let index = 0; index < 50; index += 1) others.push(await signIn(account.email, { remember: index === 0 }))
    const body = { currentPassword: testPassword, newPassword }
    const changed = await account.api('POST', '/api/account/password', body)
    expect(changed.status).toBe(200)
    const cookie = cookieFrom(changed, 'sid') ?? ''
    expect(cookie).not.toBe(account.cookie)
    const held = await Promise.all([...others, account.cookie].map(isSignedIn))
    expect(held).toEqual(Array.from({ length: 51 }, () => false))
    expect(await isSignedIn(cookie)).toBe(true)
    const shares = await it.database.reads.selectFrom('remember_shares').selectAll().execute()
    expect(shares.filter((share) => share.account_id === account.id)).toEqual([])
    const old = await it.call('POST', '/api/auth/login', { body: { email: account.email, password: testPassword } })
    expect(old.status).toBe(401)
    expect(await audited(account.id)).toContain('account.change_password')
  })

  test.each([
    [{ currentPassword: 'not the password at all', newPassword }, 'currentPassword'],
    [{ currentPassword: testPassword, newPassword: 'passwordpassword' }, 'newPassword'],
    [{ currentPassword: testPassword, newPassword: testPassword }, 'newPassword'],
    [{ currentPassword: testPassword, newPassword: 'short' }, 'newPassword'],
  ])('refuses a change that does not hold, and changes nothing: %j', async (body, field) => {
    const account = await it.account()
    const refused = await account.api<{ fields?: object }>('POST', '/api/account/password', body)
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, [field]])
    expect(await isSignedIn(await signIn(account.email))).toBe(true)
    expect(await isSignedIn(account.cookie)).toBe(true)
  })

  test('of two changes of the password at once one happens', async () => {
    const account = await it.account()
    const change = (next: string) =>
      account.api('POST', '/api/account/password', { currentPassword: testPassword, newPassword: next })
    const answers = await Promise.all([change(newPassword), change(`${newPassword} 2`)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('lists its sessions without what one could sign in with, and ends the chosen one', async () => {
    const account = await it.account()
    it.clock.advance(minuteMs)
    const other = await signIn(account.email)
    const listed = await account.api<{ id: string; isCurrent: boolean }[]>('GET', '/api/account/sessions')
    expect(listed.body.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true])
    const rows = await it.database.reads.selectFrom('dashboard_sessions').select('token_hash').execute()
    for (const row of rows) expect(listed.text).not.toContain(row.token_hash)
    const id = listed.body.find(({ isCurrent }) => !isCurrent)?.id ?? ''
    const stranger = await it.account()
    expect(await codeOf(stranger, 'DELETE', `/api/account/sessions/${id}`)).toBe('session_not_found')
    expect(await isSignedIn(other)).toBe(true)
    expect((await account.api('DELETE', `/api/account/sessions/${id}`)).status).toBe(200)
    expect(await isSignedIn(other)).toBe(false)
    expect(await isSignedIn(account.cookie)).toBe(true)
    expect(await codeOf(account, 'DELETE', `/api/account/sessions/${id}`)).toBe('session_not_found')
  })

  test('signing out everywhere ends this session too and forgets remembered passwords', async () => {
    const account = await it.account()
    const others = [await signIn(account.email, { remember: true }), await signIn(account.email)]
    const stranger = await it.account()
    expect((await account.api('POST', '/api/account/sign-out-everywhere')).status).toBe(200)
    for (const cookie of [...others, account.cookie]) expect(await isSignedIn(cookie)).toBe(false)
    expect(await isSignedIn(stranger.cookie)).toBe(true)
    const shares = await it.database.reads.selectFrom('remember_shares').selectAll().execute()
    expect(shares.filter((share) => share.account_id === account.id)).toEqual([])
  })

  test('sensitive changes five minutes after the sign-in ask who is there', async () => {
    const account = await it.account()
    it.clock.advance(5 * minuteMs)
    const asked = [
      await codeOf(account, 'POST', '/api/account/totp'),
      await codeOf(account, 'POST', '/api/account/totp/confirm', { code: '123456' }),
      await codeOf(account, 'DELETE', '/api/account/totp'),
      await codeOf(account, 'POST', '/api/account/recovery-codes'),
      await codeOf(account, 'POST', '/api/account/passkeys/options'),
      await codeOf(account, 'DELETE', '/api/account/passkeys/1'),
      await codeOf(account, 'POST', '/api/account/tokens', { name: 'x', days: 1, actions: ['users:read'] }),
    ]
    expect(new Set(asked)).toEqual(new Set(['proof_needed']))
    expect(await codeOf(account, 'GET', '/api/account')).toBeUndefined()
  })

  test('the password proves it for five minutes; a wrong one does not', async () => {
    const account = await it.account()
    it.clock.advance(10 * minuteMs)
    expect((await prove(account, { password: 'not the password at all' })).body.code).toBe('proof_failed')
    expect(await codeOf(account, 'POST', '/api/account/totp')).toBe('proof_needed')
    const proved = await prove(account, { password: testPassword })
    expect(proved.body.provedForMs).toBe(5 * minuteMs)
    expect(await codeOf(account, 'POST', '/api/account/totp')).toBeUndefined()
    it.clock.advance(5 * minuteMs)
    expect(await codeOf(account, 'POST', '/api/account/totp')).toBe('proof_needed')
  })

  test('a code of the app proves it, once, in the session that sent it alone', async () => {
    const account = await it.account()
    const { secret } = await enrollTotp(it, account)
    it.clock.advance(10 * minuteMs)
    const code = codeAt(secret, it.clock.nowMs())
    expect((await prove(account, { code })).status).toBe(200)
    expect((await prove(account, { code })).body.code).toBe('proof_failed')
  })

  test('an authenticator app counts once a code confirmed it, and its secret is sealed', async () => {
    const account = await it.account()
    const begun = await account.api<{ secret: string; uri: string }>('POST', '/api/account/totp')
    expect(begun.body.uri).toBe(
      `otpauth://totp/Keywright:${encodeURIComponent(account.email)}?issuer=Keywright&secret=${begun.body.secret}&algorithm=SHA1&digits=6&period=30`,
    )
    const wrong = await account.api<{ fields?: object }>('POST', '/api/account/totp/confirm', { code: '000000' })
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['code']])
    const rows = await it.database.reads.selectFrom('totp_factors').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(begun.body.secret)
    const code = codeAt(begun.body.secret, it.clock.nowMs())
    const confirmed = await account.api<{ recoveryCodes: string[] }>('POST', '/api/account/totp/confirm', { code })
    expect(confirmed.body.recoveryCodes).toHaveLength(10)
    const codes = await it.database.reads.selectFrom('recovery_codes').selectAll().execute()
    for (const each of confirmed.body.recoveryCodes) expect(JSON.stringify(codes)).not.toContain(each)
    expect(await codeOf(account, 'POST', '/api/account/totp')).toBe('totp_exists')
    const { body } = await account.api('GET', '/api/account')
    expect(body).toMatchObject({ hasTotp: true, recoveryCodesLeft: 10 })
    expect(await it.stores.secondFactors.accountsWith([account.id, -1])).toEqual(new Set([account.id]))
  })

  test('without the app sign-in asks for nothing more, and recovery codes are gone', async () => {
    const account = await it.account()
    await enrollTotp(it, account)
    expect((await account.api('DELETE', '/api/account/totp')).status).toBe(200)
    expect(await it.stores.secondFactors.summary(account.id)).toEqual({
      hasTotp: false,
      passkeyCount: 0,
      recoveryCodesLeft: 0,
    })
    expect(await isSignedIn(await signIn(account.email))).toBe(true)
    expect(await codeOf(account, 'DELETE', '/api/account/totp')).toBe('totp_not_found')
    expect(await codeOf(account, 'POST', '/api/account/recovery-codes')).toBe('second_factor_missing')
  })

  test('new recovery codes void the former ones', async () => {
    const account = await it.account()
    const { recoveryCodes } = await enrollTotp(it, account)
    const renewed = await account.api<{ recoveryCodes: string[] }>('POST', '/api/account/recovery-codes')
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    expect((await prove(account, { code: recoveryCodes[0] })).body.code).toBe('proof_failed')
    expect((await prove(account, { code: renewed.body.recoveryCodes[0] })).status).toBe(200)
  })
})
