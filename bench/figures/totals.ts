import { type Kysely, sql } from 'kysely'
import { openDatabase } from '../../src/server/db/open.ts'
import type { Tables } from '../../src/server/db/tables.ts'
import { startPostgresCluster } from '../../test/harness/postgres-cluster.ts'
import { startServer } from '../../test/harness/start-server.ts'
import { atMost, type Row } from '../figure.ts'
import { installedPostgres } from '../machine.ts'
import { seed } from '../seed.ts'
import { signIn } from '../sign-in.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

export const totalApplications = 50
/** What an application in use counts in each hour. */
const events = ['user_login', 'login_failed', 'session_start', 'session_end']
const days = 200
const hours = 92 * 24
const calls = 9

/** The worst zone beside the usual ones: eleven to twelve hours of each day are read by the hour. */
const zones = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland']

export async function totals(): Promise<readonly Row[]> {
  const embedded = await inTemporaryFolder((dataDir) => totalsOn('SQLite', dataDir, undefined))
  const postgres = await installedPostgres()
  if (!postgres) return embedded
  const cluster = await startPostgresCluster(postgres.bin)
  try {
    const url = `${cluster.url}/postgres`
    return [...embedded, ...(await inTemporaryFolder((dataDir) => totalsOn('PostgreSQL', dataDir, url)))]
  } finally {
    await cluster.stop()
  }
}

async function totalsOn(engine: string, dataDir: string, databaseUrl: string | undefined): Promise<Row[]> {
  const place = { dataDir, ...(databaseUrl !== undefined && { databaseUrl }) }
  const seeded = await seed({ ...place, users: 10, sessionsPerUser: 1 })
  await fillCounts(place)
  const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const server = await startServer({ dataDir, hasOwner: false, env })
  try {
    const headers = { cookie: await signIn(server.origin, seeded) }
    const rows: Row[] = []
    for (const zone of zones) {
      const values: number[] = []
      for (let call = 0; call < calls; call += 1) {
        const startMs = performance.now()
        const response = await fetch(`${server.origin}/api/stats?range=90d&zone=${zone}`, { headers })
        const { now } = (await response.json()) as { now: { signIns: number } }
        if (now.signIns === 0) throw new Error('no sign-ins were counted')
        values.push(performance.now() - startMs)
      }
      rows.push({ name: `${engine}: 90 days in ${zone}, ms`, values: values.slice(1), digits: 1, target: atMost(100) })
    }
    return rows
  } finally {
    await server.stop()
  }
}

/** More applications of the same owner, and counts of all of them. */
async function fillCounts(place: { readonly dataDir: string; readonly databaseUrl?: string }): Promise<void> {
  const database = await openDatabase({ ...place, checkpoint: false })
  try {
    await database.transaction(async (tx) => {
      const row = await tx.selectFrom('applications').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
      const { id: _, ...application } = row
      for (let more = 1; more < totalApplications; more += 1) {
        const values = { ...application, name: `Game ${more}` }
        await tx.insertInto('applications').values(values).execute()
      }
      const now = Math.floor(Date.now() / 3_600_000)
      for (const event of events) {
        await fillSteps(tx, 'hour', event, { count: hours, last: now, each: 1 })
        await fillSteps(tx, 'day', event, { count: days, last: Math.floor(now / 24), each: 24 })
      }
    })
  } finally {
    await database.close()
  }
}

interface Filling {
  readonly count: number
  readonly last: number
  readonly each: number
}

async function fillSteps(tx: Kysely<Tables>, step: 'hour' | 'day', event: string, { count, last, each }: Filling) {
  await sql`WITH RECURSIVE places(at) AS (
      SELECT CAST(${last - count + 1} AS BIGINT) UNION ALL SELECT at + 1 FROM places WHERE at < ${last})
    INSERT INTO ${sql.table(`event_${step}s`)} (application_id, event, ${sql.ref(step)}, count)
    SELECT id, ${event}, at, ${each} FROM applications, places`.execute(tx)
}
