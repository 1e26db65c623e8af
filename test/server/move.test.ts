import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { moveUntilEnded } from '../../bench/faults/move.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { createTestApp } from '../harness/create-test-app.ts'
import { describePostgres } from '../harness/databases.ts'
import { contentsOf, schemaOf } from '../harness/filled-database.ts'
import {
  moveEnv as env,
  newDatabase,
  newFolder,
  textsOf,
  toPostgres,
  toSqlite,
  useFilledDatabase,
} from '../harness/move-suite.ts'
import { runCli, startServer } from '../harness/start-server.ts'
import { startReceiver } from '../harness/webhook-receiver.ts'

/** What a schema has beside its columns. A move takes it away and puts it back. */
const partsOfSchema = (url: string) =>
  textsOf(
    url,
    `SELECT 'index', indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT 'constraint', conrelid::regclass || conname || pg_get_constraintdef(oid) || convalidated FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace AND conparentid = 0
     UNION ALL SELECT 'trigger', pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`,
  )

/** Columns in which no row has a value. */
function emptyColumns(rows: readonly string[]): string[] {
  const values = rows.map((row) => JSON.parse(row) as Record<string, unknown>)
  return Object.keys(values[0] ?? {}).filter((column) => values.every((row) => row[column] === null))
}

