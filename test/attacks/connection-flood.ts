import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from './attack.ts'

/** Addresses that flood, beside the one that is flooded from alone; only Linux has so many without being told. */
const addresses = { short: 1, full: 10 }
const ofEach = 1_100
const most = 1_000

/** Idle connections from few IP addresses, while other clients connect and the dashboard is used. */
export const connectionFlood: Attack = {
  name: 'connection-flood',
  guarantee: 'one address holds a thousand connections at most, and everybody else goes on being served',
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

/** Longer than any server needs to close an excess connection: one that is still open then is kept. */
const closedWithinMs = 10_000

/** Opens them and waits until the excess ones were closed. */
async function openSilent(origin: string, localAddress: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(origin)
  const closed: Promise<void>[] = []
  const open = () =>
    new Promise<Socket>((resolve) => {
      const socket = connect({ host: hostname, port: Number(port), localAddress }, () => resolve(socket))
      closed.push(new Promise((settle) => socket.once('close', () => settle())))
      socket.on('error', () => resolve(socket))
      // Without a reader the end of the connection goes unnoticed.
      socket.resume()
    })
  const sockets = await Promise.all(Array.from({ length: count }, open))
  await Promise.race([some(closed, count - most), sleep(closedWithinMs, undefined, { ref: false })])
  return sockets
}

/** Resolves when so many of them have. */
function some(promises: readonly Promise<void>[], count: number): Promise<void> {
  let left = count
  return new Promise((resolve) => {
    for (const promise of promises) {
      void promise.then(() => {
        left -= 1
        if (left <= 0) resolve()
      })
    }
  })
}
