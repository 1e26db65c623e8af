import { tmpdir } from 'node:os'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../src/server/db/open.ts'
import { createTestApp, signedInAccount, type TestAccount, type TestApp } from '../harness/create-test-app.ts'
import { createDatabase } from '../harness/postgres-cluster.ts'
import { type PostgresPair, pairBin, startPostgresPair } from '../harness/postgres-pair.ts'
import { runCli } from '../harness/start-server.ts'

const bin = await pairBin()

/** A real standby whose replay the tests stop: what it doesn't know tells where a read went. */
describe.skipIf(bin === undefined)('a server with a replica', () => {
  let pair: PostgresPair
  let replica: pg.Client
  let database: Database
  let test: TestApp
  let owner: TestAccount
  let applicationId = 0
  let name = ''
  beforeAll(async () => {
    pair = await startPostgresPair(bin ?? '')
    name = (await createDatabase(pair.primaryUrl())).name
    const readUrl = `${pair.urls[1]}/${name}`
    // the standby has to have the database before it can be read
    replica = new pg.Client(`${pair.urls[1]}/postgres`)
    replica.on('error', () => {})
    await replica.connect()
    database = await openDatabase({ dataDir: '', databaseUrl: `${pair.primaryUrl()}/${name}`, readUrl, poolMax: 8 })
    test = await createTestApp({ database })
    owner = await signedInAccount(test, 'owner')
    applicationId = (await owner.api<{ id: number }>('POST', '/api/applications', { name: 'Read' })).body.id
  })
  afterAll(async () => {
    await test?.close()
    await database?.close()
    await replica?.end().catch(() => {})
    await pair.stop()
  })
  /** What the server does every 5 seconds. */
  const passTime = async () => {
    test.clock.advance(5_000)
    await test.app.jobs.writeNode()
  }
  const isReplayed = async () => {
    const { rows } = await replica.query('SELECT pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() AS yes')
    return rows[0]?.yes === true
  }
  const keepUp = async () => {
    await replica.query('SELECT pg_wal_replay_resume()')
    await passTime()
    while (!(await isReplayed()));
    await passTime()
  }
  /** Changes in the audit log that the call shows, the newest first. */
  const audited = async () => {
    const { status, body } = await owner.api<{ action: string }[]>('GET', '/api/audit')
    expect(status).toBe(200)
    return body.length
  }
  const rename = (to: string) => owner.api('PATCH', `/api/applications/${applicationId}`, { name: to })
  /** What the doctor says of the replica at this address. */
  const examined = (readUrl = `${pair.urls[1]}/${name}`) => {
    const env = { DATABASE_URL: `${pair.primaryUrl()}/${name}`, DATABASE_READ_URL: readUrl }
    const { text } = runCli(tmpdir(), ['doctor', '--json'], env)
    const { findings } = JSON.parse(text) as { findings: { check: string; state: string; found: string }[] }
    return findings.find(({ check }) => check === 'read replica')
  }

  it('reads its audit log there while the replica keeps up, and everything else from the primary', async () => {
    await keepUp()
    const before = await audited()
    await replica.query('SELECT pg_wal_replay_pause()')
    expect((await rename('Renamed')).status).toBe(200)
    expect(await audited()).toBe(before)
    const { body } = await owner.api<{ name: string }>('GET', `/api/applications/${applicationId}`)
    expect(body.name).toBe('Renamed')
    await keepUp()
    expect(await audited()).toBe(before + 1)
  })

  it('reads from the primary once the replica is more than 10 seconds behind, and returns to it', async () => {
    await keepUp()
    const before = await audited()
    await replica.query('SELECT pg_wal_replay_pause()')
    await rename('Behind')
    expect(await audited()).toBe(before)
    for (let passed = 0; passed < 4; passed += 1) await passTime()
    expect(await audited()).toBe(before + 1)
    await keepUp()
    await replica.query('SELECT pg_wal_replay_pause()')
    await rename('Again')
    expect(await audited()).toBe(before + 1)
    await replica.query('SELECT pg_wal_replay_resume()')
  })

  it('is examined by the doctor, who tells how far it is behind, and names an address that is no replica', async () => {
    await keepUp()
    expect(examined()).toMatchObject({ state: 'ok', found: '0 s behind' })
    await replica.query('SELECT pg_wal_replay_pause()')
    for (let passed = 0; passed < 4; passed += 1) await passTime()
    expect(examined()).toMatchObject({ state: 'warning', found: '20 s behind' })
    await replica.query('SELECT pg_wal_replay_resume()')
    const primary = `${pair.primaryUrl()}/${name}`
    expect(examined(primary)).toMatchObject({ state: 'warning', found: expect.stringContaining('no replica') })
    const nobody = 'postgres://u:canary@127.0.0.1:9/kw'
    const lost = examined(nobody)
    expect(lost).toMatchObject({ state: 'warning', found: expect.stringContaining('in DATABASE_READ_URL') })
    expect(JSON.stringify(lost)).not.toContain('canary')
  })

  it('reads from the primary when the replica is gone, and no call fails', async () => {
    await keepUp()
    const before = await audited()
    await pair.endStandby()
    expect((await rename('Gone')).status).toBe(200)
    const counts = await Promise.all(Array.from({ length: 20 }, audited))
    expect(new Set(counts)).toEqual(new Set([before + 1]))
    await passTime()
    expect(await audited()).toBe(before + 1)
  })
})
