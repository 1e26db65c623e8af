import { connect, type Socket } from 'node:net'
import type { Attack } from './attack.ts'

/** Addresses that flood, beside the one that is flooded from alone; only Linux has so many without being told. */
const addresses = { short: 1, full: 10 }
const ofEach = 1_100
const most = 1_000

/** Connections that say nothing, from few addresses, while others come and the dashboard is used. */
export const connectionFlood: Attack = {
  name: 'connection-flood',
  promise: 'one address holds a thousand connections at most, and everybody else goes on being served',
  async run(target, length) {
    const count = process.platform === 'linux' ? addresses[length] : 0
    const { apiKey } = await target.application()
    const sockets: Socket[] = []
    try {
      const held: number[] = []
      for (let place = 0; place < count; place += 1) {
        const opened = await openSilent(target.server.origin, `127.0.1.${place + 1}`, ofEach)
        sockets.push(...opened)
        held.push(opened.filter((socket) => !socket.destroyed).length)
      }
      const others = await Promise.all(
        Array.from({ length: 20 }, () => target.client(apiKey, 'verify', { user_id: 1 }, { ip: '11.250.0.1' })),
      )
      const dashboard = await target.call('GET', '/healthz')
      return [
        { name: `connections of one address, of ${ofEach}`, value: Math.max(0, ...held), atMost: most },
        { name: 'connections held', value: held.reduce((sum, each) => sum + each, 0), atLeast: count * most },
        {
          name: 'others refused meanwhile',
          value: [...others, dashboard].filter(({ status }) => status === 503 || status === 429).length,
          atMost: 0,
        },
      ]
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  },
}

/** Opens them, and waits until the server has closed those that are too many: it answers a last one on this address or cuts it. */
async function openSilent(origin: string, localAddress: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(origin)
  const open = () =>
    new Promise<Socket>((resolve) => {
      const socket = connect({ host: hostname, port: Number(port), localAddress }, () => resolve(socket))
      socket.on('error', () => resolve(socket))
      // Without a reader the end of the connection would not be noticed.
      socket.resume()
    })
  const sockets = await Promise.all(Array.from({ length: count }, open))
  const last = await open()
  await new Promise<void>((resolve) => {
    if (last.destroyed) return resolve()
    last.once('close', () => resolve())
    return last.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  })
  return sockets
}
