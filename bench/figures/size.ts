import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { licenseSorts } from '../../src/shared/contract/licenses.ts'
import { startServer } from '../../test/harness/start-server.ts'
import { cpuTimeDuring, cpuTimeUs } from '../cpu-time.ts'
import { atMost, type Row } from '../figure.ts'
import { filledUser } from '../fill-users.ts'
import { seedFull } from '../full-installation.ts'
import { generateLoad, type LoadGenerator, startLoadGenerator } from '../generate-load.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { loginsOf } from '../logins.ts'
import { heartbeatRequests, verifyRequests } from '../paired-rounds.ts'
import type { Seeded } from '../seed.ts'
import { signIn } from '../sign-in.ts'
import { median } from '../statistics.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

const full = { users: 1_000_000, licenses: 100_000, activity: 5_000_000, sessions: 20_000 }
const rounds = 5
const roundMs = { heartbeat: 2_000, verify: 2_000, login: 3_000 }
const warmUpMs = 4_000

export async function size(): Promise<readonly Row[]> {
  return inTemporaryFolder(async (dataDir) => {
    const startMs = performance.now()
    const seeded = await seedFull(dataDir, full)
    const seconds = (performance.now() - startMs) / 1000
    const seeding: Row = { name: 'seconds to fill it', values: [seconds], digits: 0, target: atMost(180) }
    const env = { ACTIVITY_ROWS: '900000000' }
    const server = await startServer({ dataDir, hasOwner: false, env })
    try {
      const first = await firstStatistics(server.origin, seeded)
      const port = Number(new URL(server.origin).port)
      const large: Installation = { server, port, pid: server.process.pid ?? 0, seeded }
      const calls = await withInstallation({ users: 2_000, sessionsPerUser: 10 }, (empty) => compare(large, empty))
      const pages = await pageRows(large)
      return [...calls, ...first, ...pages, seeding, ...(await weight(large, dataDir))]
    } finally {
      await server.stop()
    }
  })
}

/** The public calls, alternating between the full and the empty installation. */
async function compare(large: Installation, empty: Installation): Promise<Row[]> {
  const generator = startLoadGenerator()
  try {
    const kinds = ['heartbeat', 'verify', 'login'] as const
    const rows: Row[] = []
    for (const kind of kinds) {
      for (const each of [large, empty]) await cpuUs(generator, each, kind, kind === 'login' ? warmUpMs * 3 : warmUpMs)
      const costs: { large: number; empty: number }[] = []
      for (let round = 0; round < rounds; round += 1) {
        const ofLarge = await cpuUs(generator, large, kind, roundMs[kind])
        costs.push({ large: ofLarge, empty: await cpuUs(generator, empty, kind, roundMs[kind]) })
      }
      rows.push(
        {
          name: `${kind}: CPU, full / empty`,
          values: costs.map((each) => each.large / each.empty),
          digits: 2,
          target: atMost(1.3),
        },
        { name: `${kind}: CPU us, full`, values: costs.map((each) => each.large), digits: 1 },
        { name: `${kind}: CPU us, empty`, values: costs.map((each) => each.empty), digits: 1 },
      )
    }
    return rows
  } finally {
    await generator.stop()
  }
}

/** Of the server's own process; passwords are hashed in another one. */
async function cpuUs(
  generator: LoadGenerator,
  installation: Installation,
  kind: keyof typeof roundMs,
  durationMs: number,
) {
  const connections = kind === 'login' ? 8 : 64
  const plan = { ...planOf(installation, kind), port: installation.port, connections, durationMs }
  const { us, result } = await cpuTimeDuring(
    () => cpuTimeUs(installation.pid),
    () => generateLoad(generator, plan),
  )
  return us / result.answers
}

function planOf(installation: Installation, kind: keyof typeof roundMs) {
  if (kind === 'heartbeat') return heartbeatRequests(installation)
  return kind === 'login' ? loginsOf(installation) : verifyRequests(installation)
}

const sorts = ['username', 'expiresAt', 'lastLogin', 'createdAt'].flatMap((field) => [`${field}:asc`, `${field}:desc`])