describePostgres('a move between the databases', () => {
  const { newSource, contents } = useFilledDatabase()

  it('brings every row of every table to PostgreSQL and back, and leaves the sources as they were', async () => {
    const [url, source, back] = [await newDatabase(), await newSource(), join(await newFolder(), 'new')]
    const bytes = readFileSync(join(source, 'keywright.db'))
    const there = toPostgres(source, url)
    expect(there).toMatchObject({ code: 0, text: expect.stringContaining('both databases are equal') })
    expect(there.text).toMatch(/copying \w+: (\d+) of \1 \(100 %\), \d+\/s/)
    expect(readFileSync(join(source, 'keywright.db')).equals(bytes)).toBe(true)
    const rows = await textsOf(url, 'SELECT * FROM app_users ORDER BY id')

    expect(toSqlite(url, back)).toMatchObject({ code: 0 })
    expect(await textsOf(url, 'SELECT * FROM app_users ORDER BY id')).toEqual(rows)
    const returned = contentsOf(back)
    for (const [table, expected] of contents()) {
      expect(expected.length, `${table} has rows`).toBeGreaterThan(0)
      expect(emptyColumns(expected), `${table} has a value in each column`).toEqual(
        table === 'activity' ? ['webhook_ids'] : [],
      )
      expect(returned.get(table), table).toEqual(expected)
    }
    expect([...returned.keys()]).toEqual([...contents().keys()])
    for (const table of ['nodes', 'job_leases']) {
      expect(await textsOf(url, `SELECT count(*) FROM ${table}`), table).toEqual(['0'])
    }
  }, 300_000)

  it('leaves the schema as a first start makes it, with every index, reference and trigger', async () => {
    const [url, fresh, folder, other] = [
      await newDatabase(),
      await newDatabase(true),
      await newFolder(),
      await newFolder(),
    ]
    expect(toPostgres(await newSource(), url).code).toBe(0)
    expect(await partsOfSchema(url)).toEqual(await partsOfSchema(fresh))
    await (await openDatabase({ dataDir: other, checkpoint: false })).close()
    expect(toSqlite(url, folder).code).toBe(0)
    expect(schemaOf(folder)).toEqual(schemaOf(other))
  }, 300_000)

  it('gives no id again that a deleted row had', async () => {
    const url = await newDatabase()
    expect(toPostgres(await newSource(), url).code).toBe(0)
    const insert =
      "INSERT INTO audit (actor, action, subject, ip_address, created_at) VALUES ('', '', '', '', 0) RETURNING id"
    expect(await textsOf(url, insert)).toEqual(['900001'])
  }, 300_000)

  it('counts users and licenses as before, with the changes that PostgreSQL has not added up', async () => {
    const [url, folder] = [await newDatabase(), await newFolder()]
    expect(toPostgres(await newSource(), url).code).toBe(0)
    await textsOf(url, 'UPDATE app_users SET is_banned = 1')
    expect(await textsOf(url, 'SELECT count(*) > 0 FROM expiry_changes')).toEqual(['true'])
    const counts =
      'SELECT application_id, hour, sum(users) FROM expiry_counts GROUP BY 1, 2 HAVING sum(users) <> 0 ORDER BY 1, 2'
    const before = await textsOf(url, counts)
    expect(toSqlite(url, folder).code).toBe(0)
    const db = new DatabaseSync(join(folder, 'keywright.db'))
    const after = db.prepare(counts).all()
    db.close()
    expect(after.map((row) => Object.values(row).join(' '))).toEqual(before)
  }, 300_000)

  it('goes on wherever it was killed, in both directions', async () => {
    const { there, here, differing } = await moveUntilEnded({
      ...{ source: await newSource(), url: await newDatabase(), back: join(await newFolder(), 'back') },
      ...{ env, kills: { there: 2, here: 2 }, longestMs: 1_600, seed: 11 },
    })
    expect(there + here).toBeGreaterThan(0)
    expect(differing).toEqual([])
  }, 300_000)

  it('changes nothing in a database whose tables gave no ID yet, and the first one is that of a new database', async () => {
    const [url, source, back] = [await newDatabase(), await newFolder(), join(await newFolder(), 'new')]
    const test = await openDatabase({ dataDir: source, checkpoint: false })
    const app = await createTestApp({ database: test, env })
    await app.close()
    await test.close()
    expect(toPostgres(source, url).code).toBe(0)
    expect(toSqlite(url, back).code).toBe(0)
    const before = contentsOf(source)
    expect(before.get('app_users')).toEqual([])
    expect(contentsOf(back)).toEqual(before)
    const insert =
      "INSERT INTO audit (actor, action, subject, ip_address, created_at) VALUES ('', '', '', '', 0) RETURNING id"
    expect(await textsOf(url, insert)).toEqual(['1'])
    for (const folder of [source, back]) {
      const db = new DatabaseSync(join(folder, 'keywright.db'))
      expect(db.prepare(insert).get()).toEqual({ id: 1 })
      db.close()
    }
  }, 300_000)

  it('ends with an error when a row of the target differs, and the target stays unusable', async () => {
    const [source, url] = [await newSource(), await newDatabase()]
    // after the rows are copied, while indexes are put back
    await textsOf(
      url,
      `CREATE FUNCTION spoil() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
         IF to_regclass('audit') IS NOT NULL THEN UPDATE audit SET action = 'spoilt' WHERE id = 1; END IF;
       END $$`,
    )
    await textsOf(
      url,
      "CREATE EVENT TRIGGER spoil ON ddl_command_end WHEN TAG IN ('CREATE INDEX') EXECUTE FUNCTION spoil()",
    )
    const ended = toPostgres(source, url)
    expect(ended).toMatchObject({ code: 1, text: expect.stringMatching(/audit differs at the key 1:/) })
    await expect(startServer({ dataDir: source, env: { ...env, DATABASE_URL: url } })).rejects.toThrow('has not ended')
  }, 300_000)

  it('sends each event once that had no delivery yet, on the other database', async () => {
    const [source, url, folder] = [await newFolder(), await newDatabase(), await newFolder()]
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    const all = { ...env, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }
    const server = await startServer({ dataDir: source, env: all })
    const { body } = await server.api<{ id: number }>('POST', '/api/applications', { name: 'Moved' })
    const hook = { applicationId: body.id, url: receiver.url, events: ['user_login'] }
    const { id } = (await server.api<{ id: number }>('POST', '/api/webhooks', hook)).body
    await server.stop()
    const db = new DatabaseSync(join(source, 'keywright.db'))
    db.exec(`INSERT INTO activity (application_id, event, success, username, ip_address, user_agent, count, created_at, webhook_ids)
      VALUES (${body.id}, 'user_login', 1, 'unsent', '192.0.2.1', 'test', 1, ${Date.now()}, '[${id}]')`)
    db.close()
    expect(toPostgres(source, url).code).toBe(0)
    expect(await textsOf(url, 'SELECT webhook_ids, event FROM webhook_messages')).toEqual([`[${id}] user_login`])
    expect(toSqlite(url, folder).code).toBe(0)
    const back = await startServer({ dataDir: folder, env: all })
    onTestFinished(() => back.stop())
    await receiver.until(1)
    await back.stop()
    expect(receiver.received.map(({ body: sent }) => JSON.parse(sent).data.user.username)).toEqual(['unsent'])
  }, 300_000)

  it('keeps the admin key, also the replaced one while it is valid, and brings the key file along', async () => {
    const [source, url, folder] = [await newFolder(), await newDatabase(), join(await newFolder(), 'new')]
    await (await startServer({ dataDir: source })).stop()
    const former = readFileSync(join(source, 'admin.key'), 'utf8').trim()
    const key = runCli(source, ['admin-key', 'rotate']).text.trim()
    const areRight = async (place: { dataDir: string; env?: Record<string, string> }, ...sent: readonly string[]) => {
      const server = await startServer(place)
      const ask = (key: string) => fetch(`${server.origin}/api/admin/users`, { headers: { 'x-admin-key': key } })
      const statuses = await Promise.all(sent.map(async (key) => (await ask(key)).status))
      await server.stop()
      return statuses.map((status) => status === 200)
    }
    expect(runCli(source, ['move', '--to', url]).code).toBe(0)
    expect(await areRight({ dataDir: source, env: { DATABASE_URL: url } }, key)).toEqual([true])
    expect(runCli(source, ['move', '--to-sqlite', folder], { DATABASE_URL: url }).code).toBe(0)
    expect(readFileSync(join(folder, 'master.key'), 'utf8')).toBe(readFileSync(join(source, 'master.key'), 'utf8'))
    for (const file of ['master.key', 'admin.key', 'admin.key.former', 'keywright.db']) {
      expect(statSync(join(folder, file)).mode & 0o777, file).toBe(0o600)
    }
    const stored = readFileSync(join(folder, 'admin.key'), 'utf8').trim()
    expect(stored).not.toContain(key)
    expect(await areRight({ dataDir: folder }, key, former, stored)).toEqual([true, true, false])
    expect(runCli(folder, ['admin-key', 'show'])).toMatchObject({
      code: 1,
      text: expect.stringContaining('only the hash'),
    })
    const next = runCli(folder, ['admin-key', 'rotate']).text.trim()
    expect(await areRight({ dataDir: folder }, next, key)).toEqual([true, true])
  }, 300_000)
})
