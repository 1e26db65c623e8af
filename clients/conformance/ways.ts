import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import type { Certificates } from './certificates.ts'

/** A way to the server other than plain HTTP on 127.0.0.1. */
export interface OpenWay {
  readonly origin: string
  /** Bytes that the client has sent after the handshake. */
  sent(): number
  close(): Promise<void>
}

/** How the client reaches the server. */
export const wayNames = [
  'an IPv6 address',
  'a name',
  'a right certificate',
  'a certificate of another name',
  'an expired certificate',
  'a self-signed certificate',
  'TLS 1.1',
] as const
export type WayName = (typeof wayNames)[number]

export const isSecure = (way: WayName) => /certificate|TLS/.test(way)

/** What OpenSSL has to be allowed before it speaks an old version. */
const oldVersion = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const

/** Opens a way to this origin, `http://127.0.0.1:<port>`. */
export async function openWay(way: WayName, origin: string, certificates: () => Certificates): Promise<OpenWay> {
  const port = Number(new URL(origin).port)
  if (way === 'a name') return { origin: `http://localhost:${port}`, sent: () => 0, close: async () => {} }
  if (way === 'an IPv6 address') return listen(createServer, port, '::1', 'http://[::1]')
  const optionsOf: Readonly<Record<Exclude<WayName, 'a name' | 'an IPv6 address'>, () => TlsOptions>> = {
    'a right certificate': () => certificates().right,
    'a certificate of another name': () => certificates().otherName,
    'an expired certificate': () => certificates().expired,
    'a self-signed certificate': () => certificates().selfSigned,
    'TLS 1.1': () => ({ ...certificates().right, ...oldVersion }),
  }
  const options = optionsOf[way]()
  return listen((take) => createTlsServer(options, take), port, '127.0.0.1', 'https://localhost')
}

async function listen(
  create: (take: (socket: Socket) => void) => Server,
  port: number,
  host: string,
  origin: string,
): Promise<OpenWay> {
  let bytes = 0
  const sockets = new Set<Socket>()
  const server = create((socket) => {
    const onward = connect(port, '127.0.0.1')
    for (const end of [socket, onward]) {
      sockets.add(end)
      end.on('error', () => {}) // the other side may be gone
      end.once('close', () => [socket, onward].map((each) => each.destroy()))
    }
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    socket.pipe(onward).pipe(socket)
  })
  server.on('tlsClientError', () => {}) // what the client refuses
  server.listen(0, host)
  await once(server, 'listening')
  return {
    origin: `${origin}:${(server.address() as AddressInfo).port}`,
    sent: () => bytes,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
