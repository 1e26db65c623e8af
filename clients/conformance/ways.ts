import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import type { Certificates } from './certificates.ts'
import { deadAddress } from './names.ts'
import { openProxy, type ProxyUser } from './proxies.ts'

/** A way to the server other than plain HTTP on 127.0.0.1. */
export interface OpenWay {
  readonly origin: string
  /** What else the client is opened with. */
  readonly options?: Readonly<Record<string, string>>
  /** What the program is started with. */
  readonly env?: Readonly<Record<string, string>>
  /** What nothing that the program prints may have. */
  readonly secrets?: readonly string[]
  /** Bytes that the client has sent after the handshake. */
  sent(): number
  close(): Promise<void>
}

const secureWays = {
  'a right certificate': ({ right }) => right,
  'a certificate of another name': ({ otherName }) => otherName,
  'an expired certificate': ({ expired }) => expired,
  'a self-signed certificate': ({ selfSigned }) => selfSigned,
  'TLS 1.1': ({ right }) => ({ ...right, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
} as const satisfies Readonly<Record<string, (certificates: Certificates) => TlsOptions>>

/** Its name and password have what an address must spell in another way. */
const proxyUser = { name: 'us er', password: 'p@ss:w/rd%41' }

interface ProxyWay {
  readonly host?: string
  /** What the proxy wants, and what the client says. */
  readonly user?: ProxyUser
  readonly says?: ProxyUser
  readonly isInEnvironment?: boolean
  /** Behind it is a server with this certificate. */
  readonly secure?: keyof typeof secureWays
}

const proxyWays = {
  'a proxy': {},
  'a proxy with a password': { user: proxyUser, says: proxyUser },
  'a proxy with another password': { user: { ...proxyUser, password: 'changed' }, says: proxyUser },
  'a proxy at an IPv6 address': { host: '::1' },
  'a proxy to a right certificate': { user: proxyUser, says: proxyUser, secure: 'a right certificate' },
  'a proxy to a self-signed certificate': { secure: 'a self-signed certificate' },
  'the proxy of the environment': { isInEnvironment: true },
} as const satisfies Readonly<Record<string, ProxyWay>>

/** How the client reaches the server. */
export type WayName =
  | 'an IPv6 address'
  | 'a name'
  | 'a name with a dead IPv6 address'
  | keyof typeof secureWays
  | keyof typeof proxyWays

export const isSecure = (way: WayName) => /certificate|TLS/.test(way)

const has = <Ways extends object>(ways: Ways, way: string): way is Extract<keyof Ways, string> => way in ways

/** Opens a way to this origin, `http://127.0.0.1:<port>`; the folder is for what has to be compiled. */
export async function openWay(
  way: WayName,
  origin: string,
  certificates: () => Certificates,
  buildFolder: string,
): Promise<OpenWay> {
  const port = Number(new URL(origin).port)
  if (has(proxyWays, way)) return openProxyWay(proxyWays[way], port, certificates)
  if (has(secureWays, way)) return openSecure(way, port, certificates)
  if (way === 'a name') return { origin: `http://localhost:${port}`, sent: () => 0, close: async () => {} }
  if (way === 'an IPv6 address') return listen(createServer, port, '::1', 'http://[::1]')
  return { ...(await deadAddress(port, buildFolder)), sent: () => 0 }
}

const openSecure = (way: keyof typeof secureWays, port: number, certificates: () => Certificates) =>
  listen((take) => createTlsServer(secureWays[way](certificates()), take), port, '127.0.0.1', 'https://localhost')

/** The name of the server leads nowhere, but for the proxy. What the environment says of proxies must not count. */
async function openProxyWay(
  { host = '127.0.0.1', user, says, secure, isInEnvironment }: ProxyWay,
  port: number,
  certificates: () => Certificates,
): Promise<OpenWay> {
  const server = secure ? await openSecure(secure, port, certificates) : undefined
  const proxy = await openProxy(host, server ? Number(new URL(server.origin).port) : port, user)
  const [name, password] = [says?.name, says?.password].map((text) => encodeURIComponent(text ?? ''))
  const address = `http://${says ? `${name}:${password}@` : ''}${proxy.authority}`
  const misled = { http_proxy: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9', no_proxy: '*', NO_PROXY: '*' }
  const told = { http_proxy: address, HTTP_PROXY: address, no_proxy: '', NO_PROXY: '', NODE_USE_ENV_PROXY: '1' }
  return {
    origin: secure ? 'https://localhost:9' : 'http://licenses.invalid',
    ...(isInEnvironment ? { env: told } : { env: misled, options: { proxy: address } }),
    ...(says && { secrets: [says.password, String(password)] }),
    sent: () => server?.sent() ?? 0,
    close: async () => {
      await proxy.close()
      await server?.close()
    },
  }
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
