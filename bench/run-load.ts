import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, openConnection, requestBytes } from './connection.ts'
import type { LoadPlan, LoadResult } from './generate-load.ts'
import { quantile } from './statistics.ts'

interface Run {
  readonly plan: LoadPlan
  readonly requests: readonly Buffer[]
  startMs: number
  endMs: number
  sent: number
  readonly latenciesMs: number[]
  readonly statuses: Record<number, number>
}

/** Sends requests by a plan. `stop` ends it early; those in flight are waited for. */
export function startLoad(plan: LoadPlan): { readonly result: Promise<LoadResult>; stop(): void } {
  const run: Run = { plan, requests: requestsOf(plan), startMs: 0, sent: 0, latenciesMs: [], statuses: {}, endMs: 0 }
  return {
    result: finish(run),
    stop() {
      run.endMs = performance.now()
    },
  }
}

async function finish(run: Run): Promise<LoadResult> {
  const { plan } = run
  const open = plan.opensLate ? openedLate : openConnection
  const connections = await Promise.all(Array.from({ length: plan.connections }, () => open(plan.port)))
  run.startMs = performance.now()
  run.endMs = run.startMs + plan.durationMs
  await Promise.all(connections.map((connection, place) => keepBusy(run, connection, place)))
  const seconds = (performance.now() - run.startMs) / 1000
  for (const connection of connections) connection.close()
  return {
    answers: run.latenciesMs.length,
    statuses: run.statuses,
    seconds,
    p50Ms: quantile(run.latenciesMs, 0.5),
    p99Ms: quantile(run.latenciesMs, 0.99),
    latenciesMs: plan.tellsLatencies ? run.latenciesMs : [],
  }
}

function requestsOf({ path, headers, bodies, headersInTurn = [{}] }: LoadPlan): Buffer[] {
  return bodies.map((body, place) => {
    const more = headersInTurn[place % headersInTurn.length]
    return requestBytes(path, { ...headers, ...more }, body)
  })
}

/**
 * At a fixed rate, a request that is late because its connection was still waiting counts from when it was due:
 * otherwise a stalled server would hide all requests it delayed (coordinated omission).
 */
async function keepBusy(run: Run, connection: Connection, place: number): Promise<void> {
  const { connections, rate } = run.plan
  for (let turn = 0; ; turn += 1) {
    const dueMs = rate === undefined ? 0 : run.startMs + ((place + turn * connections) * 1000) / rate
    const isLate = rate !== undefined && performance.now() > dueMs
    if (!isLate && rate !== undefined && dueMs < run.endMs) await sleep(dueMs - performance.now())
    const sentMs = isLate ? dueMs : performance.now()
    if (sentMs >= run.endMs || dueMs >= run.endMs) return
    const status = await connection.send(nextRequest(run)).catch(() => 0)
    run.latenciesMs.push(performance.now() - sentMs)
    run.statuses[status] = (run.statuses[status] ?? 0) + 1
    if (status === 0) return
  }
}

/** A connection that is opened by its first request. */
function openedLate(port: number): Connection {
  let opening: Promise<Connection> | undefined
  return {
    async send(request) {
      opening ??= openConnection(port)
      return (await opening).send(request)
    },
    close: () => void opening?.then((connection) => connection.close()).catch(() => {}),
  }
}

function nextRequest(run: Run): Buffer {
  const request = run.requests[run.sent % run.requests.length]
  if (request === undefined) throw new Error('a load without requests')
  run.sent += 1
  return request
}
