import { rmSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp, signedInAccount, type TestApp } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases, describeOnPostgres } from '../../../../test/harness/databases.ts'
import { openBackupApp } from '../../../../test/harness/open-backup-app.ts'
import { metricsToken, scrape, seriesValue } from '../../../../test/harness/scrape.ts'
import { useOpened, useTestApp } from '../../../../test/harness/use-suite.ts'
import { databaseBytes } from '../../backups/room.ts'
import { newestStep } from '../../db/open.ts'

interface System {
  readonly version: string
  readonly engine: string
  readonly schema: string
  readonly nodes: readonly { id: string; name: string; isThis: boolean; seenAt: string; clockSkewMs: number }[]
  readonly jobs: readonly { name: string; everyMs: number | null; state: string; succeededAt: string | null }[]
  readonly disk: { freeBytes: number; sizeBytes: number; databaseBytes: number; isFull: boolean } | null
  readonly warnings: readonly { code: string; subject: string | null }[]
}

const system = async (test: TestApp) => {
  const owner = await signedInAccount(test, 'owner')
  const { status, body } = await owner.api<System>('GET', '/api/system')
  expect(status).toBe(200)
  return body
}

describeOnBothDatabases('the description of the installation', (open) => {
  const test = useTestApp({ open, env: { NODE_NAME: 'north-1' } })

  it('names version, database, schema and this server to owners', async () => {
    const engine = test.database.engine
    expect(await system(test)).toEqual({
      ...{ version: '0.0.0-test', engine, schema: newestStep },
      nodes: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          ...{ name: 'north-1', version: '0.0.0-test', schema: newestStep, clockSkewMs: 0, isThis: true },
          startedAt: expect.any(String),
          seenAt: expect.any(String),
        },
      ],
      disk: engine === 'postgres' ? null : expect.objectContaining({ isFull: false }),
      ...{ jobs: [], warnings: [] },
    })
  })

  it('is for owners alone', async () => {
    const admin = await signedInAccount(test, 'admin')
    expect((await admin.api('GET', '/api/system')).status).toBe(403)
    expect((await test.call('GET', '/api/system')).status).toBe(401)
  })
})

describeOnBothDatabases('the jobs of a server', (open) => {
  const suite = useOpened(
    async () => createTestApp({ database: await open(), env: { METRICS_TOKEN: metricsToken } }),
    (test) => test.close(),
  )
  const isLate = async () => seriesValue(await scrape(suite), 'keywright_job_late{job_name="unfinished changes"}')

  it('are told with how their last run did: one that fails is late after two minutes, and right again when it succeeds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const rename = (from: string, to: string) =>
      suite.database.transaction((tx) => sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(tx))
    const jobNamed = async (name: string) => (await system(suite)).jobs.find((job) => job.name === name)
    const becomes = (state: string) =>
      vi.waitUntil(async () => {
        vi.advanceTimersByTime(10_000)
        return (await jobNamed('unfinished changes'))?.state === state
      })
    await rename('operations', 'operations_away')
    suite.app.jobs.start()
    await becomes('failed')
    expect((await system(suite)).warnings).toEqual([])
    expect(await isLate()).toBe(0)
    suite.clock.advance(121_000)
    expect(await isLate()).toBe(1)
    const { jobs, warnings } = await system(suite)
    expect(warnings).toContainEqual({ code: 'job_late', subject: 'unfinished changes' })
    expect(jobs.find(({ name }) => name === 'unfinished changes')).toMatchObject({ everyMs: 10_000, succeededAt: null })
    expect(suite.log.join()).toContain('operations')
    expect(JSON.stringify(jobs)).not.toContain('operations')
    expect(jobs.map(({ name }) => name)).toEqual(jobs.map(({ name }) => name).sort())
    expect((await jobNamed('weeks of activity'))?.everyMs).toBe(null)

    await rename('operations_away', 'operations')
    await becomes('succeeded')
    expect((await system(suite)).warnings).not.toContainEqual({ code: 'job_late', subject: 'unfinished changes' })
    expect(await isLate()).toBe(0)
  })
})

describe('what the installation says of its disk and its backups', () => {
  it('is the room, the size of the database, and a backup that failed until one succeeds', async () => {
    const it = await openBackupApp()
    const first = await system(it)
    expect(first.warnings).toEqual([])
    expect(first.disk).toMatchObject({ isFull: false })
    expect(first.disk?.freeBytes).toBeGreaterThan(0)
    expect(first.disk?.sizeBytes).toBeGreaterThan(first.disk?.freeBytes ?? 0)
    expect(first.disk?.databaseBytes).toBe(databaseBytes(it.dataDir))
    await it.backUp()
    expect((await system(it)).warnings).toEqual([])
    rmSync(it.folder, { recursive: true })
    writeFileSync(it.folder, 'a file where the folder should be')
    expect((await it.owner.api('POST', '/api/system/backups', {})).status).toBe(202)
    expect((await system(it)).warnings).toEqual([{ code: 'backup_failed', subject: 'folder' }])
    rmSync(it.folder)
    await it.backUp()
    expect((await system(it)).warnings).toEqual([])
  })
})

describeOnPostgres('two servers on one database', (open) => {
  const suite = useOpened(
    async () => {
      const database = await open()
      const env = { METRICS_TOKEN: metricsToken, MASTER_KEY: 'a master key that both servers of a test share' }
      const first = await createTestApp({ database, env: { ...env, NODE_NAME: 'a' } })
      const second = await createTestApp({ database, clock: first.clock, env: { ...env, NODE_NAME: 'b' } })
      return { first, second }
    },
    ({ first }) => first.close(),
  )
  const names = async (test: TestApp) => (await system(test)).nodes.map(({ name, isThis }) => [name, isThis])

  it('see each other while both run, and each knows which of them it is; metrics count them', async () => {
    const { first, second } = suite
    await second.app.jobs.writeNode()
    await first.app.jobs.writeNode()
    expect(await names(first)).toEqual([
      ['a', true],
      ['b', false],
    ])
    expect(await names(second)).toEqual([
      ['a', false],
      ['b', true],
    ])
    const scraped = await scrape(first)
    expect(seriesValue(scraped, 'keywright_nodes')).toBe(2)
    expect(scraped).toContain('\nkeywright_clock_skew_seconds 0\n')
  })

  it('forget one that was killed after a minute without a word, and one that stops at once', async () => {
    const { first, second } = suite
    first.clock.advance(59_000)
    await first.app.jobs.writeNode()
    expect((await names(first)).length).toBe(2)
    first.clock.advance(2_000)
    expect((await names(first)).length).toBe(1)
    await first.app.jobs.writeNode()
    const rows = () => first.database.reads.selectFrom('nodes').select('name').orderBy('name').execute()
    expect(await rows()).toEqual([{ name: 'a' }])
    await second.app.jobs.writeNode()
    expect((await names(first)).length).toBe(2)
    await second.close()
    expect(await names(first)).toEqual([['a', true]])
  })
})
