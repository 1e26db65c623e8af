import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../harness/create-test-database.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { describePostgres } from '../harness/databases.ts'
import { type RunningServer, runCli, serverEnv, startServer } from '../harness/start-server.ts'

const cli = fileURLToPath(new URL('../../src/server/cli.ts', import.meta.url))
const isRoot = process.getuid?.() === 0
const renewed = 'loud heron walks away'

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs a command beside a running server, whose event loop has to answer meanwhile: never synchronously. */
function run(env: Readonly<Record<string, string>>, args: readonly string[], stdin = '', uid?: number): Promise<Ended> {
  const child: ChildProcess = spawn(process.execPath, [cli, ...args], {
    env: { ...(uid === undefined && serverEnv), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
  let [out, err] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()))
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(stdin)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })))
}

async function start(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const server = await startServer({ dataDir, env })
  onTestFinished(server.stop)
  return server
}

const signIn = async ({ origin }: RunningServer, email: string, password: string) => {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  await response.arrayBuffer()
  return response.status
}

/** What the audit log says of the command line, oldest first. */
async function commandRows(server: RunningServer, cookie: string) {
  const response = await fetch(`${server.origin}/api/audit?limit=50`, { headers: { cookie } })
  const rows = (await response.json()) as { actor: string; action: string; details: string | null }[]
  const own = rows.filter(({ actor }) => actor === 'command line').reverse()
  return own.map(({ action, details }) => (details === null ? action : `${action} ${details}`))
}

