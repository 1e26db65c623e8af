import { createServer, type Socket } from 'node:net'

interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and body, with quoted-printable decoded. */
  readonly text: string
}

export interface SmtpSink {
  /** For SMTP_URL. */
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  /** Every command line received, outside of messages. */
  readonly commands: readonly string[]
  /** The next mail that no earlier call has returned. */
  next(): Promise<ReceivedMail>
  close(): Promise<void>
}

/** An SMTP server that accepts every mail and delivers none. */
export async function openSmtpSink(): Promise<SmtpSink> {
  const mails: ReceivedMail[] = []
  const commands: string[] = []
  const waiting: ((mail: ReceivedMail) => void)[] = []
  let handedOut = 0
  const sockets = new Set<Socket>()
  const take = (mail: ReceivedMail) => {
    mails.push(mail)
    const next = waiting.shift()
    if (!next) return
    handedOut += 1
    next(mail)
  }
  const server = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)))
    talk(socket, take, (line) => commands.push(line))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    commands,
    next() {
      const mail = mails[handedOut]
      if (mail === undefined) return new Promise((resolve) => waiting.push(resolve))
      handedOut += 1
      return Promise.resolve(mail)
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function talk(socket: Socket, take: (mail: ReceivedMail) => void, note: (line: string) => void): void {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let envelope = { from: '', to: [] as string[] }
  let data: string[] | undefined
  let rest = ''
  say('220 sink ready')
  socket.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(line)
  })

  function hear(line: string): void {
    if (data) {
      if (line !== '.') return void data.push(line.replace(/^\./, ''))
      take({ ...envelope, text: unquoted(data.join('\n')) })
      data = undefined
      envelope = { from: '', to: [] }
      return void say('250 taken')
    }
    note(line)
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO' || verb === 'HELO') say('250 sink')
    else if (verb === 'DATA') {
      data = []
      say('354 go on')
    } else if (verb === 'QUIT') socket.end('221 bye\r\n')
    else {
      if (verb === 'MAIL') envelope.from = addressIn(line)
      if (verb === 'RCPT') envelope.to.push(addressIn(line))
      say('250 fine')
    }
  }
}

const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''

/** Long lines of a body are broken with `=`, and `=` itself is written `=3D`. */
const unquoted = (text: string) => {
  const head = text.slice(0, text.indexOf('\n\n'))
  const body = text
    .slice(head.length)
    .replaceAll('=\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return head + body
}
