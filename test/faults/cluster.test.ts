import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startNodeCluster } from '../harness/node-cluster.ts'
import { createDatabase } from '../harness/postgres-cluster.ts'
import { pairBin, startPostgresPair } from '../harness/postgres-pair.ts'
import { printFigure } from '../harness/print-figure.ts'
import { hasProxy } from '../harness/proxies.ts'
import { startReceiver } from '../harness/webhook-receiver.ts'
import { plannedFaults } from './cluster-faults.ts'
import { startClusterLoad } from './cluster-load.ts'

const bin = hasProxy('haproxy') ? await pairBin() : undefined

describe.skipIf(bin === undefined)('three servers behind HAProxy on a primary with a synchronous standby', () => {
  it('lose nothing that they acknowledged through a kill, an immediate restart, a cut network and a failover', async () => {
    const pair = await startPostgresPair(bin ?? '')
    onTestFinished(pair.stop)
    const { name } = await createDatabase(pair.primaryUrl())
    const receiver = await startReceiver()
    onTestFinished(receiver.close)
    const cluster = await startNodeCluster({
      databaseUrls: pair.urls.map((url) => `${url}/${name}`),
      env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_TIME_SCALE: '0.02' },
      skewsMs: [300_000],
      checkMs: 300,
    })
    onTestFinished(cluster.stop)
    const [first] = cluster.nodes
    const { owner } = first?.server() ?? { owner: { cookie: '' } }
    const load = await startClusterLoad({ ...cluster, owner, receiver, callsPerSecond: 100, sessions: 30 })
    const plan = { kills: 1, restarts: 1, failovers: 1, cuts: 1, cutMs: 2_000 }
    for (const fault of plannedFaults(plan, cluster, pair)) await fault()
    // the faster the servers come back, the fewer writes there were meanwhile
    await vi.waitFor(() => expect(load.acknowledged()).toBeGreaterThan(20), 60_000)
    const verdict = await load.end()
    printFigure(
      `three nodes, ${verdict.calls} calls, ${verdict.acknowledged} writes acknowledged, ${verdict.lost.length} lost; ${verdict.refused} refused, ${verdict.unanswered} cut off, the longest took ${Math.round(verdict.longestMs)} ms`,
    )
    const { lost, endedSessions, withoutCode, slow, odd, missingWebhooks } = verdict
    const nothing = { lost: [], endedSessions: [], withoutCode: [], slow: [], odd: [], missingWebhooks: [] }
    expect({ lost, endedSessions, withoutCode, slow, odd, missingWebhooks }).toEqual(nothing)
    expect(verdict.acknowledged).toBeGreaterThan(20)
  }, 120_000)
})
