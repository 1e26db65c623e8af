import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { type MailSettings, newWorld, useMailSuite } from '../../../test/harness/mail-suite.ts'
import { hasOpenssl, selfSigned } from '../../../test/harness/self-signed.ts'
import { openSmtpSink, type SmtpSink } from '../../../test/harness/smtp-sink.ts'
import { useSuite } from '../../../test/harness/use-suite.ts'
import type { World } from '../../../test/harness/world.ts'

interface Tested {
  readonly to: string
  readonly error: string | null
}

const own = { host: 'mail.example.com', port: 465, security: 'tls', username: 'shop', from: 'shop@example.com' }

describeOnBothDatabases('how an application sends mail', (open) => {
  const suite = useMailSuite(open)
  const patch = (w: World, body: object) =>
    w.maker.api<MailSettings & { fields?: object }>('PATCH', `${w.base}/mail`, body)

  it('is by the mail server of the installation at first, in the name of the application', async () => {
    const w = await newWorld(suite)
    expect(await suite.state(w)).toMatchObject({ sender: 'server', fromName: null, replyTo: null, smtp: null })
  })

  it('is by its own mail server, whose password nobody gets to see, neither in an answer nor in the database', async () => {
    const w = await newWorld(suite)
    const saved = await patch(w, { smtp: { ...own, password: 'hidden-password' } })
    expect(saved.body).toMatchObject({ sender: 'own', smtp: { ...own, hasPassword: true } })
    const stored = JSON.stringify(await suite.database.reads.selectFrom('mail_senders').selectAll().execute())
    expect(JSON.stringify(await suite.state(w)) + saved.text).not.toContain('hidden-password')
    for (const secret of ['hidden-password', 'mail.example.com']) expect(stored).not.toContain(secret)
    const audit = await w.dashboard<object[]>('GET', `/api/audit?applicationId=${w.applicationId}`)
    expect(JSON.stringify(audit)).toContain('mail.update')
    expect(JSON.stringify(audit)).not.toContain('hidden-password')
    expect((await patch(w, { smtp: null })).body).toMatchObject({ sender: 'server', smtp: null })
  })

  it('keeps a password for the same server and name only: who changes either has to know it', async () => {
    const w = await newWorld(suite)
    await patch(w, { smtp: { ...own, password: 'hidden-password' } })
    expect((await patch(w, { smtp: { ...own, from: 'new@example.com' } })).body.smtp).toMatchObject({
      hasPassword: true,
    })
    for (const change of [{ host: 'evil.example.net' }, { port: 587 }, { username: 'another' }]) {
      const refused = await patch(w, { smtp: { ...own, ...change } })
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['smtp.password']])
    }
    expect((await suite.state(w)).smtp).toMatchObject({ host: own.host })
    expect((await patch(w, { smtp: { ...own, username: null } })).body.smtp).toMatchObject({ hasPassword: false })
  })

  it('refuses what could not be a mail server or a sender, and names the field', async () => {
    const w = await newWorld(suite)
    const wrong = [
      ['smtp.port', { smtp: { ...own, port: 22, password: 'x' } }],
      ['smtp.host', { smtp: { ...own, host: 'a b', password: 'x' } }],
      ['smtp.from', { smtp: { ...own, from: 'Shop <shop@example.com>', password: 'x' } }],
      ['replyTo', { replyTo: 'a@example.com, b@example.com' }],
      ['fromName', { fromName: 'Shop\r\nBcc: a@example.com' }],
    ] as const
    for (const [field, body] of wrong) {
      const refused = await patch(w, body)
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, [field]])
    }
    expect(await suite.state(w)).toMatchObject({ sender: 'server', fromName: null, replyTo: null })
  })

  it('is tested by a mail to the own address, ten an hour, of which 200 at once send no more', async () => {
    const w = await newWorld(suite)
    const from = suite.sink.mails.length
    const test = () => w.maker.api<Tested>('POST', `${w.base}/mail/test`)
    expect((await test()).body).toEqual({ to: w.maker.email, error: null })
    expect(suite.sink.mails.at(-1)).toMatchObject({ to: [w.maker.email] })
    const all = await Promise.all(Array.from({ length: 200 }, test))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(9)
    expect(all.filter(({ status }) => status === 429)).toHaveLength(191)
    expect(suite.sink.mails).toHaveLength(from + 10)
  })
})

