import { setTimeout as sleep } from 'node:timers/promises'
import { openProxiedClient } from '../../test/harness/proxied-client.ts'
import { hasProxy, type ProxyName, proxyNames, startProxy } from '../../test/harness/proxies.ts'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { newToken, password } from '../../test/harness/world.ts'
import { atMost, none, type Row, Unmeasurable } from '../figure.ts'

/** A little more than the pause between two heartbeats of a program. */
const betweenBeatsMs = 31_000
/** More than the usual minute after which a proxy ends what is idle. */
const idleStreamMs = 65_000

/** What each proxy recipe must stand that takes its time: idle streams and idle connections. */
export async function proxies(): Promise<readonly Row[]> {
  const names = proxyNames.filter(hasProxy)
  if (names.length < proxyNames.length) throw new Unmeasurable(`needs ${proxyNames.join(', ')}`)
  const server = await startServer({ env: { TRUST_PROXY: '127.0.0.1' } })
  try {
    return (await Promise.all(names.map((name) => driveProxy(name, server)))).flat()
  } finally {
    await server.stop()
  }
}

async function driveProxy(name: ProxyName, server: RunningServer): Promise<readonly Row[]> {
  const proxy = await startProxy(name, server.origin)
  const client = openProxiedClient(proxy)
  try {
    const [stream, connections] = await Promise.all([holdStream(client, server), beatTwice(client, server, name)])
    return [
      { name: `${name}: first event after, ms`, values: [stream.firstMs], digits: 0, target: atMost(1_000) },
      none(`${name}: streams that ended within ${idleStreamMs / 1000} s without an event`, stream.ended),
      none(`${name}: events missing after that`, stream.missing),
      none(`${name}: new connections for a beat after ${betweenBeatsMs / 1000} s`, connections),
    ]
  } finally {
    client.close()
    await proxy.stop()
  }
}

async function holdStream(client: ReturnType<typeof openProxiedClient>, server: RunningServer) {
  const fromMs = performance.now()
  const events = await client.open('/api/events', { headers: { cookie: server.owner.cookie } })
  await events.until(': open')
  const firstMs = performance.now() - fromMs
  await sleep(idleStreamMs)
  const ended = events.hasEnded() ? 1 : 0
  await server.api('POST', '/api/applications', { name: newToken() })
  const isSeen = await Promise.race([events.until('event:').then(() => true), sleep(5_000, false)]).catch(() => false)
  return { firstMs, ended, missing: isSeen ? 0 : 1 }
}

async function beatTwice(
  client: ReturnType<typeof openProxiedClient>,
  server: RunningServer,
  name: ProxyName,
): Promise<number> {
  const { body } = await server.api<{ apiKey: string }>('POST', '/api/applications', { name: `${name} ${newToken()}` })
  const post = (path: string, sent: object) =>
    client.call(`/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': body.apiKey },
      body: JSON.stringify(sent),
    })
  const hwid = 'Board-1'
  const { user_id } = JSON.parse((await post('register', { username: 'beats', password, hwid })).text)
  const session_token = newToken()
  await post('session/track', { action: 'start', user_id, session_token, hwid })
  const first = await post('session/track', { action: 'heartbeat', session_token })
  await sleep(betweenBeatsMs)
  const second = await post('session/track', { action: 'heartbeat', session_token })
  const isAlive = JSON.parse(second.text).code === 'session_alive'
  return isAlive && first.connection === second.connection ? 0 : 1
}
