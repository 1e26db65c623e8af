import { connect } from 'node:net'

/** What the server sent before it closed the connection. */
export interface RawAnswer {
  /** Status of the first response; undefined when the connection was closed without one. */
  readonly status: number | undefined
  readonly text: string
  /** From the connection's start to its end. */
  readonly ms: number
}

interface Sending {
  /** Written at once. */
  readonly head: string | Buffer
  /** Then sent one character at a time, at this interval, while the connection is open. */
  readonly drip?: { readonly text: string; readonly everyMs: number }
}

/** Sends raw bytes over a socket. Resolves when the server closes it. */
export function sendRaw(origin: string, { head, drip }: Sending): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin)
  const fromMs = performance.now()
  return new Promise((resolve) => {
    let text = ''
    let beat: NodeJS.Timeout | undefined
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(head)
      let place = 0
      if (!drip) return
      beat = setInterval(() => {
        socket.write(drip.text.charAt(place % drip.text.length))
        place += 1
      }, drip.everyMs)
    })
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
    })
    // A server that closes while data is being sent resets the connection: that counts as closed.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(beat)
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]
      resolve({ status: status === undefined ? undefined : Number(status), text, ms: performance.now() - fromMs })
    })
  })
}

/** Connections that never finish a request (slowloris). */
const kinds = {
  'slow headers': {
    head: 'POST /api/v1/login HTTP/1.1\r\nHost: localhost\r\n',
    drip: { text: 'X-Slow: a\r\n', everyMs: 1_000 },
  },
  'slow bodies': {
    head: 'POST /api/v1/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
    drip: { text: ' ', everyMs: 1_000 },
  },
  'slow calls of a shop': {
    head: 'POST /api/shops/AAAAAAAAAAAAAAAAAAAAAA HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n',
    drip: { text: '{', everyMs: 1_000 },
  },
  'slow sign-ins to a portal': {
    head: 'POST /api/portal/my-game/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
    drip: { text: ' ', everyMs: 1_000 },
  },
  silent: { head: '' },
} as const

export type SlowKind = keyof typeof kinds
const slowKinds = Object.keys(kinds) as SlowKind[]

/** Opens so many of each kind at once and waits until the server has cut them all. */
export async function holdSlowSockets(origin: string, ofEach: number): Promise<Record<SlowKind, RawAnswer[]>> {
  const hold = async (kind: SlowKind) =>
    [kind, await Promise.all(Array.from({ length: ofEach }, () => sendRaw(origin, kinds[kind])))] as const
  return Object.fromEntries(await Promise.all(slowKinds.map(hold))) as Record<SlowKind, RawAnswer[]>
}
