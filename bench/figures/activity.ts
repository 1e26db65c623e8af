import { startPostgresCluster } from '../../test/harness/postgres-cluster.ts'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { atMost, type Row } from '../figure.ts'
import { busiestIp } from '../fill-activity.ts'
import { fillPostgresActivity } from '../fill-postgres.ts'
import { filledUser } from '../fill-users.ts'
import { seedFull } from '../full-installation.ts'
import { installedPostgres } from '../machine.ts'
import { type Seeded, seed } from '../seed.ts'
import { signIn } from '../sign-in.ts'
import { median, quantile } from '../statistics.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

const rows = 5_000_000

export async function activity(): Promise<readonly Row[]> {
  return inTemporaryFolder(async (dataDir) => {
    const startMs = performance.now()
    const seeded = await seedFull(dataDir, { users: 20_000, licenses: 2_000, activity: rows, sessions: 0 })
    const fillSeconds = (performance.now() - startMs) / 1000
    const filling: Row = { name: 'seconds to fill the embedded database', values: [fillSeconds], digits: 0 }
    const pages = await withServer(dataDir, { ACTIVITY_ROWS: '900000000' }, (server) =>
      pageRows('SQLite', server, seeded),
    )
    return [...pages, filling, ...(await postgresRows())]
  })
}

async function withServer<T>(
  dataDir: string,
  env: Record<string, string>,
  work: (server: RunningServer) => Promise<T>,
): Promise<T> {
  const server = await startServer({ dataDir, hasOwner: false, env })
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

async function postgresRows(): Promise<Row[]> {
  const postgres = await installedPostgres()
  if (!postgres) return []
  const cluster = await startPostgresCluster(postgres.bin)
  try {
    return await inTemporaryFolder(async (dataDir) => {
      const databaseUrl = `${cluster.url}/postgres`
      const seeded = await seed({ dataDir, databaseUrl, users: 10, sessionsPerUser: 0 })
      const startMs = performance.now()
      await fillPostgresActivity(databaseUrl, 1, rows)
      const fillSeconds = (performance.now() - startMs) / 1000
      const env = { ACTIVITY_ROWS: '900000000', DATABASE_URL: databaseUrl }
      const pages = await withServer(dataDir, env, (server) => pageRows('PostgreSQL', server, seeded))
      return [...pages, { name: 'seconds to fill PostgreSQL', values: [fillSeconds], digits: 0 }]
    })
  } finally {
    await cluster.stop()
  }
}

/** Typical filters, including those that match nothing or only old rows. */
function filters(username: string): string[] {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  return [
    '',
    'event=login_failed',
    'event=login_blocked_ip',
    'event=login_blocked_hwid',
    'event=account_disabled,hwid_mismatch,account_expired',
    'success=false',
    'success=true',
    `ip=${busiestIp}`,
    `ip=${busiestIp}&event=login_blocked_ip`,
    `ip=${busiestIp}&event=login_blocked_hwid`,
    `ip=${busiestIp}&success=false`,
    'ip=10.0.7.7',
    'ip=192.0.2.9',
    `username=${username}`,
    `username=${username}&success=false`,
    'username=nobody',
    'userId=7',
    'code=account_banned',
    'code=logout',
    'code=nothing',
    `code=logout&ip=${busiestIp}`,
    `from=${ago(0.01)}`,
    `to=${ago(79)}`,
    `event=login_failed&to=${ago(79)}`,
    `success=false&from=${ago(40)}&to=${ago(39.9)}`,
    `ip=${busiestIp}&to=${ago(79.5)}`,
  ]
}

async function pageRows(engine: string, server: RunningServer, seeded: Seeded): Promise<Row[]> {
  const cookie = await signIn(server.origin, seeded)
  const username = engine === 'SQLite' ? filledUser(77).username : 'user-77'
  const medians: number[] = []
  let slowest = ''
  for (const filter of filters(username)) {
    const path = `/api/activity-logs?applicationId=1&limit=50&${filter}`
    const times: number[] = []
    for (let call = 0; call < 7; call += 1) {
      const startMs = performance.now()
      const response = await fetch(server.origin + path, { headers: { cookie } })
      await response.text()
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      times.push(performance.now() - startMs)
    }
    if (median(times) > Math.max(0, ...medians)) slowest = filter
    medians.push(median(times))
  }
  const name = `${engine}: filtered page`
  return [
    {
      name: `${name}, ms, the slowest of ${medians.length} (${slowest})`,
      values: [Math.max(...medians)],
      digits: 1,
      target: atMost(100),
    },
    { name: `${name}, ms, half of them`, values: [quantile(medians, 0.5)], digits: 1 },
  ]
}
