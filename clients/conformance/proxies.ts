import { once } from 'node:events'
import { createServer, type IncomingMessage, request as requestFrom } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** A proxy through which everything leads to one place, whatever name and port are asked for. */
export interface OpenProxy {
  /** `<address>:<port>`. */
  readonly authority: string
  close(): Promise<void>
}

/** What a client has to name itself with; undefined: anybody may. */
export type ProxyUser = { readonly name: string; readonly password: string } | undefined

const allowed = (request: IncomingMessage, user: ProxyUser) => {
  const given = request.headers['proxy-authorization']
  return !user || given === `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`
}

/** Listens at an address of this machine. `port` is where the server is, for calls and for tunnels. */
export async function openProxy(host: string, port: number, user: ProxyUser): Promise<OpenProxy> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}) // the other side may be gone
  }
  const server = createServer((request, response) => {
    const wanted = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : undefined
    if (!allowed(request, user)) return void response.writeHead(407, { 'proxy-authenticate': 'Basic realm="x"' }).end()
    if (!wanted) return void response.writeHead(400).end('No proxy was asked for')
    const { 'proxy-authorization': _own, ...headers } = request.headers
    const onward = requestFrom(
      { host: '127.0.0.1', port, method: request.method, path: `${wanted.pathname}${wanted.search}`, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  server.on('connection', keep)
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    if (!allowed(request, user)) {
      return void socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="x"\r\n\r\n',
      )
    }
    const onward = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connection Established\r\n\r\n'))
    keep(onward)
    for (const end of [socket, onward]) end.once('close', () => [socket, onward].map((each) => each.destroy()))
    socket.pipe(onward).pipe(socket)
  })
  server.listen(0, host)
  await once(server, 'listening')
  const shown = host.includes(':') ? `[${host}]` : host
  return {
    authority: `${shown}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
