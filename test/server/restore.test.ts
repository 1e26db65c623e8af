import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/server/db/open.ts'
import { runCli, startServer } from '../harness/start-server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** The data folder of a server that was killed: `kept.db` holds one application, its database and its log hold many. */
let killed: Awaited<ReturnType<typeof temporaryFolder>>

beforeAll(async () => {
  killed = await temporaryFolder()
  const { dataDir } = killed.options
  const server = await startServer({ dataDir })
  await server.api('POST', '/api/applications', { name: 'Before the backup' })
  expect(runCli(dataDir, ['backup', 'create', join(dataDir, 'kept.db')]).code).toBe(0)
  for (let n = 0; n < 20; n += 1) await server.api('POST', '/api/applications', { name: `After it ${n}` })
  await server.kill()
  expect(existsSync(join(dataDir, 'keywright.db-wal'))).toBe(true)
})
afterAll(() => killed.remove())

/** A folder of a test's own, as the killed server left its. */
async function openPlace() {
  const { options, remove } = await temporaryFolder()
  onTestFinished(remove)
  const { dataDir } = options
  // A socket can't be copied.
  await cp(killed.options.dataDir, dataDir, { recursive: true, filter: (file) => !file.endsWith('.sock') })
  const at = (name: string) => join(dataDir, name)
  return {
    dataDir,
    at,
    database: at('keywright.db'),
    restore: (env?: Record<string, string>) => runCli(dataDir, ['backup', 'restore', at('kept.db')], env),
    setAside: () => readdirSync(at('backups')).sort(),
  }
}

const restored = ['Before the backup']

function applicationsIn(file: string): unknown[] {
  const db = new DatabaseSync(file)
  try {
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    return db
      .prepare('SELECT name FROM applications ORDER BY id')
      .all()
      .map(({ name }) => name)
  } finally {
    db.close()
  }
}

it('a restore where the database is gone and its log is still there brings the backup and nothing of the log', async () => {
  const { restore, database, setAside, at } = await openPlace()
  const log = readFileSync(`${database}-wal`)
  rmSync(database)
  const { code, text } = restore()
  expect(code).toBe(0)
  expect(applicationsIn(database)).toEqual(restored)
  expect(text).toContain('its files are unchanged')
  expect(text).toContain('What is missing now cannot be told')
  expect(setAside()).toEqual([expect.stringMatching(/^before-restore-.*\.damaged\.db-wal$/)])
  expect(readFileSync(at(`backups/${setAside()[0]}`)).equals(log)).toBe(true)
})

it('a journal that a killed change left does not go into the database that is restored', async () => {
  const { restore, database, setAside } = await openPlace()
  for (const part of ['', '-wal', '-shm']) rmSync(database + part, { force: true })
  writeFileSync(`${database}-journal`, 'of the database before')
  expect(restore().code).toBe(0)
  expect(existsSync(`${database}-journal`)).toBe(false)
  expect(setAside()).toEqual([expect.stringMatching(/\.damaged\.db-journal$/)])
  expect(applicationsIn(database)).toEqual(restored)
})

it('a restore says what is missing since when, and what is sent again', async () => {
  const { restore, database, at } = await openPlace()
  const kept = new DatabaseSync(at('kept.db'))
  const waiting = `INSERT INTO deliveries (webhook_id, message_id, message_number, event, is_test, status, attempt,
    next_try_at) VALUES (1, ?, 1, 'user_login', 0, 'waiting', 0, ?)`
  for (const [id, next] of Object.entries({ again: 1, never: null })) kept.prepare(waiting).run(id, next)
  kept.close()
  const present = new DatabaseSync(database)
  const [first] = present.prepare('SELECT created_at FROM applications ORDER BY id LIMIT 1 OFFSET 1').all()
  present.close()
  const { code, text } = restore()
  expect(code).toBe(0)
  expect(text).toContain(`applications: 20, made since ${new Date(Number(first?.created_at)).toISOString()}`)
  expect(text).toContain('changes in the dashboard: 20')
  expect(text).not.toContain('dashboard users')
  expect(text).toContain('Sent again: 1 webhook deliveries')
  expect(text).toContain('still in the database before it')
  const again = restore()
  expect(again.text).toContain('Nothing that the database before it holds was made after the backup.')
  expect(again.text).not.toContain('Sent again')
  expect(again.text).not.toContain('Not sent')
})

it('a restore drops the emails that waited when the backup was made, keeps what is told of the others, and says so', async () => {
  const { restore, database, at } = await openPlace()
  const kept = new DatabaseSync(at('kept.db'))
  const mail = `INSERT INTO mails (application_id, kind, state, recipient_lookup, recipient_sealed, attempts, planned_at,
    next_at, created_at) VALUES (1, 'receipt', ?, 'x', 'x', 0, 1, ?, 1)`
  for (const [state, next] of [['waiting', 1] as const, ['waiting', 2] as const, ['sent', null] as const])
    kept.prepare(mail).run(state, next)
  kept.close()
  expect(restore().text).toContain('Not sent: 2 emails to customers that waited when the backup was made.')
  const present = new DatabaseSync(database)
  expect(present.prepare('SELECT state FROM mails').all()).toEqual([{ state: 'sent' }])
  present.close()
})

