import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/server/db/open.ts'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { type Maker, openMaker } from '../dashboard-user.ts'
import { atMost, none, type Row } from '../figure.ts'
import { type Engine, type FullDatabase, withFullDatabase } from '../full-database.ts'
import { installedPostgres } from '../machine.ts'
import type { Seeded } from '../seed.ts'
import { stallDatabase } from '../stall-database.ts'
import { quantile } from '../statistics.ts'
import { openVerifyLoad, verifyRate } from '../verify-load.ts'

const { STALLS_ENGINE } = process.env
const { users } = stallDatabase
const sevenDaysMs = 7 * 86_400_000
const sevenDays = { selection: { filter: {} }, action: { type: 'add_days', days: 7 } }
const base = '/api/applications/1'

export const changeKilledTitle = `Seven days more for ${users.toLocaleString('en-US')} users beside ${verifyRate} verifies a second, with kill -9 in the middle`

export async function changeKilled(): Promise<Row[]> {
  const rows: Row[] = []
  for (const engine of ['SQLite', 'PostgreSQL'] as const) {
    if ((STALLS_ENGINE ?? engine) !== engine) continue
    if (engine === 'PostgreSQL' && !(await installedPostgres())) continue
    rows.push(...(await withFullDatabase(engine, stallDatabase, (database) => changeAndKill(engine, database))))
  }
  return rows
}

interface Operation {
  readonly changed: number
  readonly finishedAt: string | null
}

async function changeAndKill(engine: Engine, { seeded, dataDir, databaseUrl }: FullDatabase): Promise<Row[]> {
  const before = await expiriesOf({ dataDir, databaseUrl })
  const env = { ACTIVITY_ROWS: '900000000', ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
  const start = () => startServer({ dataDir, hasOwner: false, env })
  const isInTheMiddle = ({ changed }: Operation) => changed > users / 3
  const isDone = ({ finishedAt }: Operation) => finishedAt !== null

  let server = await start()
  try {
    const first = await whileLoaded(server, seeded, async (maker) => {
      await startChange(maker)
      return untilOperation(maker, isInTheMiddle)
    })
    await server.kill()
    server = await start()
    const second = await whileLoaded(server, seeded, (maker) => untilOperation(maker, isDone))
    await server.stop()
    const latencies = [...first.latenciesMs, ...second.latenciesMs]
    const after = await expiriesOf({ dataDir, databaseUrl })
    return [
      { name: `${engine}: users changed when it was killed`, values: [first.result.changed], digits: 0 },
      { name: `${engine}: users changed in all`, values: [second.result.changed], digits: 0 },
      { name: `${engine}: s, both parts`, values: [first.seconds + second.seconds], digits: 0, target: atMost(600) },
      { name: `${engine}: verify p99, ms`, values: [quantile(latencies, 0.99)], digits: 1, target: atMost(25) },
      { name: `${engine}: worst verify, ms`, values: [Math.max(...latencies)], digits: 1, target: atMost(100) },
      none(`${engine}: users who were not given seven days once`, countOdd(before, after)),
    ]
  } finally {
    await server.kill()
  }
}

async function whileLoaded<T>(server: RunningServer, seeded: Seeded, work: (maker: Maker) => Promise<T>) {
  const maker = await openMaker(server, seeded)
  const load = openVerifyLoad(server, { apiKey: seeded.apiKey, userIds: seeded.users.map(({ id }) => id) })
  try {
    await load.start()
    const startMs = performance.now()
    const result = await work(maker)
    return { result, seconds: (performance.now() - startMs) / 1000, latenciesMs: await load.stop() }
  } finally {
    await load.end()
  }
}

/** Starts the change without waiting for its end: the kill interrupts it. */
async function startChange(maker: Maker): Promise<void> {
  const preview = await maker.call('POST', `${base}/users/bulk/preview`, sevenDays)
  const { token } = (await preview.json()) as { token: string }
  const change = maker.call('POST', `${base}/users/bulk`, { ...sevenDays, token })
  change.then((answer) => answer.text()).catch(() => {})
}

async function untilOperation(maker: Maker, isReached: (operation: Operation) => boolean): Promise<Operation> {
  for (;;) {
    const answer = await maker.call('GET', `${base}/operations`)
    const [newest] = (await answer.json()) as Operation[]
    if (newest && isReached(newest)) return newest
    await sleep(500)
  }
}

const perRead = 50_000

/** When each user expires, while no server runs. */
async function expiriesOf(place: Pick<FullDatabase, 'dataDir' | 'databaseUrl'>): Promise<Map<number, number | null>> {
  const database = await openDatabase({ ...place, checkpoint: false })
  const expiries = new Map<number, number | null>()
  try {
    for (let last = 0; ; ) {
      const page = database.reads.selectFrom('app_users').select(['id', 'expires_at']).where('id', '>', last)
      const rows = await page.orderBy('id').limit(perRead).execute()
      for (const { id, expires_at } of rows) expiries.set(id, expires_at)
      const end = rows.at(-1)
      if (!end) return expiries
      last = end.id
    }
  } finally {
    await database.close()
  }
}

/** Who never expires is left alone; days of who has expired count from the time of the request. */
function countOdd(before: ReadonlyMap<number, number | null>, after: ReadonlyMap<number, number | null>): number {
  const ofExpired = new Map<number, number>()
  let odd = before.size === after.size ? 0 : 1
  for (const [id, old] of before) {
    const now = after.get(id)
    if (now === (old === null ? null : old + sevenDaysMs)) continue
    if (old === null || now == null || old > now - sevenDaysMs) odd += 1
    else ofExpired.set(now, (ofExpired.get(now) ?? 0) + 1)
  }
  const counts = [...ofExpired.values()].sort((a, b) => b - a)
  return odd + counts.slice(1).reduce((sum, count) => sum + count, 0)
}
