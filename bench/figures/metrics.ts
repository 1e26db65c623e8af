import { contract } from '../../src/shared/contract/index.ts'
import { metricsToken } from '../../test/harness/scrape.ts'
import { atMost, type Row } from '../figure.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { heartbeatRequests } from '../paired-rounds.ts'
import { pairedServers } from '../paired-servers.ts'
import { quantile } from '../statistics.ts'

const call = { requests: heartbeatRequests, connections: 64, roundMs: 1_000, warmUpMs: 4_000 }
const rounds = 24
const scrapes = 200

/** A server that measures itself against one that does not, and what a scrape takes once every route was called. */
export function metrics(): Promise<readonly Row[]> {
  const options = { users: 2_000, sessionsPerUser: 10 }
  return withInstallation({ ...options, env: { METRICS_TOKEN: metricsToken } }, (on) =>
    withInstallation(options, async (off) => {
      const { ratios, firstUs, secondUs } = await pairedServers(call, rounds, on, off)
      await callEveryRoute(on)
      const times = await scrapeTimesMs(on)
      return [
        { name: 'heartbeat: CPU, METRICS_TOKEN set / not set', values: ratios, digits: 3, target: atMost(1.03) },
        { name: 'heartbeat, set: CPU us', values: firstUs, digits: 1 },
        { name: 'heartbeat, not set: CPU us', values: secondUs, digits: 1 },
        { name: 'scrape: ms', values: times, digits: 1, target: atMost(20) },
        { name: 'scrape: p99 ms', values: [quantile(times, 0.99)], digits: 1 },
      ]
    }),
  )
}

/** Unsigned calls make as many series as signed ones. */
async function callEveryRoute({ server }: Installation): Promise<void> {
  for (const key of Object.keys(contract)) {
    const [method = '', path = ''] = key.replaceAll(/:\w+/g, '1').split(' ')
    const answer = await fetch(server.origin + path, { method, redirect: 'manual' })
    await answer.arrayBuffer()
  }
}

async function scrapeTimesMs({ server }: Installation): Promise<number[]> {
  const times: number[] = []
  for (let each = 0; each < scrapes; each += 1) {
    const startMs = performance.now()
    const answer = await fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    const text = await answer.text()
    times.push(performance.now() - startMs)
    if (!text.includes('keywright_build_info')) throw new Error(`no metrics: ${answer.status}`)
  }
  return times
}
