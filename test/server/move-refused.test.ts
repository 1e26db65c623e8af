import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { describePostgres } from '../harness/databases.ts'
import { contentsOf } from '../harness/filled-database.ts'
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

describePostgres('a move between the databases', () => {
  const { newSource, contents } = useFilledDatabase()

  it('is refused where the target has anything in it, and changes nothing there', async () => {
    const source = await newSource()
    const [used, folder] = [await newDatabase(true), await newFolder()]
    expect(toPostgres(source, used)).toMatchObject({ code: 1, text: expect.stringContaining('is not empty') })
    expect(await textsOf(used, "SELECT to_regclass('move_progress') IS NULL, (SELECT count(*) FROM activity)")).toEqual(
      ['true 0'],
    )
    const foreign = await newDatabase()
    await textsOf(foreign, 'CREATE TABLE notes (id int)')
    expect(toPostgres(source, foreign)).toMatchObject({ code: 1, text: expect.stringContaining('is not empty') })
    copyFileSync(join(source, 'keywright.db'), join(folder, 'keywright.db'))
    const url = await newDatabase()
    expect(toPostgres(source, url).code).toBe(0)
    expect(toSqlite(url, folder)).toMatchObject({
      code: 1,
      text: expect.stringContaining('There is a database already'),
    })
    expect(contentsOf(folder)).toEqual(contents())
  }, 300_000)

  it('is refused while a server runs on either side, and a server while a move reads or has not ended', async () => {
    const [source, url] = [await newFolder(), await newDatabase()]
    const server = await startServer({ dataDir: source, env })
    onTestFinished(() => server.stop())
    expect(toPostgres(source, url)).toMatchObject({
      code: 1,
      text: expect.stringContaining('Another Keywright server'),
    })
    await server.stop()
    expect(toPostgres(source, url).code).toBe(0)

    const ofOperator = `${url}?application_name=shop`
    const moved = await startServer({ dataDir: source, env: { ...env, DATABASE_URL: ofOperator } })
    onTestFinished(() => moved.stop())
    const folder = await newFolder()
    for (const named of [url, ofOperator]) {
      expect(toSqlite(named, folder)).toMatchObject({ code: 1, text: expect.stringContaining('Stop every server') })
    }
    expect(existsSync(join(folder, 'keywright.db'))).toBe(false)
    await moved.stop()

    const reading = new pg.Client({ connectionString: url, application_name: 'keywright move' })
    await reading.connect()
    const beside = { dataDir: source, env: { ...env, DATABASE_URL: url } }
    await expect(startServer(beside)).rejects.toThrow('A move reads the database now')
    await reading.end()
    await textsOf(url, 'CREATE TABLE move_progress (table_name text)')
    await expect(startServer(beside)).rejects.toThrow('target of a move that has not ended')
    await textsOf(url, 'DROP TABLE move_progress')
    const again = await startServer(beside)
    await again.stop()

    const db = new DatabaseSync(join(source, 'keywright.db'))
    db.exec('CREATE TABLE move_progress (table_name TEXT)')
    db.close()
    await expect(startServer({ dataDir: source, env })).rejects.toThrow('target of a move that has not ended')
  }, 300_000)

  it('is refused where a row cannot be stored, names table and key, and copies nothing', async () => {
    const [source, url] = [await newSource(), await newDatabase()]
    const db = new DatabaseSync(join(source, 'keywright.db'))
    db.exec("UPDATE applications SET description = 'a' || char(0) || 'b' WHERE id = 2")
    db.exec('UPDATE audit SET created_at = 9007199254740993 WHERE id = 1')
    db.close()
    const { code, text } = toPostgres(source, url)
    expect(code).toBe(1)
    expect(text).toContain('applications, key 2: description has a NUL character')
    expect(text).toContain('audit, key 1: created_at is a number beyond 2^53')
    expect(await textsOf(url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")).toEqual(['0'])
  }, 300_000)

  it('is refused for another version, another master key, and a target of another move', async () => {
    const [source, url] = [await newSource(), await newDatabase()]
    expect(runCli(source, ['move', '--to', url], { MASTER_KEY: 'another master key that is as long' })).toMatchObject({
      code: 1,
      text: expect.stringContaining('The master key'),
    })
    const db = new DatabaseSync(join(source, 'keywright.db'))
    const newest = db.prepare('SELECT * FROM migrations ORDER BY name DESC LIMIT 1').get() ?? {}
    db.prepare('DELETE FROM migrations WHERE name = ?').run(String(newest.name))
    expect(toPostgres(source, url)).toMatchObject({ code: 1, text: expect.stringContaining('is of an older version') })
    db.exec("INSERT INTO migrations SELECT '9999-later', checksum, applied_at, NULL FROM migrations LIMIT 1")
    expect(toPostgres(source, url)).toMatchObject({ code: 1, text: expect.stringContaining('newer') })
    db.close()
    await textsOf(
      url,
      'CREATE TABLE move_progress (table_name text PRIMARY KEY, last_key text, rows bigint, sha256 text)',
    )
    expect(toPostgres(await newSource(), url)).toMatchObject({
      code: 1,
      text: expect.stringContaining('a move from another database'),
    })
  }, 300_000)

  it('tells before anything is written how many rows there are', async () => {
    const [source, url, folder] = [await newSource(), await newDatabase(), join(await newFolder(), 'new')]
    expect(toPostgres(source, url, '--dry-run')).toMatchObject({
      code: 0,
      text: expect.stringMatching(/11\d{3} {2}activity/),
    })
    expect(await textsOf(url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")).toEqual(['0'])
    expect(toPostgres(source, url).code).toBe(0)
    expect(toSqlite(url, folder, '--dry-run')).toMatchObject({
      code: 0,
      text: expect.stringContaining('Nothing was written'),
    })
    expect(existsSync(folder)).toBe(false)
  }, 300_000)

  it('needs one target, of the right kind, and the database that it is to come from, and names the setting of one that is not there', async () => {
    const source = await newSource()
    expect(runCli(source, ['move'], env).code).toBe(2)
    expect(runCli(source, ['move', '--to', 'postgres://localhost/a', '--to-sqlite', 'b'], env).code).toBe(2)
    expect(runCli(source, ['move', '--to', 'mysql://localhost/a'], env)).toMatchObject({
      code: 2,
      text: expect.stringContaining('--to must look like postgres://'),
    })
    expect(runCli(source, ['move', '--to-sqlite', 'b'], env)).toMatchObject({
      code: 1,
      text: expect.stringContaining('Set DATABASE_URL'),
    })
    const gone = 'postgres://u:a%20password@127.0.0.1:9/kw'
    const toldOf = (args: readonly string[], settings: Record<string, string> = {}) =>
      runCli(source, ['move', ...args], { ...env, ...settings }).text.trim()
    const told = (setting: string) =>
      `PostgreSQL cannot be used at 127.0.0.1:9, database kw: nothing listens there. Start PostgreSQL, or correct host and port in ${setting}.`
    expect(toldOf(['--to', gone])).toContain(told('--to'))
    expect(toldOf(['--to-sqlite', 'b'], { DATABASE_URL: gone })).toContain(told('DATABASE_URL'))
    const pooled = { DATABASE_URL: 'postgres://localhost/a', DATABASE_POOLER: 'session', DATABASE_DIRECT_URL: gone }
    expect(toldOf(['--to-sqlite', 'b'], pooled)).toContain(told('DATABASE_DIRECT_URL'))
    const nowhere = join(await newFolder(), 'nowhere')
    expect(runCli(nowhere, ['move', '--to', 'postgres://localhost/a'], env).code).toBe(1)
    expect(existsSync(nowhere)).toBe(false)
  }, 300_000)
})
