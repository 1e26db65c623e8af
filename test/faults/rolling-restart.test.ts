import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase, hasPostgres } from '../harness/create-test-database.ts'
import { startNodeCluster } from '../harness/node-cluster.ts'
import { printFigure } from '../harness/print-figure.ts'
import { hasProxy } from '../harness/proxies.ts'
import { startReceiver } from '../harness/webhook-receiver.ts'
import { restartInTurn } from './cluster-faults.ts'
import { startClusterLoad } from './cluster-load.ts'

describe.skipIf(!hasPostgres || !hasProxy('haproxy'))('three servers behind HAProxy', () => {
  it('are restarted one after another under load, and no call fails', async () => {
    const database = await createTestDatabase({ isMigrated: true })
    onTestFinished(database.drop)
    const receiver = await startReceiver()
    onTestFinished(receiver.close)
    const cluster = await startNodeCluster({
      databaseUrls: [database.url],
      env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', DRAIN_SECONDS: '1' },
      checkMs: 300,
    })
    onTestFinished(cluster.stop)
    const [first] = cluster.nodes
    const { owner } = first?.server() ?? { owner: { cookie: '' } }
    const load = await startClusterLoad({ ...cluster, owner, receiver, callsPerSecond: 60, sessions: 30 })
    await restartInTurn(cluster)
    const failed = load.failed()
    const { calls, lost, endedSessions, withoutCode, odd, missingWebhooks } = await load.end()
    printFigure(`three nodes restarted in turn: ${calls} calls, ${failed} failed`)
    const nothing = { failed: 0, lost: [], endedSessions: [], withoutCode: [], odd: [], missingWebhooks: [] }
    expect({ failed, lost, endedSessions, withoutCode, odd, missingWebhooks }).toEqual(nothing)
    expect(calls).toBeGreaterThan(300)
  }, 120_000)
})
