import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../test/harness/free-port.ts'
import { startServer } from '../../test/harness/start-server.ts'
import { atMost, none, type Row } from '../figure.ts'
import { type StormRequest, startStormClients } from '../storm-clients.ts'
import { type DataLocation, withDataFolder } from './data-location.ts'

const clientCount = 1000
const outageSeconds = 120
/**
 * A verification is due every 300 s, so 40 % of them fall into such an outage. The first comes after 150 to 300 s: with
 * logins spread over so long, and an outage so soon after the last of them, it is 43 %. Beats are spread evenly by then.
 */
const loginSeconds = 150
const settleSeconds = 20
/** Longer than the longest wait of a client, and a period of beats. */
const watchedSeconds = 100

/** What a network that comes back does to a server: 1,000 clients find it at once, with the intervals that are shipped. */
export const storm = () => withDataFolder(measure)

async function measure({ dataDir, env }: DataLocation): Promise<readonly Row[]> {
  const port = await freePort()
  const place = { dataDir, port, env, hasCheapHashes: true }
  const server = await startServer(place)
  const usernames = Array.from({ length: clientCount }, (_, number) => `storm-${number}`)
  const password = 'plenty of letters here'
  const { body } = await server.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Storm' })
  for (const username of usernames) {
    await server.api('POST', `/api/applications/${body.id}/users`, { username, password })
  }
  const clients = await startStormClients({
    origin: server.origin,
    apiKey: body.apiKey,
    password,
    usernames,
    loginSeconds,
  })
  try {
    await sleep(settleSeconds * 1000)
    const downMs = performance.now()
    const before = clients.requests.filter(({ startMs }) => startMs > downMs - settleSeconds * 1000)
    await server.kill()
    await sleep(outageSeconds * 1000)
    const again = await startServer({ ...place, hasOwner: false })
    const upMs = performance.now()
    const socketsBefore = clients.sockets()
    await sleep(watchedSeconds * 1000)
    const requests = [...clients.requests]
    const sockets = clients.sockets() - socketsBefore
    await again.stop()
    return rowsOf({ before, requests, sockets, downMs, upMs, losses: clients.losses() })
  } finally {
    clients.stop()
    await server.kill()
  }
}

interface Observed {
  readonly before: readonly StormRequest[]
  readonly requests: readonly StormRequest[]
  /** Opened after the outage. */
  readonly sockets: number
  readonly downMs: number
  readonly upMs: number
  readonly losses: number
}

function rowsOf({ before, requests, sockets, downMs, upMs, losses }: Observed): readonly Row[] {
  const after = requests.filter(({ startMs }) => startMs >= upMs)
  const answered = requests.filter(({ isAnswered, startMs }) => isAnswered && startMs >= upMs)
  const firsts = new Map<number, number>()
  for (const { client, startMs } of answered) {
    firsts.set(client, Math.min(firsts.get(client) ?? Number.POSITIVE_INFINITY, startMs))
  }
  const lastBack = Math.max(...firsts.values())
  const inOutage = requests.filter(({ startMs }) => startMs > downMs && startMs < upMs)
  const verifying = inOutage.flatMap(({ call, client }) => (call === 'verify' ? [client] : []))
  return [
    { name: 'clients', values: [clientCount], digits: 0 },
    { name: 'requests a second before the outage', values: [before.length / settleSeconds], digits: 1 },
    { name: 'seconds of outage', values: [(upMs - downMs) / 1000], digits: 1 },
    { name: 'verifications that came due in it', values: [new Set(verifying).size], digits: 0 },
    { name: 'requests that found no server', values: [inOutage.length], digits: 0 },
    { name: 'sockets that were opened after it', values: [sockets], digits: 0 },
    {
      name: 'requests in the busiest second after it',
      values: [busiestSecond(after)],
      digits: 0,
      target: atMost(80),
    },
    {
      name: 'seconds until the last client was back',
      values: [(lastBack - upMs) / 1000],
      digits: 1,
      target: atMost(60),
    },
    { name: 'sessions started again', values: [after.filter(({ call }) => call === 'start').length], digits: 0 },
    none('clients that did not come back', clientCount - firsts.size),
    none('sessions that were lost', losses),
  ]
}

/** The most requests that began within any second. */
function busiestSecond(requests: readonly StormRequest[]): number {
  const times = requests.map(({ startMs }) => startMs).sort((a, b) => a - b)
  let first = 0
  return times.reduce((most, time, index) => {
    while (time - (times[first] ?? 0) >= 1000) first += 1
    return Math.max(most, index - first + 1)
  }, 0)
}