for (const [engine, describeEngine] of [
  ['SQLite', describe],
  ['PostgreSQL', describePostgres],
] as const) {
  const place = async () => {
    const dataDir = await dataFolder()
    if (engine === 'SQLite') return { dataDir, env: { DATA_DIR: dataDir } }
    const { url, drop } = await createTestDatabase({ isMigrated: true })
    onTestFinished(drop)
    return { dataDir, env: { DATA_DIR: dataDir, DATABASE_URL: url } }
  }

  describeEngine(`commands about accounts beside a running server (${engine})`, () => {
    it('a forgotten password is replaced while 50 sign-ins of others go on, and its sessions end at once', async () => {
      const { dataDir, env } = await place()
      const server = await start(dataDir, env)
      const other = { email: 'other@example.com', password: 'a quiet evening at sea' }
      const made = await run(env, ['user', 'create', other.email, '--role', 'admin'], other.password)
      expect([made.code, made.err]).toEqual([0, ''])
      let isOver = false
      const statuses: number[] = []
      const others = Array.from({ length: 50 }, async () => {
        do statuses.push(await signIn(server, other.email, other.password))
        while (!isOver)
      })
      const { code, out, err } = await run(env, ['user', 'reset-password', server.owner.email], renewed)
      expect([code, out, err]).toEqual([
        0,
        `The password of ${server.owner.email} is changed; sessions ended: 1.\n`,
        '',
      ])
      // The very next call of the owner's session, in the server that never stopped.
      expect((await server.api('GET', '/api/applications')).status).toBe(401)
      isOver = true
      await Promise.all(others)
      expect(statuses.length).toBeGreaterThanOrEqual(50)
      expect(statuses.filter((status) => status !== 200)).toEqual([])
      expect(await signIn(server, server.owner.email, server.owner.password)).toBe(401)
      expect(await signIn(server, server.owner.email, renewed)).toBe(200)
    }, 120_000)

    it('an account is made, given a role, disabled and enabled, with the rows of the audit log; the last owner stays', async () => {
      const { dataDir, env } = await place()
      const server = await start(dataDir, env)
      const email = 'new@example.com'
      expect((await run(env, ['user', 'create', email, '--role', 'admin'], renewed)).out).toContain('role admin')
      const signedIn = await fetch(`${server.origin}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: renewed }),
      })
      const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const status = async () => (await fetch(`${server.origin}/api/applications`, { headers: { cookie } })).status
      expect(await status()).toBe(200)
      expect((await run(env, ['user', 'set-role', email, '--role', 'user'])).out).toBe(
        `${email} has the role user; sessions ended: 1.\n`,
      )
      expect(await status()).toBe(401)
      expect((await run(env, ['user', 'disable', email])).out).toBe(`${email} is disabled; sessions ended: 0.\n`)
      expect(await signIn(server, email, renewed)).not.toBe(200)
      expect((await run(env, ['user', 'enable', email])).out).toBe(`${email} is enabled; sessions ended: 0.\n`)
      expect(await signIn(server, email, renewed)).toBe(200)
      for (const args of [
        ['user', 'disable', server.owner.email],
        ['user', 'set-role', server.owner.email, '--role', 'admin'],
      ]) {
        const { code, err } = await run(env, args)
        expect([code, err]).toEqual([1, `${server.owner.email} is the last active owner. Make another one first.\n`])
      }
      expect((await run(env, ['user', 'enable', 'nobody@example.com'])).err).toBe(
        'No account has the email nobody@example.com.\n',
      )
      expect(await commandRows(server, server.owner.cookie)).toEqual([
        `account.create ${email} as admin`,
        'account.update role admin to user',
        'account.update switched off',
        'account.update switched on',
      ])
    }, 120_000)
  })
}

describe('the socket for commands', () => {
  const socketOf = (dataDir: string) => join(dataDir, 'keywright.sock')
  const disable = ['user', 'disable', 'nobody@example.com']

  it.runIf(isRoot)('is refused to other users of the machine, also in a folder that they may enter', async () => {
    const dataDir = await dataFolder()
    const server = await start(dataDir)
    chmodSync(dataDir, 0o755)
    expect(lstatSync(socketOf(dataDir)).mode & 0o777).toBe(0o600)
    const stranger = spawn(
      process.execPath,
      [
        '-e',
        `require('net').connect(${JSON.stringify(socketOf(dataDir))}).on('error', (e) => console.log(e.code)).on('connect', () => console.log('open'))`,
      ],
      { uid: 65_534, gid: 65_534, stdio: ['ignore', 'pipe', 'ignore'], env: {} },
    )
    let told = ''
    stranger.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()))
    await new Promise((resolve) => stranger.once('close', resolve))
    expect(told).toBe('EACCES\n')
    expect((await server.api('GET', '/api/applications')).status).toBe(200)
  })

  it('that a killed server left is no obstacle: neither to a command nor to the next start', async () => {
    const dataDir = await dataFolder()
    const server = await startServer({ dataDir })
    await server.kill()
    expect(lstatSync(socketOf(dataDir)).isSocket()).toBe(true)
    const { code, out } = await run({ DATA_DIR: dataDir }, ['user', 'reset-password', server.owner.email], renewed)
    expect([code, out]).toEqual([0, expect.stringContaining('is changed')])
    const next = await startServer({ dataDir, hasOwner: false })
    expect((await run({ DATA_DIR: dataDir }, disable)).err).toBe('No account has the email nobody@example.com.\n')
    expect(await signIn(next, server.owner.email, renewed)).toBe(200)
    await next.stop()
    expect(existsSync(socketOf(dataDir))).toBe(false)
  }, 60_000)

  it('stays with the first server when a second one is refused on the same folder; another folder has its own', async () => {
    const [dataDir, otherDir] = [await dataFolder(), await dataFolder()]
    const server = await start(dataDir)
    await expect(startServer({ dataDir })).rejects.toThrow('Another Keywright server is running')
    await start(otherDir)
    const { code } = await run({ DATA_DIR: dataDir }, ['user', 'create', 'here@example.com'], renewed)
    expect(code).toBe(0)
    expect(await signIn(server, 'here@example.com', renewed)).toBe(200)
    const elsewhere = await run({ DATA_DIR: otherDir }, ['user', 'disable', 'here@example.com'])
    expect(elsewhere.err).toBe('No account has the email here@example.com.\n')
  }, 60_000)

  it.runIf(process.platform === 'linux')(
    'works in a folder whose path is longer than that of a socket may be',
    async () => {
      const dataDir = join(await dataFolder(), 'a'.repeat(120), 'b'.repeat(120))
      mkdirSync(dataDir, { recursive: true, mode: 0o700 })
      const server = await startServer({ dataDir })
      expect(lstatSync(socketOf(dataDir)).mode & 0o777).toBe(0o600)
      const { code, err } = await run({ DATA_DIR: dataDir }, ['user', 'create', 'far@example.com'], renewed)
      expect([code, err]).toEqual([0, ''])
      expect(await signIn(server, 'far@example.com', renewed)).toBe(200)
      await server.stop()
      expect(existsSync(socketOf(dataDir))).toBe(false)
    },
    60_000,
  )

  it('of a server of another release answers with what to do, and changes nothing', async () => {
    const dataDir = await dataFolder()
    const server = await start(dataDir)
    const ask = (line: string) =>
      new Promise<string>((resolve, reject) => {
        let text = ''
        const socket = connect(socketOf(dataDir), () => socket.write(line))
        socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
        socket.once('close', () => resolve(text)).once('error', reject)
      })
    const command = { name: 'user disable', email: server.owner.email }
    expect(await ask(`${JSON.stringify({ version: '99.0.0', command })}\n`)).toContain(
      'this program is 99.0.0. Run the command with the program of the server, or restart the server first.',
    )
    for (const line of ['no json\n', '{}\n', '{"version":"99.0.0"}\n', '[]\n'])
      expect(await ask(line)).toContain('error')
    expect(await ask('x'.repeat(20_000)).catch(() => '')).toBe('')
    const all = await Promise.all(Array.from({ length: 200 }, () => ask('no json\n')))
    expect(all.filter((text) => !text.includes('error'))).toEqual([])
    expect((await server.api('GET', '/api/applications')).status).toBe(200)
  })

  it('does not keep a server from stopping while somebody holds it open', async () => {
    const dataDir = await dataFolder()
    const server = await startServer({ dataDir })
    const socket = connect(socketOf(dataDir))
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.on('error', () => undefined)
    // A command that goes on arriving is never timed out.
    const trickle = setInterval(() => socket.write('x'), 100)
    onTestFinished(() => clearInterval(trickle))
    await server.stop()
    expect(server.process.exitCode).toBe(0)
  })

  it('of somebody else is never trusted with a command', async () => {
    const dataDir = await dataFolder()
    await (await startServer({ dataDir })).stop()
    writeFileSync(socketOf(dataDir), '')
    expect(runCli(dataDir, disable).text).toContain('is not the socket of a Keywright server')
    rmSync(socketOf(dataDir))
    const server = await startServer({ dataDir, hasOwner: false })
    onTestFinished(server.stop)
    if (isRoot) chownSync(socketOf(dataDir), 65_534, 65_534)
    else chmodSync(socketOf(dataDir), 0o666)
    expect((await run({ DATA_DIR: dataDir }, disable)).err).toContain('is not the socket of a Keywright server')
  })
})

const removeLast = 'DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations)'
const lastStep = 'SELECT max(name) AS name FROM migrations'
const refusal = (step: string) =>
  `The database is older than this program: it lacks the schema step "${step}". Commands do not change the schema. ` +
  'Run the command with the version of the running servers, or start a server of this version first.\n'

describe('a command never changes the schema', () => {
  it('of an older embedded database, which a start of the server then changes', async () => {
    const dataDir = await dataFolder()
    await (await startServer({ dataDir })).stop()
    const change = <T>(use: (db: DatabaseSync) => T): T => {
      const db = new DatabaseSync(join(dataDir, 'keywright.db'))
      try {
        return use(db)
      } finally {
        db.close()
      }
    }
    const step = change((db) => String(db.prepare(lastStep).get()?.name))
    change((db) => db.exec(removeLast))
    const before = change((db) => db.prepare(lastStep).get()?.name)
    const { code, err } = await run({ DATA_DIR: dataDir }, ['user', 'disable', 'nobody@example.com'])
    expect([code, err]).toEqual([1, refusal(step)])
    expect(change((db) => db.prepare(lastStep).get()?.name)).toBe(before)
    expect(existsSync(join(dataDir, 'backups'))).toBe(false)
  }, 60_000)
})

describePostgres('a command never changes the schema of PostgreSQL', () => {
  it('beside servers of an older version, which go on serving; an empty database stays empty', async () => {
    const dataDir = await dataFolder()
    const { url, drop } = await createTestDatabase()
    onTestFinished(drop)
    const env = { DATA_DIR: dataDir, DATABASE_URL: url }
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    onTestFinished(() => client.end())
    const empty = await run({ ...env, MASTER_KEY: 'm'.repeat(40) }, ['user', 'disable', 'nobody@example.com'])
    expect([empty.code, empty.err]).toEqual([1, 'The database contains no Keywright data. Start the server once.\n'])
    expect(
      (await client.query("SELECT to_regclass('accounts') AS made, to_regclass('migrations') AS steps")).rows,
    ).toEqual([{ made: null, steps: null }])
    const server = await start(dataDir, { DATABASE_URL: url })
    const last = async () => (await client.query(lastStep)).rows[0].name as string
    const step = await last()
    await client.query(removeLast)
    const before = await last()
    for (const args of [
      ['user', 'disable', server.owner.email],
      ['admin-key', 'rotate'],
    ]) {
      const { code, err } = await run(env, args)
      expect([code, err]).toEqual([1, refusal(step)])
    }
    expect(await last()).toBe(before)
    expect((await server.api('GET', '/api/applications')).status).toBe(200)
  }, 60_000)
})
