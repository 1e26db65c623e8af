import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SwallowingProxy {
  /** The address of the target through the proxy. */
  readonly url: string
  /** From now on bytes are taken and none is passed on, in both directions and on new connections too. */
  swallow(): void
  /** Passes on what comes from now on; what was swallowed is lost, so its connections are closed. */
  passOn(): void
  close(): Promise<void>
}

/** A TCP proxy before a server, which can fall silent as a network without routes does: nothing is refused or closed. */
export async function openSwallowingProxy(targetUrl: string): Promise<SwallowingProxy> {
  const target = new URL(targetUrl)
  const sockets = new Set<Socket>()
  let isSilent = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  }
  const closeAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port) })
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      keep(from)
      from.on('data', (chunk) => {
        if (!isSilent) to.write(chunk)
      })
      from.once('close', () => {
        if (!isSilent) to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(targetUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    swallow() {
      isSilent = true
    },
    passOn() {
      closeAll()
      isSilent = false
    },
    async close() {
      server.close()
      closeAll()
      await once(server, 'close')
    },
  }
}
