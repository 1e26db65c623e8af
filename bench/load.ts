import { setTimeout as sleep } from 'node:timers/promises'
import { answerMessages } from './child.ts'
import { type Connection, openConnection, requestBytes } from './connection.ts'
import type { LoadPlan, LoadResult } from './generate-load.ts'
import { quantile } from './statistics.ts'

interface Run {
  readonly plan: LoadPlan
  readonly requests: readonly Buffer[]
  readonly startMs: number
  sent: number
  readonly latenciesMs: number[]
  readonly statuses: Record<number, number>
}

/** The load generator, as a separate process: `startChild<LoadPlan, LoadResult>('./load.ts')`. */
answerMessages(async (plan: LoadPlan): Promise<LoadResult> => {
  const requests = requestsOf(plan)
  const connections = await Promise.all(Array.from({ length: plan.connections }, () => openConnection(plan.port)))
  const run: Run = { plan, requests, startMs: performance.now(), sent: 0, latenciesMs: [], statuses: {} }
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
})

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
  const { connections, durationMs, rate } = run.plan
  const endMs = run.startMs + durationMs
  for (let turn = 0; ; turn += 1) {
    const dueMs = rate === undefined ? 0 : run.startMs + ((place + turn * connections) * 1000) / rate
    const isLate = rate !== undefined && performance.now() > dueMs
    if (!isLate && rate !== undefined && dueMs < endMs) await sleep(dueMs - performance.now())
    const sentMs = isLate ? dueMs : performance.now()
    if (sentMs >= endMs || dueMs >= endMs) return
    const status = await connection.send(nextRequest(run)).catch(() => 0)
    run.latenciesMs.push(performance.now() - sentMs)
    run.statuses[status] = (run.statuses[status] ?? 0) + 1
    if (status === 0) return
  }
}

function nextRequest(run: Run): Buffer {
  const request = run.requests[run.sent % run.requests.length]
  if (request === undefined) throw new Error('a load without requests')
  run.sent += 1
  return request
}
