import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hasOpenssl, selfSigned } from '../../../test/harness/self-signed.ts'
import { openSmtpSink, type SmtpSink } from '../../../test/harness/smtp-sink.ts'
import { type Mailer, openMailer } from './mailer.ts'

let sink: SmtpSink
let mailer: Mailer
beforeAll(async () => {
  sink = await openSmtpSink()
  mailer = openMailer({ url: sink.url, from: 'Keywright <noreply@example.com>' })
})
afterAll(() => sink.close())

const [victim, evil] = ['victim@example.com', 'evil@example.net']
const headersOf = (text: string) =>
  text
    .slice(0, text.indexOf('\n\n'))
    .split('\n')
    .filter((line) => !/^\s/.test(line))
    .map((line) => line.split(':')[0]?.toLowerCase())
    .sort()
const usual = [
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
]

describe('a mail', () => {
  it('goes to one mailbox, with the headers of every mail', async () => {
    const from = sink.commands.length
    await mailer.send({ to: victim, subject: 'Reset', text: 'A line\n.\nRCPT TO:<evil@example.net>\n' })
    const mail = await sink.next()
    expect([mail.from, mail.to]).toEqual(['noreply@example.com', [victim]])
    expect(headersOf(mail.text)).toEqual(usual)
    expect(mail.text).toContain('A line\n.\nRCPT TO:<evil@example.net>')
    expect(verbsSince(from)).toEqual(['EHLO', 'MAIL', 'RCPT', 'DATA'])
  })

  it.each([
    ['a second command', `${victim}>\r\nRCPT TO:<${evil}`],
    ['a message of its own', `${victim}>\r\nDATA\r\nSubject: mine\r\n\r\nmine\r\n.\r\nMAIL FROM:<${evil}`],
    ['a header', `${victim}\r\nBcc: ${evil}`],
    ['a bare line feed', `${victim}\nBcc: ${evil}`],
    ['a bare carriage return', `${victim}\rBcc: ${evil}`],
    ['a line separator of Unicode', `${victim}\u2028Bcc: ${evil}`],
    ['NUL', `${victim}\0${evil}`],
    ['a second mailbox', `${victim}, ${evil}`],
    ['a second mailbox behind a semicolon', `${victim}; ${evil}`],
    ['a group', `all: ${victim}, ${evil};`],
    ['a name beside the address', `"${victim}" <${evil}>`],
    ['a quoted local part', `"x\r\nBcc: ${evil}"@example.com`],
    ['a parameter of the command', `${victim}> ORCPT=rfc822;${evil}`],
    ['a comment', `${victim} (${evil})`],
    ['nothing', ''],
  ])('with %s in its address is not sent, and the server behind hears nothing', async (_name, to) => {
    const [commands, mails] = [sink.commands.length, sink.mails.length]
    await expect(mailer.send({ to, subject: 'Reset', text: 'text' })).rejects.toThrow('address')
    expect([sink.commands.length, sink.mails.length]).toEqual([commands, mails])
  })

  it.each([`o'brien+tag@example.com`, 'a.b-c_d@sub.example.co.uk', 'UPPER@EXAMPLE.COM'])(
    'to %s goes to that very mailbox',
    async (to) => {
      await mailer.send({ to, subject: 'Reset', text: 'text' })
      const mail = await sink.next()
      expect(mail.to.map((one) => one.toLowerCase())).toEqual([to.toLowerCase()])
      expect(headersOf(mail.text)).toEqual(usual)
    },
  )

  it.each([`Reset\r\nBcc: ${evil}`, `Reset\nX-Mine: 1\n\nbody`, 'Réset 😀\u2028Bcc: x'])(
    'with %j as its subject has no header more',
    async (subject) => {
      const from = sink.commands.length
      await mailer.send({ to: victim, subject, text: 'text' })
      const mail = await sink.next()
      expect(mail.to).toEqual([victim])
      expect(headersOf(mail.text)).toEqual(usual)
      expect(verbsSince(from)).toEqual(['EHLO', 'MAIL', 'RCPT', 'DATA'])
    },
  )
})

it.skipIf(!hasOpenssl)('a mail server whose certificate nobody trusts is told nothing', async () => {
  let heard = ''
  const untrusted = createServer(selfSigned(), (socket) => {
    socket.on('error', () => {})
    socket.write('220 ready\r\n')
    socket.on('data', (chunk) => {
      heard += chunk
    })
  })
  untrusted.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => untrusted.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void untrusted.close())
  const { port } = untrusted.address() as AddressInfo
  const careful = openMailer({ url: `smtps://user:secret@127.0.0.1:${port}`, from: 'noreply@example.com' })
  await expect(careful.send({ to: victim, subject: 'Reset', text: 'text' })).rejects.toThrow(/certificate/i)
  expect(heard).toBe('')
})

/** The commands sent to the mail server; the connection may close later. */
const verbsSince = (from: number) =>
  sink.commands
    .slice(from)
    .map((line) => line.slice(0, 4))
    .filter((verb) => verb !== 'QUIT')
