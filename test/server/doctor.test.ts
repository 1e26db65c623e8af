import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createPlainServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { backupFolder, copyName, writeManifest } from '../../src/server/backups/copies.ts'
import { createTestDatabase } from '../harness/create-test-database.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { describePostgres } from '../harness/databases.ts'
import { openS3Double } from '../harness/s3-double.ts'
import { hasOpenssl, selfSigned } from '../harness/self-signed.ts'
import { openSmtpSink } from '../harness/smtp-sink.ts'
import { type RunningServer, serverEnv, startServer } from '../harness/start-server.ts'

const cli = fileURLToPath(new URL('../../src/server/cli.ts', import.meta.url))

interface Finding {
  readonly check: string
  readonly state: string
  readonly found: string
  readonly advice?: string
}

/** Runs a command beside what has to answer it: never synchronously. */
async function run(env: Readonly<Record<string, string>>, ...args: string[]) {
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...serverEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, out, err }
}

const doctor = (env: Readonly<Record<string, string>>, ...args: string[]) => run(env, 'doctor', ...args)

/** The findings of a run, by check. */
async function examine(env: Readonly<Record<string, string>>, ...args: string[]) {
  const { code, out, err } = await doctor(env, '--json', ...args)
  expect(err).toBe('')
  const { findings } = JSON.parse(out) as { findings: Finding[] }
  return { code, of: (check: string) => findings.find((each) => each.check === check), findings }
}

async function start(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const server = await startServer({ dataDir, env })
  onTestFinished(server.stop)
  return server
}

const hourMs = 3_600_000

/** A copy as the server lists it, made so many hours ago; returns its name. */
function copyMade(dataDir: string, hoursAgo: number): string {
  const createdAt = new Date(Date.now() - hoursAgo * hourMs)
  const folder = backupFolder(dataDir)
  const name = copyName(createdAt)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), 'copy')
  writeManifest(folder, name, { createdAt, bytes: 4, masterKeyId: '', schema: '', rows: {} })
  return name
}

/** Every row of the tables that the doctor reads of, and the files beside them. */
const filesOf = (dataDir: string) => readdirSync(dataDir, { recursive: true }).sort()

