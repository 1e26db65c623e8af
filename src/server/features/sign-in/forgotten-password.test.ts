import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, testPassword } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { enrollTotp, twoSteps } from '../../../../test/harness/second-factor.ts'
import { openSmtpSink, type SmtpSink } from '../../../../test/harness/smtp-sink.ts'
import { useTestAppOfEach } from '../../../../test/harness/use-suite.ts'
import type { Database } from '../../db/open.ts'

const newPassword = 'a quite different passphrase'
const minuteMs = 60_000

describeOnBothDatabases('a forgotten password', (open) => {
  let it: TestApp
  let sink: SmtpSink
  let database: Database
  beforeAll(async () => {
    sink = await openSmtpSink()
    database = await open()
    const env = {
      SMTP_URL: sink.url,
      SMTP_FROM: 'Keywright <noreply@example.com>',
      PUBLIC_URL: 'https://licenses.example.com',
      RATE_LIMIT_SCALE: '100',
    }
    it = await createTestApp({ database, env })
  })
  afterAll(async () => {
    await it.close()
    await sink.close()
  })

  const ask = (email: string) => it.call<{ message: string }>('POST', '/api/auth/forgot-password', { body: { email } })
  const reset = (token: string, password = newPassword) =>
    it.call<{ code: string; fields?: object }>('POST', '/api/auth/reset-password', { body: { token, password } })
  const tokenIn = (text: string) => /#token=([\w-]+)/.exec(text)?.[1] ?? ''
  const linkFor = async (email: string) => {
    await ask(email)
    const mail = await sink.next()
    expect(mail.to).toEqual([email])
    return tokenIn(mail.text)
  }
  const signIn = (email: string, password: string) => it.call('POST', '/api/auth/login', { body: { email, password } })

  test('a mail with a link of this server comes, whatever Host the request named', async () => {
    const { email } = await it.account()
    await it.call('POST', '/api/auth/forgot-password', { body: { email }, headers: { host: 'evil.example' } })
    const mail = await sink.next()
    expect(mail.from).toBe('noreply@example.com')
    expect(mail.text).toContain('https://licenses.example.com/reset-password#token=')
    expect(mail.text).not.toContain('evil.example')
  })

  test('no text in the place of an address, and none in a header, reaches the mail server', async () => {
    const { email } = await it.account()
    const [mails, commands] = [sink.mails.length, sink.commands.length]
    const evil = 'evil@example.net'
    for (const hostile of [
      ...[`${email}\r\nBcc: ${evil}`, `${email}\nBcc: ${evil}`, `${email}>\r\nRCPT TO:<${evil}`, `${email}\0`],
      ...[
        `${email}, ${evil}`,
        `${evil}; ${email}`,
        `"${email}" <${evil}>`,
        `${email} ${evil}`,
        `${email}\u2028${evil}`,
      ],
    ]) {
      expect([200, 400], hostile).toContain((await ask(hostile)).status)
    }
    // Requests are processed in order, so this one's email is the last.
    const headers = { host: `a\u00e9.example`, 'x-forwarded-host': evil, 'user-agent': `x Bcc: ${evil}`, referer: evil }
    await it.call('POST', '/api/auth/forgot-password', { body: { email }, headers })
    const mail = await sink.next()
    expect([sink.mails.length, mail.to]).toEqual([mails + 1, [email]])
    expect([mail.text, ...sink.commands.slice(commands)].join('\n')).not.toContain('evil')
    for (const hostile of [`a@example.com\r\nBcc: ${evil}`, `a@example.com, ${evil}`, `"a" <${evil}>`]) {
      const owner = await it.account('owner')
      expect((await owner.api('POST', '/api/admin/users', { email: hostile })).status, hostile).toBe(400)
    }
  })

  test('answers the same whether the address has an account, and sends nothing where it has none', async () => {
    const { email } = await it.account()
    const before = sink.mails.length
    const [unknown, known] = [await ask('nobody@example.com'), await ask(email)]
    expect(unknown.status).toBe(200)
    expect(unknown.text).toBe(known.text)
    await sink.next()
    expect(sink.mails.slice(before).map(({ to }) => to)).toEqual([[email]])
  })

  test('the link sets a password, ends every session and remembered password, and works once', async () => {
    const account = await it.account()
    const remembered = await it.call('POST', '/api/auth/login', {
      body: { email: account.email, password: testPassword, remember: true },
    })
    expect(remembered.status).toBe(200)
    const token = await linkFor(account.email)
    expect((await reset(token)).status).toBe(200)
    expect((await account.api('GET', '/api/auth/user')).status).toBe(401)
    const shares = await database.reads
      .selectFrom('remember_shares')
      .selectAll()
      .where('account_id', '=', account.id)
      .execute()
    expect(shares).toEqual([])
    expect((await signIn(account.email, testPassword)).status).toBe(401)
    expect((await signIn(account.email, newPassword)).status).toBe(200)
    const again = await reset(token)
    expect([again.status, again.body.code]).toEqual([404, 'reset_link_invalid'])
  })

  test('of two resets with one link at once one happens', async () => {
    const { email } = await it.account()
    const token = await linkFor(email)
    const answers = await Promise.all([reset(token), reset(token, `${newPassword} 2`)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test('all links of an account end with the first that is used', async () => {
    const { email } = await it.account()
    const [first, second] = [await linkFor(email), await linkFor(email)]
    expect((await reset(second)).status).toBe(200)
    expect((await reset(first)).status).toBe(404)
  })

  test('the link ends after thirty minutes', async () => {
    const { email } = await it.account()
    const token = await linkFor(email)
    it.clock.advance(30 * minuteMs - 1)
    expect((await reset(token, 'short')).status).toBe(400)
    it.clock.advance(1)
    expect((await reset(token)).body.code).toBe('reset_link_invalid')
  })

  test('a weak password is refused and does not use the link up', async () => {
    const { email } = await it.account()
    const token = await linkFor(email)
    const weak = await reset(token, 'passwordpassword')
    expect([weak.status, Object.keys(weak.body.fields ?? {})]).toEqual([400, ['password']])
    expect((await reset(token)).status).toBe(200)
  })

  test('a second factor stays: the mail alone lets nobody in', async () => {
    const account = await it.account()
    await enrollTotp(it, account)
    expect((await reset(await linkFor(account.email))).status).toBe(200)
    const signedIn = await twoSteps(it).password(account.email, newPassword)
    expect(Object.keys(signedIn.body)).toEqual(['secondFactor'])
  })

  test('a mailbox gets three links in half an hour, no more', async () => {
    const { email } = await it.account()
    const before = sink.mails.length
    for (let index = 0; index < 5; index += 1) await ask(email)
    const other = await it.account()
    await ask(other.email)
    // requests are processed in order, so the other account's email is the last
    while (!sink.mails.some(({ to }) => to[0] === other.email)) await sink.next()
    expect(sink.mails.slice(before).filter(({ to }) => to[0] === email)).toHaveLength(3)
  })

  test('nothing of link or address stands in the database or in the log', async () => {
    const { email } = await it.account()
    const token = await linkFor(email)
    const rows = await database.reads.selectFrom('password_resets').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(it.log.join('\n')).not.toContain(token)
  })
})

describe('asking for a link', () => {
  const it = useTestAppOfEach({ env: { SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: 'a@example.com' } })

  test('is limited to ten a minute from one address', async () => {
    const ask = () => it.call('POST', '/api/auth/forgot-password', { body: { email: 'nobody@example.com' } })
    const statuses: number[] = []
    for (let index = 0; index < 11; index += 1) statuses.push((await ask()).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })

  test('answers as always while the mail server is away, and the log tells without the address', async () => {
    const { email } = await it.account()
    const asked = await it.call('POST', '/api/auth/forgot-password', { body: { email } })
    expect(asked.status).toBe(200)
    await it.app.close()
    const failed = it.log.find((line) => line.includes('background work failed'))
    expect(failed).toContain('password reset mail')
    expect(failed).not.toContain(email)
  })

  test('says that no mail is sent where no mail server is configured', async () => {
    const without = await createTestApp()
    const asked = await without.call<{ code: string }>('POST', '/api/auth/forgot-password', {
      body: { email: 'a@example.com' },
    })
    expect([asked.status, asked.body.code]).toEqual([404, 'mail_not_configured'])
    await without.close()
  })
})
