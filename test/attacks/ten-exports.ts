import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { median, quantile } from '../../bench/statistics.ts'
import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'
import type { Downloaded, Downloads } from './download-thread.ts'
import { type Latencies, verifyAtRate } from './verify-at-rate.ts'

const users = { short: 600, full: 250_000 }
const exportsAtOnce = 10
/** In turns, since what else the machine does meets both alike; long enough that their ten beginnings are no tenth of it. */
const rounds = 6
const roundMs = 8_000

/** Ten exports of all users at once, by one session or ten tokens of its account, while another tenant's clients call. */
export async function tenExports(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const large = await target.application()
  const other = await target.application({ hwidLockEnabled: false })
  const made = await target.server.api<{ id: number }>('POST', `/api/applications/${other.id}/users`, {
    username: target.unique('elsewhere'),
    password: 'the password of somebody else',
  })
  await fillUsers(target, large.id, users[length])
  const verify = (durationMs: number) =>
    verifyAtRate(target, { apiKey: other.apiKey, userId: made.body.id, durationMs })
  return length === 'short' ? refused(target, large.id, verify) : slowed(target, large.id, verify)
}

type Verify = (durationMs: number) => Promise<Latencies>

/** Twice as many as can run and wait: the excess is rejected, the others are complete. */
async function refused(target: AttackTarget, id: number, verify: Verify): Promise<Finding[]> {
  const sessions = [await target.signIn(), await target.signIn()]
  const asked = Array.from({ length: 2 * exportsAtOnce }, (_, n) => ({ cookie: sessions[n % 2] ?? '' }))
  const served = verify(500)
  const answers = await downloadAll(target, `/api/applications/${id}/users`, asked)
  const whole = answers.filter(({ status }) => status === 200)
  return [
    { name: 'lists that were sent', value: whole.length, atLeast: exportsAtOnce },
    {
      name: 'of them not whole',
      value: whole.filter(({ bytes }) => bytes < users.short * 100).length,
      atMost: 0,
    },
    {
      name: 'lists refused for a while',
      value: answers.filter(({ status }) => status === 429).length,
      atLeast: exportsAtOnce / 2,
    },
    { name: 'calls of another tenant that were refused', value: (await served).refused, atMost: 0 },
  ]
}

async function slowed(target: AttackTarget, id: number, verify: Verify): Promise<Finding[]> {
  const path = `/api/applications/${id}/users/export`
  const sessions = await Promise.all(Array.from({ length: rounds }, () => target.signIn()))
  const tokens = await makeTokens(target, sessions[0] ?? '')
  const findings: Finding[] = []
  const ways = {
    'one session': (round: number) => Array.from({ length: exportsAtOnce }, () => ({ cookie: sessions[round] ?? '' })),
    'ten tokens': () => tokens.map((token) => ({ authorization: `Bearer ${token}` })),
  }
  for (const [way, headersOf] of Object.entries(ways)) {
    const idle: Latencies[] = []
    const busy: Latencies[] = []
    let begun = 0
    for (let round = 0; round < rounds; round += 1) {
      idle.push(await verify(roundMs))
      const stop = new AbortController()
      const running = downloadAll(target, path, headersOf(round), stop.signal)
      busy.push(await verify(roundMs))
      stop.abort()
      begun = Math.max(begun, (await running).filter(({ bytes }) => bytes > 0).length)
      await sleep(500)
    }
    // each round has an idle neighbor of its own: a pause of the machine spoils one of them, not the figure
    const p99 = { idle: idle.map(p99Of), busy: busy.map(p99Of) }
    const times = p99.idle.map((before, round) => (p99.busy[round] ?? Number.NaN) / before)
    findings.push(
      { name: `${way}: exports that sent something`, value: begun, atLeast: 2, atMost: exportsAtOnce },
      { name: `${way}: p99 of others without exports, ms`, value: median(p99.idle), digits: 1 },
      { name: `${way}: p99 of others meanwhile, ms`, value: median(p99.busy), digits: 1 },
      { name: `${way}: times as long`, value: median(times), atMost: 2, digits: 2 },
      { name: `${way}: times as long in the best round`, value: Math.min(...times), digits: 2 },
      { name: `${way}: times as long in the worst round`, value: Math.max(...times), digits: 2 },
      {
        name: `${way}: calls of others refused`,
        value: [...idle, ...busy].reduce((sum, each) => sum + each.refused, 0),
        atMost: 0,
      },
    )
  }
  return findings
}

const p99Of = ({ ms }: Latencies) => quantile(ms, 0.99)

async function makeTokens(target: AttackTarget, cookie: string): Promise<string[]> {
  const made = await Promise.all(
    Array.from({ length: exportsAtOnce }, (_, n) =>
      target.call(
        'POST',
        '/api/account/tokens',
        { name: `exporter ${n}`, days: 1, actions: ['users:read'] },
        { headers: { cookie } },
      ),
    ),
  )
  return made.map(({ status, body }) => {
    if (status !== 200) throw new Error(`no token: ${JSON.stringify(body)}`)
    return String(body.token)
  })
}

/** Reads responses to their ends, or until the signal. */
function downloadAll(
  { server }: AttackTarget,
  path: string,
  headers: Downloads['headers'],
  signal?: AbortSignal,
): Promise<Downloaded[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Downloaded[]>()
  const worker = new Worker(new URL('./download-thread.ts', import.meta.url), {
    workerData: { url: server.origin + path, headers } satisfies Downloads,
  })
  worker.on('message', resolve)
  worker.on('error', reject)
  signal?.addEventListener('abort', () => worker.postMessage('stop'))
  return promise
}

const atOnce = 25_000

/** Puts users into an application of the running server, past its API: registering a quarter of a million takes an hour. */
async function fillUsers(target: AttackTarget, applicationId: number, count: number): Promise<void> {
  const { databaseUrl, server } = target
  const database = databaseUrl === undefined ? sqlite(server.dataDir) : await postgres(databaseUrl)
  try {
    for (let first = 0; first < count; first += atOnce) {
      await database.run(insertOf(applicationId, first, Math.min(atOnce, count - first)))
    }
    await database.run(`UPDATE applications SET user_count = user_count + ${count} WHERE id = ${applicationId}`)
    // what PostgreSQL does by itself within minutes: without statistics each slice would sort all users, and its cleaning
    // up after so many new rows would fall into the rounds
    if (target.databaseUrl !== undefined) {
      await database.run('VACUUM (ANALYZE) app_users')
      await database.run('CHECKPOINT')
    }
  } finally {
    await database.close()
  }
}

function sqlite(dataDir: string) {
  const db = new DatabaseSync(join(dataDir, 'keywright.db'), { timeout: 10_000 })
  return { run: (sql: string) => db.exec(sql), close: () => db.close() }
}

async function postgres(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  return { run: (sql: string) => client.query(sql), close: () => client.end() }
}

/** One statement for both databases. The ids are above 31 bits: those of users who registered are random below. */
const insertOf = (applicationId: number, first: number, count: number) => `
  WITH RECURSIVE place(n) AS (SELECT ${first + 1} UNION ALL SELECT n + 1 FROM place WHERE n < ${first + count})
  INSERT INTO app_users (id, application_id, username, username_key, email, email_key, password_hash, is_active,
    is_paused, is_banned, is_hwid_locked, created_at)
  SELECT 3000000000 + ${applicationId} * 1000000 + n, ${applicationId}, 'filled-' || n, 'filled-' || n, 'filled-' || n || '@example.com',
    'filled-' || n || '@example.com', 'none', 1, 0, 0, 0, ${Date.now()} + n
  FROM place`