describe('the doctor on the embedded database', () => {
  it('finds nothing wrong beside a running server, in words and as JSON, and changes nothing', async () => {
    const dataDir = await dataFolder()
    const server = await start(dataDir)
    await server.api('POST', '/api/applications', { name: 'Healthy' })
    const before = filesOf(dataDir)
    const { code, findings, of } = await examine({ DATA_DIR: dataDir }, '--url', server.origin)
    expect([code, findings.filter(({ state }) => state === 'wrong')]).toEqual([0, []])
    for (const check of ['Node.js', 'data folder', 'database', 'schema', 'master key', 'counts', 'server', 'mail']) {
      expect(of(check)).toMatchObject({ state: 'ok' })
    }
    expect(of('server')?.found).toContain(server.origin)
    expect(of('backup')).toMatchObject({ state: 'warning', advice: expect.stringContaining('backup create') })
    const { code: again, out } = await doctor({ DATA_DIR: dataDir }, '--url', server.origin)
    expect(again).toBe(0)
    expect(out).toMatch(/^ok {7}Node\.js +24\./)
    expect(out).toMatch(/\nok: \d+, warnings: \d+, wrong: 0\n$/)
    expect(filesOf(dataDir)).toEqual(before)
    expect((await server.api('GET', '/api/applications')).status).toBe(200)
  }, 60_000)

  it('says what is wrong and what to do, leaves all of it as it is, and ends with 1', async () => {
    const dataDir = await dataFolder()
    const server = await startServer({ dataDir })
    await server.api('POST', '/api/applications', { name: 'Ill' })
    await server.stop()
    const file = join(dataDir, 'keywright.db')
    const change = (...statements: string[]) => {
      const db = new DatabaseSync(file)
      for (const sql of statements) db.exec(sql)
      db.close()
    }
    change('UPDATE applications SET user_count = 7')
    chmodSync(dataDir, 0o755)
    copyFileSync(join(dataDir, 'master.key'), join(dataDir, 'kept'))
    writeFileSync(join(dataDir, 'master.key'), 'another key, and long enough to be one')
    copyMade(dataDir, 40)
    const bytes = readFileSync(file)
    const before = filesOf(dataDir)
    const env = {
      DATA_DIR: dataDir,
      PUBLIC_URL: 'https://127.0.0.1:9',
      SMTP_URL: 'smtp://127.0.0.1:9',
      SMTP_FROM: 'a@b.example',
    }
    const { code, of, findings } = await examine(env)
    expect(code).toBe(1)
    expect(of('data folder')).toMatchObject({ state: 'warning', advice: `Run: chmod 700 ${dataDir}` })
    expect(of('master key')).toMatchObject({ state: 'wrong', found: expect.stringContaining('but the database needs') })
    expect(of('counts')).toMatchObject({ state: 'wrong', found: 'users of applications: wrong in 1 rows' })
    expect(of('server')).toMatchObject({ state: 'wrong', found: expect.stringContaining('does not answer') })
    expect(of('certificate')).toMatchObject({ state: 'wrong' })
    expect(of('proxy')).toMatchObject({ state: 'warning', advice: expect.stringContaining('TRUST_PROXY') })
    expect(of('mail')).toMatchObject({ state: 'wrong' })
    expect(of('backup')).toMatchObject({
      state: 'warning',
      found: 'the newest is 40 hours old, no restore was tested yet',
    })
    for (const { state, advice } of findings) expect(advice === undefined).toBe(state === 'ok')
    expect(readFileSync(file).equals(bytes)).toBe(true)
    expect(filesOf(dataDir)).toEqual(before)
  }, 60_000)

  it('counts only whole copies that no test of a restore found damaged, and says when one last passed', async () => {
    const dataDir = await dataFolder()
    await (await startServer({ dataDir })).stop()
    const backup = async () => (await examine({ DATA_DIR: dataDir })).of('backup')
    const passed = copyMade(dataDir, 20)
    const damaged = copyMade(dataDir, 2)
    // without a manifest, cut off, and of another name
    writeFileSync(join(backupFolder(dataDir), copyName(new Date())), 'copy')
    writeFileSync(join(backupFolder(dataDir), copyMade(dataDir, 1)), 'cop')
    writeFileSync(join(backupFolder(dataDir), 'keywright-mine.db'), 'copy')
    expect(await backup()).toEqual({ check: 'backup', state: 'ok', found: '2 hours old, no restore was tested yet' })
    const db = new DatabaseSync(join(dataDir, 'keywright.db'))
    const add = db.prepare(
      "INSERT INTO backups (place, name, state, created_at, rehearsed_at) VALUES ('folder', ?, ?, 0, ?)",
    )
    add.run(passed, 'complete', Date.now() - 5.5 * hourMs)
    add.run(damaged, 'failed', null)
    db.close()
    expect(await backup()).toMatchObject({ state: 'ok', found: '20 hours old, a restore was tested 5 hours ago' })
    writeFileSync(join(dataDir, 'keywright.db'), 'this is no database'.repeat(500))
    expect(await backup()).toMatchObject({ state: 'ok', found: '2 hours old, no restore was tested yet' })
  }, 60_000)

  it('lists the storage of copies and changes nothing there: none, a new one, an old one, and a storage that refuses', async () => {
    const dataDir = await dataFolder()
    await (await startServer({ dataDir })).stop()
    const storage = await openS3Double()
    onTestFinished(storage.close)
    const env = { DATA_DIR: dataDir, ...storage.env }
    const found = async () => {
      const { code, of } = await examine(env)
      return { code, ...of('S3 storage') }
    }
    expect(await found()).toMatchObject({ state: 'warning', found: 'no copy of this installation' })
    expect(await run(env, 'backup', 'create')).toMatchObject({ code: 0 })
    expect(await found()).toMatchObject({ state: 'ok', found: '0 hours old' })
    const kept = [...storage.objects.keys()].sort()
    expect(kept).toHaveLength(2)
    const aged = copyName(new Date(Date.now() - 40 * hourMs))
    for (const [key, bytes] of [...storage.objects]) {
      storage.objects.delete(key)
      storage.objects.set(key.replace(/keywright-[^/]*?\.db/, aged), bytes)
    }
    expect(await found()).toMatchObject({ state: 'warning', found: 'the newest copy is 40 hours old' })
    storage.mood.status = 403
    const refused = await found()
    expect(refused).toMatchObject({ code: 1, state: 'wrong', found: expect.stringContaining('cannot be listed') })
    expect(JSON.stringify(refused)).not.toContain(storage.env.BACKUP_S3_SECRET)
    expect([storage.objects.size, storage.refused()]).toEqual([2, 0])
  }, 60_000)

  it('names an older schema, a damaged file and a missing one', async () => {
    const dataDir = await dataFolder()
    await (await startServer({ dataDir })).stop()
    const db = new DatabaseSync(join(dataDir, 'keywright.db'))
    db.exec('DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations)')
    db.close()
    expect((await examine({ DATA_DIR: dataDir })).of('schema')).toMatchObject({ state: 'warning' })
    writeFileSync(join(dataDir, 'keywright.db'), 'this is no database'.repeat(500))
    expect((await examine({ DATA_DIR: dataDir })).of('database')).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('damaged'),
    })
    const nowhere = join(dataDir, 'nowhere')
    const { code, of } = await examine({ DATA_DIR: nowhere })
    expect(code).toBe(1)
    expect(of('database')?.found).toContain('contains no database')
    expect(readdirSync(dataDir)).not.toContain('nowhere')
  }, 60_000)

  it('a server that is not ready is wrong, with what it says, and so is an address of something else', async () => {
    const dataDir = await dataFolder()
    await (await startServer({ dataDir })).stop()
    let said: object = { status: 'disk full', version: '0.1.0' }
    const fake = createPlainServer((_request, response) => response.writeHead(503).end(JSON.stringify(said)))
    await once(fake.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void fake.close())
    const origin = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`
    const found = async () => {
      const { code, of } = await examine({ DATA_DIR: dataDir }, '--url', origin)
      return { code, ...of('server') }
    }
    expect(await found()).toMatchObject({ code: 1, state: 'wrong', found: `${origin} runs version 0.1.0: disk full` })
    said = { hello: 'world' }
    expect(await found()).toMatchObject({
      code: 1,
      state: 'wrong',
      found: expect.stringContaining('no Keywright server'),
    })
  }, 60_000)

  it('ends with 2 for a wrong configuration, and for an address that is none', async () => {
    expect((await doctor({ PORT: 'x' })).code).toBe(2)
    expect((await doctor({}, '--url', 'here')).code).toBe(2)
    expect((await doctor({}, 'more')).code).toBe(2)
  })

  it('a mail server that takes the sign-in is ok, and gets no mail', async () => {
    const sink = await openSmtpSink()
    onTestFinished(() => sink.close())
    const env = { DATA_DIR: await dataFolder(), SMTP_URL: sink.url, SMTP_FROM: 'a@b.example' }
    expect((await examine(env)).of('mail')).toMatchObject({ state: 'ok' })
    expect(sink.mails).toEqual([])
  })

  it.runIf(hasOpenssl)('a certificate that clients refuse is wrong', async () => {
    const https = createServer(selfSigned(), (_request, response) => response.end('{}'))
    await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void https.close())
    const { port } = https.address() as AddressInfo
    const { of } = await examine({ DATA_DIR: await dataFolder() }, '--url', `https://localhost:${port}`)
    expect(of('certificate')).toMatchObject({ state: 'wrong', found: expect.stringMatching(/^TLSv1\.3, valid until /) })
    expect(of('server')).toMatchObject({ state: 'wrong' })
  })
})

