import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../harness/create-test-database.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { describePostgres } from '../harness/databases.ts'
import { serverEnv, startServer } from '../harness/start-server.ts'

const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url))
const password = 'CanaryOfTheDatabase'

/** Starts the server as a process that must end by itself; returns what it said, which is no stack. */
function failedStart(dataDir: string, env: Readonly<Record<string, string>> = {}, user: { uid?: number } = {}): string {
  const ended = (format: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main], {
      env: { ...serverEnv, DATA_DIR: dataDir, PORT: '0', LOG_FORMAT: format, ...env },
      encoding: 'utf8',
      timeout: 30_000,
      ...user,
    })
    expect(status, stdout + stderr).toBe(1)
    expect(stdout + stderr).not.toContain(password)
    return { stdout, stderr }
  }
  const { stderr } = ended('pretty')
  expect(stderr).not.toMatch(/^\s+at /m)
  const { stdout, stderr: asJson } = ended('json')
  const lines = (stdout + asJson).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line)).at(-1)).toMatchObject({
    level: 'error',
    message: 'not started',
    error: stderr.trimEnd(),
  })
  return stderr.trimEnd()
}

describe('a start that fails ends in words, without a stack', () => {
  it('port taken', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const { port } = other.address() as { port: number }
    const told = failedStart(await dataFolder(), { PORT: String(port) })
    expect(told).toBe(`Port ${port} of 127.0.0.1 is taken by another program. Stop it, or set PORT to another one.`)
  })

  it('a setting with an unknown name, with the name that was meant', async () => {
    const told = failedStart(await dataFolder(), {
      DATABSE_URL: `postgres://u:${password}@h/d`,
      HOME: '/x',
      LOG_LEVLE: 'info',
    })
    expect(told.split('\n').slice(1).sort()).toEqual([
      '  DATABSE_URL is no setting; did you mean DATABASE_URL?',
      '  LOG_LEVLE is no setting; did you mean LOG_LEVEL?',
    ])
  })

  it('a malformed database, with its file', async () => {
    const dataDir = await dataFolder()
    writeFileSync(join(dataDir, 'master.key'), 'a'.repeat(40), { mode: 0o600 })
    writeFileSync(join(dataDir, 'keywright.db'), 'this is no database'.repeat(500))
    const told = failedStart(dataDir)
    expect(told).toContain(join(dataDir, 'keywright.db'))
    expect(told).toContain('npm run cli -- backup restore')
  })

  it('an empty database beside the master key of an earlier start, and a start after it is moved away', async () => {
    const dataDir = await dataFolder()
    keyOfEarlierStart(dataDir)
    for (let time = 0; time < 2; time += 1) {
      const told = failedStart(dataDir)
      expect(told).toContain(`The database ${join(dataDir, 'keywright.db')} is missing or empty`)
      expect(told).toContain('To begin with nothing, move the key away.')
    }
    rmSync(join(dataDir, 'master.key'))
    const server = await startServer({ dataDir, hasOwner: false })
    await server.stop()
  })

  it('a folder that cannot be written', async () => {
    const dataDir = join(await dataFolder(), 'closed')
    mkdirSync(dataDir)
    // Root may write everywhere, so the server runs as another user there.
    const isRoot = process.getuid?.() === 0
    if (isRoot) chownSync(dataDir, 65_534, 65_534)
    chmodSync(dataDir, 0o500)
    if (isRoot) chmodSync(join(dataDir, '..'), 0o755)
    const told = failedStart(dataDir, { NODE_COMPILE_CACHE: '' }, isRoot ? { uid: 65_534 } : {})
    expect(told).toContain(`The data folder ${dataDir} cannot be written (EACCES).`)
    expect(told).toContain('set DATA_DIR to another folder')
    chmodSync(dataDir, 0o700)
  })

  it('a database that nobody serves, without its password', async () => {
    const told = failedStart(await dataFolder(), { DATABASE_URL: `postgres://u:${password}@127.0.0.1:9/kw` })
    expect(told).toBe(
      'PostgreSQL cannot be used at 127.0.0.1:9, database kw: nothing listens there. Start PostgreSQL, or correct host and port in DATABASE_URL.',
    )
  })
})

function keyOfEarlierStart(dataDir: string): void {
  const file = join(dataDir, 'master.key')
  writeFileSync(file, 'a'.repeat(40), { mode: 0o600 })
  const hourAgo = new Date(Date.now() - 60 * 60 * 1000)
  utimesSync(file, hourAgo, hourAgo)
}

describePostgres('a start on PostgreSQL that fails ends in words', () => {
  it('a database that does not exist', async () => {
    const { url, drop } = await createTestDatabase()
    onTestFinished(drop)
    const gone = new URL(url)
    gone.pathname = '/not_there'
    expect(failedStart(await dataFolder(), { DATABASE_URL: gone.href })).toContain(
      'database not_there: there is no such database.',
    )
  })

  it('an empty database beside the master key of an earlier start: no table is made in it', async () => {
    const { url, drop } = await createTestDatabase()
    onTestFinished(drop)
    const dataDir = await dataFolder()
    keyOfEarlierStart(dataDir)
    // Twice in a row: the first try has left nothing behind that would hide it from the second.
    for (let time = 0; time < 2; time += 1) {
      expect(failedStart(dataDir, { DATABASE_URL: url })).toContain('The database of DATABASE_URL is empty, but')
    }
  })

  it('an empty folder beside the database of another one: no key is written, so the right one can be put there', async () => {
    const { url, drop } = await createTestDatabase()
    onTestFinished(drop)
    const first = await dataFolder()
    const server = await startServer({ dataDir: first, env: { DATABASE_URL: url } })
    onTestFinished(server.stop)
    const empty = await dataFolder()
    expect(failedStart(empty, { DATABASE_URL: url })).toContain(
      `The master key ${join(empty, 'master.key')} is missing`,
    )
    expect(readdirSync(empty)).toEqual([])
    copyFileSync(join(first, 'master.key'), join(empty, 'master.key'))
    const second = await startServer({ dataDir: empty, hasOwner: false, env: { DATABASE_URL: url } })
    await second.stop()
  })

  it('a first start before its database is there is no obstacle to the next one', async () => {
    const { url, drop } = await createTestDatabase()
    onTestFinished(drop)
    const dataDir = await dataFolder()
    expect(failedStart(dataDir, { DATABASE_URL: 'postgres://u@127.0.0.1:9/kw' })).toContain('nothing listens there')
    const server = await startServer({ dataDir, hasOwner: false, env: { DATABASE_URL: url } })
    await server.stop()
  })
})