/** Typical searches: a few hits, thousands, nearly everyone, nobody; by name, email, hardware ID and IP address. */
function searches(): string[] {
  const { username, hwid } = filledUser(123_456)
  const prefixes = [username, username.slice(0, 4), username.slice(0, 2), username.slice(0, 1)]
  return [...prefixes, `${username}@ex`, hwid.slice(0, 10), hwid, '10.7', 'nobody at all', '0']
}

async function pageRows({ server, seeded }: Installation): Promise<Row[]> {
  const cookie = await signIn(server.origin, seeded)
  const base = '/api/applications/1/users?limit=50'
  const plain = sorts.map((sort) => `${base}&sort=${sort}`)
  const searched = searches().flatMap((q) => sorts.map((sort) => `${base}&sort=${sort}&q=${encodeURIComponent(q)}`))
  const filtered = ['status=active', 'status=banned', 'status=paused', 'status=inactive', 'hasHwid=true'].flatMap(
    (filter) => sorts.map((sort) => `${base}&sort=${sort}&${filter}`),
  )
  return [
    await slowest(`page of users, slowest of ${plain.length} sorts, ms`, server.origin, cookie, plain),
    await slowest(`page of users searched, slowest of ${searched.length}, ms`, server.origin, cookie, searched),
    await slowest(`page of users by status, slowest of ${filtered.length}, ms`, server.origin, cookie, filtered),
    await slowest(
      `page of licenses by filter, slowest of ${licensePages.length}, ms`,
      server.origin,
      cookie,
      licensePages,
      50,
    ),
    await slowest('statistics of the application, ms', server.origin, cookie, ['/api/applications/1/stats'], 50),
    await slowest('expiries of 12 weeks, ms', server.origin, cookie, ['/api/applications/1/stats/expiries'], 2_000),
  ]
}

const licenseFilters = ['', 'status=active', 'status=expired', 'status=inactive', 'status=full', 'isUsed=false']
const licenseSearches = ['expiresWithinDays=30', 'q=FILL-777', 'q=nothing', 'status=full&isUsed=true&q=nothing']
const licensePages = licenseSorts.flatMap((field) =>
  ['asc', 'desc'].flatMap((order) =>
    [...licenseFilters, ...licenseSearches].map(
      (filter) => `/api/applications/1/licenses?limit=100&sort=${field}:${order}&${filter}`,
    ),
  ),
)

/** Nothing was read before. */
async function firstStatistics(origin: string, seeded: Seeded): Promise<Row[]> {
  const cookie = await signIn(origin, seeded)
  const startMs = performance.now()
  const response = await fetch(`${origin}/api/applications/1/stats`, { headers: { cookie } })
  await response.text()
  return [
    {
      name: 'first statistics after a start, ms',
      values: [performance.now() - startMs],
      digits: 1,
      target: atMost(50),
    },
  ]
}

/** Each request five times; returns the largest of their medians. */
async function slowest(
  name: string,
  origin: string,
  cookie: string,
  paths: readonly string[],
  limitMs = 100,
): Promise<Row> {
  let worst = { path: '', ms: 0 }
  for (const path of paths) {
    const times: number[] = []
    for (let call = 0; call < 5; call += 1) {
      const startMs = performance.now()
      const response = await fetch(origin + path, { headers: { cookie } })
      await response.text()
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      times.push(performance.now() - startMs)
    }
    if (median(times) > worst.ms) worst = { path, ms: median(times) }
  }
  console.log(`  slowest: ${worst.path} ${worst.ms.toFixed(1)} ms`)
  return { name, values: [worst.ms], digits: 1, target: atMost(limitMs) }
}

async function weight({ pid }: Installation, dataDir: string): Promise<Row[]> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const residentKb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
  const { size: bytes } = await stat(join(dataDir, 'keywright.db'))
  return [
    { name: 'memory of the server, MiB', values: [residentKb / 1024], digits: 0 },
    { name: 'database file, MiB', values: [bytes / 2 ** 20], digits: 0 },
  ]
}
