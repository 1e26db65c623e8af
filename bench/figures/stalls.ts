import { setTimeout as sleep } from 'node:timers/promises'
import { type DashboardCall, dashboardCalls } from '../../test/contract/dashboard-calls.ts'
import { startPostgresCluster } from '../../test/harness/postgres-cluster.ts'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { startChild } from '../child.ts'
import { type Maker, openMaker, ownRecords } from '../dashboard-user.ts'
import { atMost, type Row } from '../figure.ts'
import { seedFull } from '../full-installation.ts'
import type { LoadPlan, LoadResult } from '../generate-load.ts'
import { installedPostgres } from '../machine.ts'
import { watchOtherWork } from '../other-work.ts'
import type { Seeded } from '../seed.ts'
import { quantile } from '../statistics.ts'
import type { SteadyCall } from '../steady-load.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

/** `STALLS_USERS=10000 npm run bench stalls` takes a minute; by default it takes hours. */
const users = Number(process.env.STALLS_USERS ?? 1_000_000)
const size = { users, licenses: users / 10, activity: users * 20, sessions: Math.min(20_000, users / 50) }
/** A call that reads is repeated for this long; a change is made once, however long it takes. */
const windowMs = Number(process.env.STALLS_WINDOW_MS ?? 2_000)
/** A list or an export of everything is read for this long, then left. */
const longestMs = 20_000
/** Only calls whose name contains this. */
const chosen = process.env.STALLS_CALLS ?? ''
const rate = 200
const connections = 16

export const stallsTitle = `verify at ${rate}/s from another process beside each call of the dashboard: ${users.toLocaleString('en-US')} users, ${size.licenses.toLocaleString('en-US')} licenses, ${size.activity.toLocaleString('en-US')} rows of activity`

export const stalls = async () => [...(await onSqlite()), ...(await onPostgres())]

const onSqlite = () => inTemporaryFolder((dataDir) => measureOn('SQLite', dataDir))

async function onPostgres(): Promise<Row[]> {
  const postgres = await installedPostgres()
  if (!postgres) return []
  const cluster = await startPostgresCluster(postgres.bin)
  try {
    return await inTemporaryFolder((dataDir) => measureOn('PostgreSQL', dataDir, `${cluster.url}/postgres`))
  } finally {
    await cluster.stop()
  }
}

async function measureOn(engine: string, dataDir: string, databaseUrl?: string): Promise<Row[]> {
  const seeded = await seedFull(dataDir, size, databaseUrl)
  const place = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const server = await startServer({ dataDir, hasOwner: false, env: { ACTIVITY_ROWS: '900000000', ...place } })
  try {
    const maker = await openMaker(server, seeded)
    const calls = dashboardCalls(await ownRecords(maker, seeded)).filter(({ name }) => name.includes(chosen))
    console.log(`  ${engine}\n  ${heads.map(cell).join('')}`)
    const load = verifyLoad(server, seeded)
    const idle: DashboardCall = { name: 'no call', method: 'GET', url: '/healthz', isRepeated: true }
    const measured: Stall[] = []
    for (const call of [idle, ...calls, idle]) {
      const stall = await beside(load, maker, call)
      print(stall)
      measured.push(stall)
    }
    await load.end()
    return [worst(engine, 'p99', measured, 25), worst(engine, 'max', measured, 100)]
  } finally {
    await server.stop()
  }
}

/** What verify took beside a call. */
interface Stall {
  readonly name: string
  readonly status: number
  readonly callMs: number
  readonly p50: number
  readonly p99: number
  readonly max: number
  readonly noise: number | undefined
}

async function beside(load: VerifyLoad, maker: Maker, call: DashboardCall): Promise<Stall> {
  const others = watchOtherWork()
  await load.start()
  const startMs = performance.now()
  const callsMs: number[] = []
  let status: number
  do {
    const callStartMs = performance.now()
    status = await make(maker, call)
    callsMs.push(performance.now() - callStartMs)
  } while (call.isRepeated && performance.now() - startMs < windowMs)
  // what a change leaves behind counts too
  if (!call.isRepeated) await sleep(Math.max(250, windowMs - (performance.now() - startMs)))
  const latencies = await load.stop()
  const [p50, p99, max] = [quantile(latencies, 0.5), quantile(latencies, 0.99), Math.max(...latencies)]
  return { name: call.name, status, callMs: Math.max(...callsMs), p50, p99, max, noise: others() }
}

async function make(maker: Maker, call: DashboardCall): Promise<number> {
  const { method, url, body, file, isPreviewed } = call
  const token = isPreviewed && (await previewToken(maker, url, body as object))
  const response = await maker.call(method, url, token ? { ...(body as object), token } : body, file)
  // read as it comes, and thrown away: a long list is larger than any string
  const end = call.isRepeated ? { signal: AbortSignal.timeout(longestMs) } : {}
  await response.body?.pipeTo(new WritableStream(), end).catch(ignoreTimeout)
  if (response.status >= 500) throw new Error(`${method} ${url}: ${response.status}`)
  return response.status
}

function ignoreTimeout(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error
}

async function previewToken(maker: Maker, url: string, { token: _, ...asked }: { readonly token?: unknown }) {
  const response = await maker.call('POST', `${url}/preview`, asked)
  return ((await response.json()) as { token?: string }).token
}

type VerifyLoad = ReturnType<typeof verifyLoad>

function verifyLoad({ origin }: RunningServer, seeded: Seeded) {
  const child = startChild<SteadyCall, LoadResult | null>('./steady-load.ts')
  const plan: LoadPlan = {
    port: Number(new URL(origin).port),
    path: '/api/v1/verify',
    headers: { 'x-api-key': seeded.apiKey },
    // the first one is changed and deleted by the calls
    bodies: seeded.users.slice(1).map(({ id }) => JSON.stringify({ user_id: id })),
    connections,
    rate,
    durationMs: Number.POSITIVE_INFINITY,
    tellsLatencies: true,
  }
  return {
    start: () => child.ask(plan),
    async stop(): Promise<readonly number[]> {
      const result = await child.ask('stop')
      return result?.latenciesMs ?? []
    },
    end: () => child.stop(),
  }
}

function worst(engine: string, kind: 'p99' | 'max', measured: readonly Stall[], limitMs: number): Row {
  const [most] = measured.toSorted((a, b) => b[kind] - a[kind])
  const name = `${engine}: worst ${kind} of verify, ms, beside ${most?.name}`
  return { name, values: [most?.[kind] ?? Number.NaN], digits: 1, target: atMost(limitMs), noise: most?.noise }
}

const heads = ['call', 'answer', 'takes ms', 'p50', 'p99', 'max', 'other work']
const cell = (text: string, place: number) => (place === 0 ? text.padEnd(76) : text.padStart(11))

function print({ name, status, callMs, p50, p99, max, noise }: Stall): void {
  const figures = [callMs, p50, p99, max].map((ms) => ms.toFixed(1))
  const cells = [name, String(status), ...figures, noise === undefined ? '' : `${noise.toFixed(0)} %`]
  console.log(`  ${cells.map(cell).join('')}`)
}
