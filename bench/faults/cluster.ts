import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultPlan, plannedFaults, restartInTurn } from '../../test/faults/cluster-faults.ts'
import { type ClusterVerdict, startClusterLoad } from '../../test/faults/cluster-load.ts'
import { startNodeCluster } from '../../test/harness/node-cluster.ts'
import { createDatabase } from '../../test/harness/postgres-cluster.ts'
import { pairBin, startPostgresPair } from '../../test/harness/postgres-pair.ts'
import { hasProxy } from '../../test/harness/proxies.ts'
import { startReceiver } from '../../test/harness/webhook-receiver.ts'
import { none, type Row, Unmeasurable } from '../figure.ts'

/** How long the faults go on: `MINUTES=3 npm run faults cluster`. */
const minutes = Number(process.env.MINUTES ?? 30)
const callsPerSecond = Number(process.env.CALLS_PER_SECOND ?? 300)
const sessions = 200
const drainSeconds = 5

/** In half an hour 30 kills, 10 restarts of PostgreSQL, 3 failovers and 5 cuts. */
const plan: FaultPlan = {
  kills: Math.ceil(minutes),
  restarts: Math.ceil(minutes / 3),
  failovers: Math.ceil(minutes / 10),
  cuts: Math.ceil(minutes / 6),
  cutMs: 40_000,
}

/** Faults one after another under load, then a rolling restart under load. */
export async function cluster(): Promise<readonly Row[]> {
  const bin = await pairBin()
  if (bin === undefined || !hasProxy('haproxy')) throw new Unmeasurable('HAProxy and pg_basebackup are needed')
  const pair = await startPostgresPair(bin)
  const receiver = await startReceiver()
  try {
    const { name } = await createDatabase(pair.primaryUrl())
    const nodes = await startNodeCluster({
      databaseUrls: pair.urls.map((url) => `${url}/${name}`),
      env: {
        ...{ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_TIME_SCALE: '0.02' },
        DRAIN_SECONDS: String(drainSeconds),
      },
      skewsMs: [300_000, -300_000],
    })
    try {
      const owner = nodes.nodes[0]?.server().owner ?? { cookie: '' }
      const load = await startClusterLoad({ ...nodes, owner, receiver, callsPerSecond, sessions })
      await spread(plannedFaults(plan, nodes, pair))
      const [failedBefore, callsBefore] = [load.failed(), load.calls()]
      await restartInTurn(nodes)
      const inRestart = { failed: load.failed() - failedBefore, calls: load.calls() - callsBefore }
      return rowsOf(await load.end(), inRestart)
    } finally {
      await nodes.stop()
    }
  } finally {
    await receiver.close()
    await pair.stop()
  }
}

/** Each fault at its share of the time, or when the one before has ended. */
async function spread(faults: readonly (() => Promise<void>)[]): Promise<void> {
  const startedAtMs = performance.now()
  const totalMs = minutes * 60_000
  for (const [index, fault] of faults.entries()) {
    const dueMs = startedAtMs + (totalMs * (index + 0.5)) / faults.length
    await sleep(Math.max(0, dueMs - performance.now()))
    await fault()
  }
  await sleep(Math.max(0, startedAtMs + totalMs - performance.now()))
}

function rowsOf(
  verdict: ClusterVerdict,
  inRestart: { readonly failed: number; readonly calls: number },
): readonly Row[] {
  const found = ['lost', 'endedSessions', 'withoutCode', 'slow', 'odd', 'missingWebhooks'] as const
  for (const kind of found) {
    for (const each of verdict[kind].slice(0, 10)) process.stderr.write(`${kind}: ${each}\n`)
  }
  const count = (name: string, value: number): Row => ({ name, values: [value], digits: 0 })
  return [
    none('acknowledged writes that are missing', verdict.lost.length),
    none('sessions ended wrongly', verdict.endedSessions.length),
    none('answers without a code', verdict.withoutCode.length),
    none('answers that were neither a success nor unavailable', verdict.odd.length),
    none('calls longer than 10 s', verdict.slow.length),
    none('registrations that no webhook told of', verdict.missingWebhooks.length),
    none('calls that failed in the rolling restart', inRestart.failed),
    count('calls in the rolling restart', inRestart.calls),
    count('calls', verdict.calls),
    count('acknowledged writes', verdict.acknowledged),
    count('calls answered unavailable', verdict.refused),
    count('calls cut off without an answer', verdict.unanswered),
    count('webhooks that came twice', verdict.doubleWebhooks),
    count('longest call, ms', verdict.longestMs),
    count('node kills', plan.kills),
    count('immediate restarts of PostgreSQL', plan.restarts),
    count('failovers', plan.failovers),
    count('network cuts of 40 s', plan.cuts),
  ]
}
