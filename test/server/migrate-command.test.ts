import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newestStep } from '../../src/server/db/open.ts'
import { describePostgres } from '../harness/databases.ts'
import { runCli } from '../harness/start-server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { postgresOf, type RestoredDatabase, sqliteOf } from '../releases/restored-database.ts'

const before = '0041-nodes'

interface Told {
  readonly from: string
  readonly steps: readonly {
    readonly name: string
    readonly kind: string
    readonly readableFrom: string
    readonly tables: readonly { readonly table: string; readonly rows: number; readonly waiting: string }[]
  }[]
}

/** Every file of the folder with the hash of its bytes. */
const filesOf = (folder: string) =>
  new Map(
    readdirSync(folder).map((name) => [
      name,
      createHash('sha1')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )

async function restored(open: (step?: string) => Promise<RestoredDatabase>, step?: string) {
  const database = await open(step)
  onTestFinished(database.remove)
  const migrate = (...args: string[]) => runCli(database.dataDir, ['migrate', ...args], database.env)
  return { ...database, run: migrate }
}

describe('the command migrate', () => {
  describeCommand(sqliteOf)

  it('changes no byte of the data folder in a dry run, and keeps a copy of the database from before the steps', async () => {
    const { dataDir, run } = await restored(sqliteOf, before)
    const files = filesOf(dataDir)
    expect(run('--dry-run').code).toBe(0)
    expect(filesOf(dataDir)).toEqual(files)
    expect(run()).toMatchObject({ code: 0, text: expect.stringContaining('Backed up the database') })
    expect(readdirSync(join(dataDir, 'backups'))).toEqual(['before-0042-orders-and-links.db'])
  })

  it('ends with 2 for wrong usage, and says what a folder without data lacks', async () => {
    const { options, remove } = await temporaryFolder()
    onTestFinished(remove)
    const { dataDir } = options
    for (const args of [['now'], ['--to', 'x'], ['--dry-run', '--url', 'http://localhost'], ['--dryrun']]) {
      expect(runCli(dataDir, ['migrate', ...args]), args.join(' ')).toMatchObject({ code: 2 })
    }
    for (const args of [[], ['--dry-run']]) {
      const told = runCli(dataDir, ['migrate', ...args])
      expect(told).toMatchObject({ code: 1, text: expect.stringContaining('contains no database') })
    }
    expect(readdirSync(dataDir)).toEqual([])
  })
})

describePostgres('the command migrate (PostgreSQL)', () => {
  describeCommand(postgresOf)

  it('refuses while a server runs that could not go on, and names it; one of before goes on', async () => {
    const { env, run, schema } = await restored(postgresOf, before)
    const client = new pg.Client(env.DATABASE_URL)
    await client.connect()
    onTestFinished(() => client.end())
    const running = (id: string, step: string) =>
      client.query(
        `INSERT INTO nodes (id, name, version, schema, started_at, seen_at, clock_skew_ms)
         SELECT $1, $1, '0.0.9', $2, 0, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, 0`,
        [id, step],
      )
    await running('old-node', '0032-described-licenses')
    await running('good-node', before)
    const made = await schema()
    const refused = run()
    expect(refused.code).toBe(1)
    expect(refused.text).toContain('The server old-node (0.0.9) could not go on')
    expect(refused.text).not.toContain('good-node')
    expect(await schema()).toEqual(made)
    await client.query("DELETE FROM nodes WHERE id = 'old-node'")
    expect(run()).toMatchObject({ code: 0, text: expect.stringContaining(`the schema is at ${newestStep}`) })
  })
})

function describeCommand(open: (step?: string) => Promise<RestoredDatabase>): void {
  it('tells each step and changes no row in a dry run, then makes them, then finds nothing to do', async () => {
    const { run, rows, schema } = await restored(open, before)
    const [found, made] = [await rows(), await schema()]
    const { from, steps } = JSON.parse(run('--dry-run', '--json').text) as Told
    expect(from).toBe(before)
    expect([steps[0]?.name, steps.at(-1)?.name]).toEqual(['0042-orders-and-links', newestStep])
    expect(steps[0]).toMatchObject({ kind: 'expand', readableFrom: '0034-readable-steps' })
    const sessions = steps.find(({ name }) => name === '0043-client-versions')?.tables
    expect(sessions).toContainEqual({ table: 'client_sessions', rows: 0, work: 'none', waiting: 'all' })
    const told = run('--dry-run')
    expect(told.text).toContain('client_sessions: no row touched')
    expect(told.text.trimEnd().endsWith('Nothing was changed.')).toBe(true)
    expect(await rows()).toEqual(found)
    expect(await schema()).toEqual(made)

    expect(run()).toMatchObject({ code: 0, text: expect.stringContaining(`the schema is at ${newestStep}`) })
    const fresh = await restored(open)
    await fresh.migrate()
    expect(await schema()).toEqual(await fresh.schema())
    for (const args of [[], ['--dry-run']]) {
      expect(run(...args)).toMatchObject({ code: 0, text: expect.stringMatching(/^Nothing to do/) })
    }
  })
}
