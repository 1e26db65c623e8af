import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { newToken, password } from '../../test/client-scenarios/world.ts'
import { type Answered, lostOf, nothingAnswered } from '../../test/load-until-ended.ts'
import type { PostgresCluster } from '../../test/postgres-cluster.ts'
import { type RunningServer, startServer } from '../../test/start-server.ts'
import { atMost, type Figure } from '../figure.ts'
import { onPostgres, type Place } from './place.ts'

const outages = 20
const downMs = 30_000
const cutsForMs = 60_000
const callers = 6
const pauseMs = 100

export const postgresOutage: Figure = {
  name: 'postgres-outage',
  title: 'PostgreSQL stopped 20 times for 30 s under load, and its connections cut every second for a minute',
  async measure() {
    const { lost, odd, recoveriesMs, answers } = await onPostgres(async (place, cluster) =>
      loadThrough(place, async (loaded) => {
        for (let round = 0; round < outages; round += 1) await outage(loaded, cluster, downMs)
        await cutConnections(cluster, cutsForMs)
      }),
    )
    return [
      { name: 'answered writes that are missing', values: [lost], digits: 0, target: atMost(0) },
      { name: 'answers that were neither a success nor 503', values: [odd.length], digits: 0, target: atMost(0) },
      { name: 'slowest recovery, ms', values: [Math.max(...recoveriesMs)], digits: 0, target: atMost(5_000) },
      { name: 'outages', values: [recoveriesMs.length], digits: 0 },
      { name: 'answers with a write', values: [answers], digits: 0 },
    ]
  },
}

interface Through {
  readonly lost: number
  /** Answers nobody should get, in words. */
  readonly odd: readonly string[]
  readonly recoveriesMs: readonly number[]
  readonly answers: number
}

interface Loaded {
  readonly server: RunningServer
  recovered(ms: number): void
  /** Resolves when so many more changes were answered. */
  moreAnswers(count: number): Promise<void>
}

/** Registers and starts sessions without pause while `faults` happen; then asks for all that was answered. */
export async function loadThrough(place: Place, faults: (loaded: Loaded) => Promise<void>): Promise<Through> {
  const server = await startServer(place)
  try {
    const { body } = await server.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Through' })
    const answered = nothingAnswered()
    const odd: string[] = []
    const recoveriesMs: number[] = []
    let isOver = false
    const load = Array.from({ length: callers }, async (_, caller) => {
      for (let n = 0; !isOver; n += 1) {
        const said = await registerAndStart(server, body.apiKey, `user ${caller} ${n}`, answered)
        if (said !== 'done' && said !== '503') odd.push(said)
        if (said !== 'done') await sleep(pauseMs)
      }
    })
    const moreAnswers = async (count: number) => {
      const wanted = answered.users.size + count
      while (answered.users.size < wanted) await sleep(10)
    }
    await faults({ server, moreAnswers, recovered: (ms) => void recoveriesMs.push(ms) })
    isOver = true
    await Promise.all(load)
    const { users, sessions } = await lostOf(server, body, answered)
    const answers = answered.users.size + answered.tokens.length
    return { lost: users.length + sessions.length, odd, recoveriesMs, answers }
  } finally {
    await server.stop()
  }
}

async function registerAndStart(server: RunningServer, apiKey: string, username: string, answered: Answered) {
  const registered = await post(server, apiKey, 'register', { username, password })
  if (registered.status !== 200) return registered.status === 503 ? '503' : `${registered.status} ${registered.text}`
  const { user_id } = JSON.parse(registered.text) as { user_id: number }
  answered.users.set(user_id, username)
  const session_token = newToken()
  const started = await post(server, apiKey, 'session/track', { action: 'start', user_id, session_token })
  if (started.status !== 200) return started.status === 503 ? '503' : `${started.status} ${started.text}`
  answered.tokens.push(session_token)
  return 'done'
}

async function post(server: RunningServer, apiKey: string, path: string, fields: object) {
  const response = await fetch(`${server.origin}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify(fields),
  })
  return { status: response.status, text: await response.text() }
}

/** The process stays up and says it is not ready; how long after PostgreSQL's return until it is ready again. */
export async function outage(loaded: Loaded, cluster: PostgresCluster, downMs: number): Promise<void> {
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

/** As an administrator or a failing network would. */
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