it('a damaged database is replaced by a restore, and its files are kept as they were', async () => {
  for (const damage of [randomBytes(400_000), Buffer.alloc(0)]) {
    const { restore, database, setAside, at } = await openPlace()
    rmSync(`${database}-wal`)
    writeFileSync(database, damage)
    expect(restore(), `${damage.length} bytes`).toMatchObject({ code: 0 })
    expect(applicationsIn(database)).toEqual(restored)
    const [kept] = setAside()
    expect(kept).toMatch(/^before-restore-.*\.damaged\.db$/)
    expect(readFileSync(at(`backups/${kept}`)).equals(damage)).toBe(true)
  }
})

it('a database with a damaged page is replaced by a restore, and is kept with what its log held', async () => {
  const { restore, database, setAside, at } = await openPlace()
  const opened = new DatabaseSync(database)
  const row = opened.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'applications'").get()
  opened.exec('PRAGMA journal_mode=DELETE')
  opened.close()
  const bytes = readFileSync(database)
  bytes.fill(0xff, (Number(row?.rootpage) - 1) * 4096, Number(row?.rootpage) * 4096)
  writeFileSync(database, bytes)
  expect(restore()).toMatchObject({ code: 0, text: expect.stringContaining('its files are unchanged') })
  expect(applicationsIn(database)).toEqual(restored)
  expect(setAside()).toEqual([expect.stringMatching(/\.damaged\.db$/)])
  const kept = new DatabaseSync(at(`backups/${setAside()[0]}`))
  expect(kept.prepare('SELECT count(*) AS count FROM accounts').get()).toEqual({ count: 1 })
  kept.close()
})

it('a database that somebody is at work on is not replaced', async () => {
  const { restore, database, setAside } = await openPlace()
  const busy = new DatabaseSync(database)
  onTestFinished(() => busy.close())
  busy.exec("BEGIN IMMEDIATE; UPDATE applications SET name = 'Changed now'")
  expect(restore().code).toBe(1)
  busy.exec('COMMIT')
  expect(busy.prepare("SELECT count(*) AS count FROM applications WHERE name = 'Changed now'").get()).toEqual({
    count: 21,
  })
  expect(existsSync(`${database}.partial`)).toBe(false)
  expect(setAside().filter((name) => name.includes('damaged'))).toEqual([])
})

it('a backup with a log of its own is restored with what the log holds', async () => {
  const { restore, database, at } = await openPlace()
  await cp(database, at('kept.db'))
  await cp(`${database}-wal`, at('kept.db-wal'))
  expect(restore().code).toBe(0)
  expect(applicationsIn(database)).toHaveLength(21)
})

it('a backup is restored with MASTER_KEY on a machine without the data folder', async () => {
  const { dataDir, at } = await openPlace()
  const MASTER_KEY = readFileSync(at('master.key'), 'utf8').trim()
  const elsewhere = join(dataDir, 'not', 'there', 'yet')
  expect(runCli(elsewhere, ['backup', 'restore', at('kept.db')], { MASTER_KEY })).toMatchObject({
    code: 0,
    text: expect.stringContaining('There was no database before it.'),
  })
  expect(applicationsIn(join(elsewhere, 'keywright.db'))).toEqual(restored)
})

it('a copy that is not sound never gets the name of a backup', async () => {
  const { dataDir, at, database } = await openPlace()
  const db = new DatabaseSync(database, { defensive: false })
  db.exec(`CREATE TABLE said (text TEXT); INSERT INTO said VALUES (NULL); PRAGMA writable_schema=ON;
    UPDATE sqlite_schema SET sql = 'CREATE TABLE said (text TEXT NOT NULL)' WHERE name = 'said'`)
  db.close()
  const target = at('unsound.db')
  expect(runCli(dataDir, ['backup', 'create', target])).toMatchObject({
    code: 1,
    text: expect.stringContaining('damaged'),
  })
  expect(readdirSync(dataDir).filter((name) => name.startsWith('unsound'))).toEqual([])
})

it('a backup is not made beside a log that another database left under its name', async () => {
  const { dataDir, at, database } = await openPlace()
  for (const log of ['-wal', '-journal']) {
    const target = at(`beside${log}.db`)
    await cp(`${database}-wal`, target + log)
    expect(runCli(dataDir, ['backup', 'create', target])).toMatchObject({
      code: 1,
      text: expect.stringContaining(`${target}${log} exists already`),
    })
    expect(existsSync(target)).toBe(false)
  }
})

it('a start beside a log whose database is gone is refused, and the log stays', async () => {
  const { dataDir, database } = await openPlace()
  const log = readFileSync(`${database}-wal`)
  writeFileSync(database, '')
  await expect(openDatabase({ dataDir })).rejects.toThrow('Put it back, or restore a backup')
  rmSync(database)
  await expect(openDatabase({ dataDir })).rejects.toThrow('Put it back, or restore a backup')
  expect(readFileSync(`${database}-wal`).equals(log)).toBe(true)
  expect(existsSync(database)).toBe(false)
})
