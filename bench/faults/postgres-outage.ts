import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { PostgresCluster } from '../../test/harness/postgres-cluster.ts'
import type { RunningServer } from '../../test/harness/start-server.ts'
import { atMost, none, type Row } from '../figure.ts'
import { withPostgres } from './data-location.ts'
import { type LoadedServer, loadDuringFaults } from './load-during-faults.ts'

const outages = 20
const downMs = 30_000
const cutsForMs = 60_000

export async function postgresOutage(): Promise<readonly Row[]> {
  const { lost, odd, recoveriesMs, answers } = await withPostgres(async (place, cluster) =>
    loadDuringFaults(place, async (loaded) => {
      for (let round = 0; round < outages; round += 1) await outage(loaded, cluster, downMs)
      await cutConnections(cluster, cutsForMs)
    }),
  )
  return [
    none('answered writes that are missing', lost),
    none('answers that were neither a success nor 503', odd.length),
    { name: 'slowest recovery, ms', values: [Math.max(...recoveriesMs)], digits: 0, target: atMost(5_000) },
    { name: 'outages', values: [recoveriesMs.length], digits: 0 },
    { name: 'answers with a write', values: [answers], digits: 0 },
  ]
}

/**
 * Checks that the process stays up and reports not ready; returns how long after PostgreSQL's return it is ready
 * again.
 */
export async function outage(loaded: LoadedServer, cluster: PostgresCluster, downMs: number): Promise<void> {
  const { server } = loaded
  await loaded.moreAnswers(10)
  const start = await cluster.interrupt()
  await untilReadiness(server, 503)
  if ((await fetch(`${server.origin}/healthz`)).status !== 200) throw new Error('/healthz fails without PostgreSQL')
  await sleep(downMs)
  await start()
  const fromMs = performance.now()
  await untilReadiness(server, 200)
  loaded.recovered(performance.now() - fromMs)
}

async function untilReadiness(server: RunningServer, status: number): Promise<void> {
  while ((await fetch(`${server.origin}/readyz`)).status !== status) await sleep(20)
}

/** As an administrator or a failing network would do. */
async function cutConnections(cluster: PostgresCluster, forMs: number): Promise<void> {
  const client = new pg.Client(`${cluster.url}/postgres`)
  await client.connect()
  try {
    for (const endMs = performance.now() + forMs; performance.now() < endMs; await sleep(1_000)) {
      await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()')
    }
  } finally {
    await client.end()
  }
}
