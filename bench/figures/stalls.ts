import { setTimeout as sleep } from 'node:timers/promises'
import { type DashboardCall, dashboardCalls } from '../../test/contract/dashboard-calls.ts'
import { startServer } from '../../test/harness/start-server.ts'
import { type CallResult, makeCall } from '../dashboard-call.ts'
import { type Maker, openMaker, ownRecords, userElsewhere } from '../dashboard-user.ts'
import type { Row } from '../figure.ts'
import { type Engine, type FullDatabase, withFullDatabase } from '../full-database.ts'
import { type LoopHeld, loopWatchEnv, watchLoopOf } from '../loop-watch.ts'
import { installedPostgres } from '../machine.ts'
import { watchOtherWork } from '../other-work.ts'
import { stallDatabase } from '../stall-database.ts'
import { rowsOfStalls, type Stall } from '../stall-rows.ts'
import { median, quantile } from '../statistics.ts'
import { openVerifyLoad, type VerifyLoad, verifyRate } from '../verify-load.ts'

const { STALLS_WINDOW_MS, STALLS_CHANGE_MS, STALLS_CALLS, STALLS_ENGINE } = process.env

const { users, licenses, activity, settings } = stallDatabase
/** A call that reads is repeated for this long; a change is made once, however long it takes. */
const windowMs = Number(STALLS_WINDOW_MS ?? 2_000)
/** A change of many rows is stopped after this long; without it, it is made to its end. */
const longestChangeMs = STALLS_CHANGE_MS === undefined ? undefined : Number(STALLS_CHANGE_MS)
/** A session makes 600 calls a minute at most. */
const betweenMs = 100
const chosen = new RegExp(STALLS_CALLS ?? '')
/** From these on another application's clients verify: the last calls. */
const endsClients = /^DELETE \/api\/applications\/:id(\/api-keys\/:keyId)?$/
const idle: DashboardCall = { name: 'no call', method: 'GET', url: '/healthz', isRepeated: true }

export const stallsTitle = `verify at ${verifyRate}/s from another process beside each call of the dashboard: ${users.toLocaleString('en-US')} users, ${licenses.toLocaleString('en-US')} licenses, ${activity.toLocaleString('en-US')} rows of activity${settings.map((each) => `, ${each}`).join('')}`

export async function stalls(): Promise<Row[]> {
  const engines = (['SQLite', 'PostgreSQL'] as const).filter((engine) => (STALLS_ENGINE ?? engine) === engine)
  const rows: Row[] = []
  for (const engine of engines) rows.push(...(await measureOn(engine)))
  return rows
}

async function measureOn(engine: Engine): Promise<Row[]> {
  if (engine === 'PostgreSQL' && !(await installedPostgres())) return []
  return withFullDatabase(engine, stallDatabase, (database) => measureAll(engine, database))
}

async function measureAll(engine: Engine, { seeded, dataDir, databaseUrl }: FullDatabase): Promise<Row[]> {
  const place = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const env = { ACTIVITY_ROWS: '900000000', ...loopWatchEnv, ...place }
  const server = await startServer({ dataDir, hasOwner: false, env })
  try {
    const maker = await openMaker(server, seeded)
    const calls = dashboardCalls(await ownRecords(maker, seeded)).filter(({ name }) => chosen.test(name))
    // the first user is changed and deleted by the calls
    const userIds = seeded.users.slice(1).map(({ id }) => id)
    const own = openVerifyLoad(server, { apiKey: seeded.apiKey, userIds })
    const elsewhere = openVerifyLoad(server, await userElsewhere(maker))
    let load = own
    const loopHeld = watchLoopOf(server)
    const measured: Stall[] = []
    console.log(`  ${engine}\n  ${heads.map(cell).join('')}`)
    for (const call of [idle, ...calls, idle]) {
      if (endsClients.test(call.name)) load = elsewhere
      const stall = await beside(load, maker, loopHeld, call)
      print(stall)
      measured.push(stall)
    }
    await Promise.all([own, elsewhere].map((each) => each.end()))
    return rowsOfStalls(engine, measured)
  } finally {
    await server.stop()
  }
}

async function beside(
  load: VerifyLoad,
  maker: Maker,
  loopHeld: () => Promise<LoopHeld>,
  call: DashboardCall,
): Promise<Stall> {
  const others = watchOtherWork()
  await load.start()
  await loopHeld()
  const startMs = performance.now()
  const results: CallResult[] = []
  do {
    if (results.length > 0) await sleep(betweenMs)
    results.push(await makeCall(maker, call, longestChangeMs))
  } while (call.isRepeated && performance.now() - startMs < windowMs)
  // what a change leaves behind counts too
  if (!call.isRepeated) await sleep(Math.max(250, windowMs - (performance.now() - startMs)))
  const held = await loopHeld()
  const latencies = await load.stop()
  const refused = results.find(({ status }) => status >= 300)
  return {
    call,
    status: refused?.status ?? 200,
    code: refused?.code ?? '',
    times: results.length,
    medianMs: median(results.map(({ tookMs }) => tookMs)),
    firstByteMs: Math.max(...results.map(({ firstByteMs }) => firstByteMs)),
    tookMs: Math.max(...results.map(({ tookMs }) => tookMs)),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    max: quantile(latencies, 1),
    held,
    noise: others(),
  }
}

const heads = ['call', 'answer', 'times', 'first byte', 'takes ms', 'p50', 'p99', 'max', 'held CPU', 'held', 'others']
const cell = (text: string, place: number) => (place === 0 ? text.padEnd(76) : text.padStart(11))

function print({ call, status, times, firstByteMs, tookMs, p50, p99, max, held, noise }: Stall): void {
  const figures = [firstByteMs, tookMs, p50, p99, max, held.cpuMs, held.elapsedMs].map((ms) => ms.toFixed(1))
  const others = noise === undefined ? '' : `${noise.toFixed(0)} %`
  const cells = [call.name, String(status), String(times), ...figures, others]
  console.log(`  ${cells.map(cell).join('')}`)
}
