import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'

interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and body, with quoted-printable decoded. */
  readonly text: string
  readonly isEncrypted: boolean
}

/** What the sink does instead of accepting: a line that it answers, silence, or the end of the connection. */
type Trouble = `${4 | 5}${string}` | 'silence' | 'end'

export interface SmtpSink {
  /** For SMTP_URL. */
  readonly url: string
  readonly port: number
  readonly mails: readonly ReceivedMail[]
  /** Every command line received, outside of messages. */
  readonly commands: readonly string[]
  /** The next mail that no earlier call has returned. */
  next(): Promise<ReceivedMail>
  /**
   * Makes trouble from now on, or stops it. `command` is a line, `greeting` for a new connection, or `.` for the end of a
   * message.
   */
  trouble(make?: (command: string) => Trouble | undefined): void
  close(): Promise<void>
}

export interface SinkOptions {
  /** `tls` from the start, or offered as STARTTLS; without it nothing is encrypted. */
  readonly security?: 'tls' | 'starttls'
  readonly certificate?: { readonly key: string; readonly cert: string }
  /** By default a free one. */
  readonly port?: number
}

/** An SMTP server that accepts every mail and delivers none. */
export async function openSmtpSink({ security, certificate, port: wanted = 0 }: SinkOptions = {}): Promise<SmtpSink> {
  const mails: ReceivedMail[] = []
  const commands: string[] = []
  const waiting: ((mail: ReceivedMail) => void)[] = []
  let handedOut = 0
  let troubleOf: (command: string) => Trouble | undefined = () => undefined
  const sockets = new Set<Socket>()
  const take = (mail: ReceivedMail) => {
    mails.push(mail)
    const next = waiting.shift()
    if (!next) return
    handedOut += 1
    next(mail)
  }
  const upgrade = security === 'starttls' ? certificate : undefined
  const greet = (socket: Socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)))
    socket.on('error', () => {})
    talk(socket, { take, note: (line) => commands.push(line), troubleOf: (command) => troubleOf(command), upgrade })
  }
  const server = security === 'tls' ? createTlsServer({ ...certificate }, greet) : createServer(greet)
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(wanted, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `${security === 'tls' ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    port,
    mails,
    commands,
    next() {
      const mail = mails[handedOut]
      if (mail === undefined) return new Promise((resolve) => waiting.push(resolve))
      handedOut += 1
      return Promise.resolve(mail)
    },
    trouble(make = () => undefined) {
      troubleOf = make
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface Talk {
  readonly take: (mail: ReceivedMail) => void
  readonly note: (line: string) => void
  readonly troubleOf: (command: string) => Trouble | undefined
  readonly upgrade: SinkOptions['certificate'] | undefined
}

function talk(socket: Socket, { take, note, troubleOf, upgrade }: Talk, isUpgraded = false): void {
  const isEncrypted = isUpgraded || socket instanceof TLSSocket
  const say = (line: string) => socket.write(`${line}\r\n`)
  /** Answers, unless there is trouble. */
  const answer = (command: string, line: string): boolean => {
    const trouble = troubleOf(command)
    if (trouble === undefined) say(line)
    else if (trouble === 'end') socket.destroy()
    else if (trouble !== 'silence') say(trouble)
    return trouble === undefined
  }
  let envelope = { from: '', to: [] as string[] }
  let data: string[] | undefined
  let rest = ''
  if (!isUpgraded) answer('greeting', '220 sink ready')
  socket.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(line)
  })

  function hear(line: string): void {
    if (data) {
      if (line !== '.') return void data.push(line.replace(/^\./, ''))
      const mail = { ...envelope, text: unquoted(data.join('\n')), isEncrypted }
      data = undefined
      envelope = { from: '', to: [] }
      // A mail server that dies here has the mail; its client doesn't know.
      if (answer('.', '250 taken') || troubleOf('.') === 'end') take(mail)
      return
    }
    note(line)
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO' || verb === 'HELO') {
      const offers = upgrade && !isEncrypted ? ['STARTTLS'] : ['AUTH PLAIN']
      answer(line, ['250-sink', ...offers.map((offer) => `250 ${offer}`)].join('\r\n'))
    } else if (verb === 'STAR' && upgrade) {
      say('220 go on')
      socket.removeAllListeners('data')
      const secured = new TLSSocket(socket, { isServer: true, ...upgrade })
      secured.on('error', () => socket.destroy())
      talk(secured, { take, note, troubleOf, upgrade }, true)
    } else if (verb === 'STAR') say('502 not here')
    else if (verb === 'AUTH') answer(line, '235 welcome')
    else if (verb === 'DATA') {
      if (answer(line, '354 go on')) data = []
    } else if (verb === 'QUIT') socket.end('221 bye\r\n')
    else {
      const address = addressIn(line)
      if (!answer(line, '250 fine')) return
      if (verb === 'MAIL') envelope.from = address
      if (verb === 'RCPT') envelope.to.push(address)
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
