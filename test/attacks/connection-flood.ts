import { connect, type Socket } from 'node:net'
import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'

/** Addresses that flood, beside the one that is flooded from alone; only Linux has so many without being told. */
const addresses = { short: 1, full: 10 }
const ofEach = 1_100
const most = 1_000

/** Idle connections from few IP addresses, while other clients connect and the dashboard is used. */
export async function connectionFlood(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const count = process.platform === 'linux' ? addresses[length] : 0
  const { apiKey } = await target.application()
  const connections: SilentConnection[] = []
  try {
    const held: number[] = []
    for (let place = 0; place < count; place += 1) {
      const opened = await openSilent(target.server.origin, `127.0.1.${place + 1}`, ofEach)
      connections.push(...opened)
      held.push(opened.filter(({ state }) => state !== 'refused').length)
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
    for (const { socket } of connections) socket.destroy()
  }
}

/** A connection that sends nothing. The server refuses it without a byte, or holds it and cuts it later with an answer. */
interface SilentConnection {
  readonly socket: Socket
  state: 'open' | 'cut' | 'refused'
}

/** How many are opened at once: what overflows the queue of the system reaches the server seconds later. */
const batch = 100

/**
 * Opens them, and waits until the excess ones were refused or nothing is open any more. A slow machine, on which some of
 * those that were held are cut meanwhile, changes nothing: they count as held.
 */
async function openSilent(origin: string, localAddress: string, count: number): Promise<SilentConnection[]> {
  const { hostname, port } = new URL(origin)
  const connections: SilentConnection[] = []
  const settled = Promise.withResolvers<void>()
  const open = () =>
    new Promise<void>((resolve) => {
      const socket = connect({ host: hostname, port: Number(port), localAddress }, resolve)
      const connection: SilentConnection = { socket, state: 'open' }
      connections.push(connection)
      socket.on('error', () => resolve())
      // Without a reader the end of the connection goes unnoticed.
      socket.resume()
      socket.once('close', () => {
        connection.state = socket.bytesRead > 0 ? 'cut' : 'refused'
        const isDone = countOf('refused') >= count - most || countOf('open') === 0
        if (connections.length === count && isDone) settled.resolve()
      })
    })
  const countOf = (state: SilentConnection['state']) =>
    connections.filter((connection) => connection.state === state).length
  while (connections.length < count) {
    await Promise.all(Array.from({ length: Math.min(batch, count - connections.length) }, open))
  }
  await settled.promise
  return connections
}
