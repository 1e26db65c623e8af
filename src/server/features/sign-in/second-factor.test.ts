import { describe, expect, test } from 'vitest'
import { cookieFrom, createTestApp, setCookies, testPassword } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { codeAt, enrollTotp, twoSteps } from '../../../../test/harness/second-factor.ts'
import { useTestApp } from '../../../../test/harness/use-suite.ts'

const minuteMs = 60_000

describeOnBothDatabases('the second step of a sign-in', (open) => {
  const it = useTestApp({ open })

  const furnish = async () => {
    it.clock.advance(minuteMs)
    const account = await it.account()
    const enrolled = await enrollTotp(it, account)
    return { account, ...enrolled, code: () => codeAt(enrolled.secret, it.clock.nowMs()) }
  }
  const ticketOf = async (email: string, browser = twoSteps(it), more = {}) => {
    const { body } = await browser.password(email, testPassword, more)
    return body.secondFactor.ticket
  }

  test('is asked for after the right password, without a session and without a word about the user', async () => {
    const { account } = await furnish()
    const first = await twoSteps(it).password(account.email, testPassword)
    expect(first.status).toBe(200)
    expect(first.body).toEqual({ secondFactor: { ticket: expect.any(String), hasTotp: true, hasPasskey: false } })
    expect(setCookies(first)).toEqual([])
  })

  test('a wrong password answers the same bytes whether the account has a second factor', async () => {
    const { account } = await furnish()
    const plain = await it.account()
    const wrong = async (email: string) => {
      const { status, text } = await twoSteps(it, '192.0.2.8').password(email, 'not the password at all')
      return [status, text.replace(/"requestId":"[^"]*"/, '')]
    }
    expect(await wrong(account.email)).toEqual(await wrong(plain.email))
  })

  test('signs in with the code of the app, and remembers the password if that was asked for', async () => {
    const { account, code } = await furnish()
    const browser = twoSteps(it)
    const ticket = await ticketOf(account.email, browser, { remember: true })
    const done = await browser.code(ticket, code())
    expect(done.status).toBe(200)
    expect(done.body.user?.email).toBe(account.email)
    expect(done.body.rememberShare).toEqual(expect.any(String))
    const cookie = cookieFrom(done, 'sid') ?? ''
    expect((await it.call('GET', '/api/auth/user', { headers: { cookie } })).status).toBe(200)
  })

  test('takes each code once, also in two sign-ins at once', async () => {
    const { account, code } = await furnish()
    const [one, two] = [twoSteps(it, '192.0.2.11'), twoSteps(it, '192.0.2.12')]
    const tickets = [await ticketOf(account.email, one), await ticketOf(account.email, two)] as const
    const now = code()
    const answers = await Promise.all([one.code(tickets[0], now), two.code(tickets[1], now)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await two.code(await ticketOf(account.email, two), now)).status).toBe(401)
    it.clock.advance(30_000)
    expect((await two.code(await ticketOf(account.email, two), code())).status).toBe(200)
  })

  test('takes an older code neither after a newer one was used', async () => {
    const { account, secret, code } = await furnish()
    const browser = twoSteps(it, '192.0.2.13')
    const older = codeAt(secret, it.clock.nowMs() - 30_000)
    expect((await browser.code(await ticketOf(account.email, browser), code())).status).toBe(200)
    expect((await browser.code(await ticketOf(account.email, browser), older)).status).toBe(401)
  })

  test('takes each ticket once, and none after five minutes', async () => {
    const { account, code } = await furnish()
    const browser = twoSteps(it, '192.0.2.14')
    const ticket = await ticketOf(account.email, browser)
    expect((await browser.code(ticket, code())).status).toBe(200)
    it.clock.advance(minuteMs)
    const again = await browser.code(ticket, code())
    expect([again.status, again.body.code]).toEqual([401, 'second_factor_expired'])
    const late = await ticketOf(account.email, browser)
    it.clock.advance(5 * minuteMs)
    expect((await browser.code(late, code())).body.code).toBe('second_factor_expired')
  })

  test('gives a ticket up after five wrong codes, and goes on counting failures of the account', async () => {
    const { account, code } = await furnish()
    const ticket = await ticketOf(account.email)
    for (let index = 0; index < 5; index += 1) {
      const refused = await twoSteps(it, `198.51.100.${index}`).code(ticket, '000000')
      expect([refused.status, refused.body.code]).toEqual([401, 'second_factor_failed'])
    }
    expect((await twoSteps(it, '198.51.100.9').code(ticket, code())).body.code).toBe('second_factor_expired')
    const next = await ticketOf(account.email, twoSteps(it, '198.51.100.10'))
    for (let index = 0; index < 5; index += 1) await twoSteps(it, `198.51.100.${20 + index}`).code(next, '000000')
    const limited = await twoSteps(it, '198.51.100.30').password(account.email, testPassword)
    expect([limited.status, limited.body.code]).toEqual([429, 'rate_limited'])
  })

  test('from one address is stopped at the sixth wrong code within a minute', async () => {
    const { account, code } = await furnish()
    const browser = twoSteps(it, '203.0.113.50')
    const tickets = [await ticketOf(account.email, browser), await ticketOf(account.email, browser)]
    for (let index = 0; index < 5; index += 1) await browser.code(tickets[index % 2] ?? '', '000000')
    expect((await browser.code(tickets[0] ?? '', code())).status).toBe(429)
  })

  test('takes a recovery code once, however it is typed, and the audit log tells', async () => {
    const { account, recoveryCodes } = await furnish()
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    const typed = ` ${(recoveryCodes[0] ?? '').toLowerCase().replace('-', ' ')} `
    const browser = twoSteps(it, '192.0.2.15')
    expect((await browser.code(await ticketOf(account.email, browser), typed)).status).toBe(200)
    expect((await browser.code(await ticketOf(account.email, browser), typed)).status).toBe(401)
    const rows = await it.database.reads.selectFrom('audit').selectAll().where('account_id', '=', account.id).execute()
    expect(rows.map(({ action }) => action)).toContain('account.use_recovery_code')
  })

  test('is void once the password was changed meanwhile, and once the account is switched off', async () => {
    const { account, code } = await furnish()
    const browser = twoSteps(it, '192.0.2.16')
    const [changed, off] = [await ticketOf(account.email, browser), await ticketOf(account.email, browser)]
    const found = await it.stores.accounts.findByEmail(account.email)
    const hash = found?.passwordHash ?? ''
    await it.stores.transaction((tx) => tx.accounts.setPasswordHash(account.id, `${hash} `))
    expect((await browser.code(changed, code())).body.code).toBe('second_factor_expired')
    await it.stores.transaction((tx) => tx.accounts.setPasswordHash(account.id, hash))
    await it.database.transaction((tx) =>
      tx.updateTable('accounts').set({ is_active: 0 }).where('id', '=', account.id).execute(),
    )
    expect((await browser.code(off, code())).body.code).toBe('second_factor_expired')
  })
})

describe('an authenticator app that was not confirmed', () => {
  test('is not asked for at sign-in', async () => {
    const it = await createTestApp()
    const account = await it.account()
    await account.api('POST', '/api/account/totp')
    const signedIn = await twoSteps(it).password(account.email, testPassword)
    expect(signedIn.body).toMatchObject({ user: { email: account.email } })
    await it.close()
  })
})
