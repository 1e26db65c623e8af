import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../harness/create-test-database.ts'
import { describePostgres } from '../harness/databases.ts'
import type { TestDatabase } from '../harness/postgres-cluster.ts'
import { runCli, startServer } from '../harness/start-server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const hasTools = ['pg_dump', 'pg_restore'].every((tool) => spawnSync(tool, ['--version']).status === 0)

/** The real command on real dumps of a real server's database. */
describePostgres('the rehearsal of a dump', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let database: TestDatabase
  let dump: string
  const at = (name: string) => join(folder.options.dataDir, name)
  const rehearse = (file: string, env: Readonly<Record<string, string>> = {}) =>
    runCli(folder.options.dataDir, ['backup', 'rehearse', '--dump', file], {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: database.url,
      ...env,
    })
  const ask = async (sql: string, url = database.url) => {
    const client = new pg.Client(url)
    await client.connect()
    return client.query(sql).finally(() => client.end())
  }
  const scratchDatabases = async () =>
    (await ask("SELECT datname FROM pg_database WHERE datname LIKE 'keywright_rehearsal%'")).rows
  const pgDump = (url: string, file: string, words: readonly string[] = ['-Fc']) => {
    const made = spawnSync('pg_dump', [...words, `--file=${file}`, url], { encoding: 'utf8' })
    if (made.status !== 0) throw new Error(made.stderr)
    return file
  }
  beforeAll(async () => {
    if (!hasTools) return
    folder = await temporaryFolder()
    database = await createTestDatabase()
    const { dataDir } = folder.options
    const server = await startServer({ dataDir, env: { DATABASE_URL: database.url }, hasCheapHashes: true })
    for (const name of ['One', 'Two', 'Three']) await server.api('POST', '/api/applications', { name })
    await server.stop()
    dump = pgDump(database.url, at('kept.dump'))
  }, 60_000)
  afterAll(async () => {
    await database?.drop()
    await folder?.remove()
  })

  it.skipIf(!hasTools)(
    'restores it into a database of its own, says what is in it, and leaves nothing behind',
    async () => {
      await ask("DELETE FROM applications WHERE name = 'Three'")
      const { code, text } = rehearse(dump)
      expect(text).toContain('kept.dump can be restored, and this version can use it')
      expect(text).toContain('applications: 3')
      expect(text).toContain('dashboard users: 1')
      expect(text).toMatch(/Its last change in the dashboard: \d{4}-\d\d-\d\dT/)
      expect(code).toBe(0)
      expect(await scratchDatabases()).toEqual([])
      expect((await ask('SELECT name FROM applications ORDER BY id')).rows).toEqual([{ name: 'One' }, { name: 'Two' }])
    },
  )

  it.skipIf(!hasTools)(
    'refuses one whose keys another master key opens, and one that only a newer version can use',
    async () => {
      const other = rehearse(dump, { MASTER_KEY: 'another master key, long enough to be taken for one' })
      expect(other.code).toBe(1)
      expect(other.text).toContain('can be restored, but its master key is')
      const newer = await createTestDatabase({ isMigrated: true })
      try {
        await ask(
          "INSERT INTO migrations (name, checksum, applied_at, readable_from) VALUES ('9999-new', 'x', 1, '9999-new')",
          newer.url,
        )
        const refused = rehearse(pgDump(newer.url, at('newer.dump')))
        expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('newer than this program') })
      } finally {
        await newer.drop()
      }
      expect(await scratchDatabases()).toEqual([])
    },
  )

  it.skipIf(!hasTools)(
    'says what is wrong with a file that is no dump, is of another program, or is missing',
    async () => {
      writeFileSync(at('no.dump'), 'nothing of a dump')
      expect(rehearse(at('no.dump'))).toMatchObject({ code: 1, text: expect.stringContaining('pg_restore said') })
      const empty = await createTestDatabase()
      try {
        const foreign = rehearse(pgDump(empty.url, at('foreign.dump')))
        expect(foreign).toMatchObject({ code: 1, text: expect.stringContaining('not one of a Keywright database') })
      } finally {
        await empty.drop()
      }
      expect(rehearse(at('gone.dump'))).toMatchObject({ code: 1, text: expect.stringContaining('There is no ') })
      expect(await scratchDatabases()).toEqual([])
    },
  )

  it.skipIf(!hasTools)('says which right is missing, and what the embedded database has instead', async () => {
    const role = `nobody_${database.name}`.slice(0, 60)
    await ask(`CREATE ROLE ${role} LOGIN`)
    const url = new URL(database.url)
    url.username = role
    try {
      const refused = rehearse(dump, { DATABASE_URL: url.href })
      expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('CREATEDB') })
    } finally {
      await ask(`DROP ROLE ${role}`)
    }
    const embedded = runCli(folder.options.dataDir, ['backup', 'rehearse', '--dump', dump])
    expect(embedded).toMatchObject({ code: 2, text: expect.stringContaining('DATABASE_URL') })
    const both = runCli(folder.options.dataDir, ['backup', 'rehearse', 'a-name', '--dump', dump])
    expect(both).toMatchObject({ code: 2, text: expect.stringContaining('either the name of a backup or --dump') })
  })
})