describe('without a mail server', () => {
  const suite = useSuite(async () => (await import('../../../test/harness/memory-database.ts')).openMemoryDatabase())

  it('nothing is sent, and the settings say so', async () => {
    const w = await newWorld(suite)
    expect(await w.dashboard('GET', `${w.base}/mail`)).toMatchObject({ sender: null })
    const refused = await w.maker.api<{ code: string }>('POST', `${w.base}/mail/test`)
    expect([refused.status, refused.body.code]).toEqual([404, 'mail_not_configured'])
  })
})

describe.skipIf(!hasOpenssl)('an own mail server', () => {
  const certificate = hasOpenssl ? selfSigned() : { key: '', cert: '' }
  const trusted = getCACertificates('default')
  const sinks: Record<'tls' | 'starttls' | 'plain', SmtpSink> = {} as never
  const open = async () => (await import('../../../test/harness/memory-database.ts')).openMemoryDatabase()
  const allowing = useSuite(open, { WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32', RATE_LIMIT_SCALE: '100' })
  const strict = useSuite(open)
  beforeAll(async () => {
    sinks.tls = await openSmtpSink({ security: 'tls', certificate })
    sinks.starttls = await openSmtpSink({ security: 'starttls', certificate })
    sinks.plain = await openSmtpSink()
  })
  afterAll(() => Promise.all(Object.values(sinks).map((sink) => sink.close())))

  const testWith = async (suite: typeof strict, smtp: object) => {
    const w = await newWorld(suite)
    await w.dashboard('PATCH', `${w.base}/mail`, { smtp: { ...own, password: 'pass-word', ...smtp } })
    return (await w.dashboard<Tested>('POST', `${w.base}/mail/test`)).error
  }

  it.each(['tls', 'starttls'] as const)('is spoken to encrypted by %s, and signed in to', async (security) => {
    setDefaultCACertificates([...trusted, certificate.cert])
    const { port, mails, commands } = sinks[security]
    try {
      for (const host of ['localhost', '127.0.0.1'])
        expect(await testWith(allowing, { host, port, security })).toBeNull()
    } finally {
      setDefaultCACertificates(trusted)
    }
    expect(mails).toHaveLength(2)
    expect(mails[0]).toMatchObject({ from: own.from, isEncrypted: true })
    const signIn = Buffer.from('\0shop\0pass-word').toString('base64')
    expect(commands.filter((line) => line.includes(signIn))).toHaveLength(2)
  })

  it('hears no password and no mail without encryption, or with a certificate that nobody trusts', async () => {
    const heard = Object.values(sinks).map(({ mails }) => mails.length)
    for (const [security, sink] of [
      ['starttls', sinks.plain],
      ['starttls', sinks.starttls],
      ['tls', sinks.tls],
    ] as const) {
      const from = sink.commands.length
      expect(await testWith(allowing, { host: 'localhost', port: sink.port, security })).toEqual(expect.any(String))
      expect(sink.commands.slice(from).join('\n')).not.toMatch(/AUTH|MAIL/)
    }
    expect(Object.values(sinks).map(({ mails }) => mails.length)).toEqual(heard)
  })

  it('in a private network is not connected to, by name, address or address in disguise', async () => {
    const { port, commands } = sinks.tls
    const from = commands.length
    for (const host of ['localhost', '127.0.0.1', '::ffff:127.0.0.1', '::1', '10.0.0.1', '169.254.169.254']) {
      expect(await testWith(strict, { host, port }), host).toContain('Address not allowed')
    }
    expect(commands).toHaveLength(from)
  })

  it('that says nothing is given up within seconds, and the reason is told', async () => {
    setDefaultCACertificates([...trusted, certificate.cert])
    sinks.tls.trouble(() => 'silence')
    try {
      expect(await testWith(allowing, { host: 'localhost', port: sinks.tls.port })).toMatch(/greeting/i)
    } finally {
      sinks.tls.trouble()
      setDefaultCACertificates(trusted)
    }
  })
})