describePostgres('the doctor on PostgreSQL', () => {
  it('reads its settings beside a running server, and finds a sequence behind its table and wrong counts', async () => {
    const dataDir = await dataFolder()
    const { url, drop } = await createTestDatabase()
    onTestFinished(drop)
    const env = { DATA_DIR: dataDir, DATABASE_URL: url }
    const server = await start(dataDir, { DATABASE_URL: url })
    await server.api('POST', '/api/applications', { name: 'Examined' })
    const well = await examine(env, '--url', server.origin)
    for (const check of [
      'database',
      'schema',
      'master key',
      'counts',
      'replicas',
      'pooler',
      'clock',
      'memory',
      'sequences',
    ]) {
      expect(well.of(check)).toMatchObject({ state: 'ok' })
    }
    expect(well.of('database')?.found).toMatch(/^PostgreSQL \d/)
    expect(well.findings.map(({ check }) => check)).toEqual(expect.arrayContaining(['durability', 'connections']))

    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('UPDATE applications SET license_count = 3')
    await client.query("SELECT setval(pg_get_serial_sequence('applications', 'id'), 1, false)")
    await client.query("UPDATE pg_class SET reltuples = 2500000 WHERE oid = 'app_users'::regclass")
    const { code, of } = await examine(env, '--url', server.origin)
    const { rows } = await client.query("SELECT nextval(pg_get_serial_sequence('applications', 'id'))::int AS next")
    await client.end()
    expect(code).toBe(1)
    expect(of('counts')).toMatchObject({ state: 'wrong', found: 'licenses of applications: wrong in 1 rows' })
    expect(of('sequences')).toMatchObject({ state: 'wrong', found: 'behind their tables: applications' })
    expect(of('memory')).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(/^shared_buffers \d+ MiB, max_wal_size \d+ MiB, for 2\.5 million users$/),
      advice: expect.stringContaining('shared_buffers'),
    })
    // It repairs nothing.
    expect(rows).toEqual([{ next: 1 }])
  }, 60_000)

  it('a database that nobody serves is named without its password', async () => {
    const dataDir = await dataFolder()
    const { code, of, findings } = await examine({
      DATA_DIR: dataDir,
      DATABASE_URL: 'postgres://u:canary@127.0.0.1:9/kw',
    })
    expect(code).toBe(1)
    expect(of('database')).toMatchObject({ state: 'wrong', found: expect.stringContaining('nothing listens there') })
    expect(JSON.stringify(findings)).not.toContain('canary')
  })
})
