import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../test/harness/create-test-database.ts'
import { describePostgres } from '../../test/harness/databases.ts'
import { serverEnv } from '../../test/harness/start-server.ts'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { type DatabaseOptions, openDatabase } from './db/open.ts'
import { hashAdminKey, makeAdminKeyOnce } from './lib/admin-key.ts'
import { openPasswords } from './lib/passwords/passwords.ts'
import { openSecrets } from './lib/secrets.ts'
import { openStores, type Stores } from './store/index.ts'

const cli = fileURLToPath(new URL('cli.ts', import.meta.url))
const email = 'marie@example.com'
const password = 'quiet otter rows home'

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs the command in a process of its own with a clean environment (except the compile cache). */
function run(args: readonly string[], env: Record<string, string>, stdin = ''): Promise<Ended> {
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...serverEnv, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  // A command that reads no input may exit before the input is written.
  child.stdin.on('error', () => undefined)
  child.stdin.end(stdin)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })))
}

async function withStores<T>(options: DatabaseOptions, job: (stores: Stores) => Promise<T>): Promise<T> {
  const secrets = openSecrets(options.dataDir)
  const database = await openDatabase({ ...options, checkpoint: false })
  try {
    return await job(openStores(database, secrets))
  } finally {
    await database.close()
  }
}

describe('the command line', () => {
  let dataDir: string
  let removeFolder: () => Promise<void>
  let env: Record<string, string>

  beforeAll(async () => {
    const folder = await temporaryFolder()
    dataDir = folder.options.dataDir
    removeFolder = folder.remove
    env = { DATA_DIR: dataDir }
    await withStores({ dataDir }, async () => makeAdminKeyOnce(dataDir))
  })
  afterAll(() => removeFolder())

  test('tells its commands when asked, with success', async () => {
    const { code, out } = await run(['--help'], env)
    expect(code).toBe(0)
    expect(out).toContain('user reset-password <email>')
  })

  test.each([
    [[]],
    [['user']],
    [['user', 'delete', email]],
    [['user', 'create']],
    [['user', 'reset-password', email, 'a-password-as-argument']],
    [['user', 'reset-password', email, '--role', 'owner']],
    [['admin-key', 'show', 'now']],
    [['admin-key', 'show', '--loud']],
  ])('answers wrong usage with the usage and exit code 2: %j', async (args) => {
    const { code, out, err } = await run(args, env)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('admin-key rotate')
  })

  test('answers a wrong configuration with every error and exit code 2', async () => {
    const { code, err } = await run(['admin-key', 'show'], { ...env, PORT: 'x', TRUST_PROXY: 'true' })
    expect(code).toBe(2)
    expect(err).toMatch(/^There are 2 errors in the configuration:\n {2}PORT .*\n {2}TRUST_PROXY /)
  })

  test('makes nothing where the server never ran', async () => {
    const nowhere = join(dataDir, 'nowhere')
    for (const args of [
      ['admin-key', 'show'],
      ['admin-key', 'rotate'],
      ['user', 'reset-password', email],
    ]) {
      const { code, err } = await run(args, { DATA_DIR: nowhere }, password)
      expect(code).toBe(1)
      expect(err).toContain('set DATA_DIR to its folder')
    }
    expect(() => statSync(nowhere)).toThrow('ENOENT')
  })

  test('prints the admin key and nothing else', async () => {
    const key = readFileSync(join(dataDir, 'admin.key'), 'utf8').trim()
    expect(await run(['admin-key', 'show'], env)).toEqual({ code: 0, out: `${key}\n`, err: '' })
    expect(JSON.parse((await run(['admin-key', 'show', '--json'], env)).out)).toEqual({ adminKey: key })
  })

  test('replaces the admin key by a new one that only its user may read', async () => {
    const before = readFileSync(join(dataDir, 'admin.key'), 'utf8').trim()
    const { code, out } = await run(['admin-key', 'rotate'], env)
    const file = join(dataDir, 'admin.key')
    expect(code).toBe(0)
    expect(out.trim()).not.toBe(before)
    expect(readFileSync(file, 'utf8')).toBe(out)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('keeps the hash of the former admin key for 24 hours, for as many as said, or not at all', async () => {
    const former = join(dataDir, 'admin.key.former')
    const until = () => Date.parse(readFileSync(former, 'utf8').trim().split(' ')[1] ?? '')
    const key = readFileSync(join(dataDir, 'admin.key'), 'utf8').trim()
    await run(['admin-key', 'rotate'], env)
    expect(until() - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
    expect(readFileSync(former, 'utf8')).not.toContain(key)
    expect(statSync(former).mode & 0o777).toBe(0o600)
    const { out } = await run(['admin-key', 'rotate', '--keep-hours', '1', '--json'], env)
    expect(until() - Date.now()).toBeLessThanOrEqual(3_600_000)
    expect(JSON.parse(out)).toMatchObject({ formerUntil: new Date(until()).toISOString() })
    await run(['admin-key', 'rotate', '--keep-hours', '0'], env)
    expect(() => statSync(former)).toThrow('ENOENT')
    expect((await run(['admin-key', 'rotate', '--keep-hours', '-1'], env)).code).toBe(2)
  })

  test('leaves an admin key of the environment to the environment', async () => {
    const given = { ...env, ADMIN_KEY: 'k'.repeat(32) }
    expect((await run(['admin-key', 'show'], given)).out).toBe(`${given.ADMIN_KEY}\n`)
    const { code, err } = await run(['admin-key', 'rotate'], given)
    expect([code, err]).toEqual([1, 'The admin key comes from ADMIN_KEY. Change it there.\n'])
  })

  test('says to stop the server while it runs on the same data folder', async () => {
    const { code, err } = await withStores({ dataDir }, () => run(['user', 'reset-password', email], env, password))
    expect(code).toBe(1)
    expect(err).toMatch(/server is running on the data folder .*Stop it first/)
  })
})

describePostgres('the admin key on PostgreSQL, from the command line', () => {
  test('is replaced in the database where there is one, for as many hours as said, and no file is written', async () => {
    const { options, remove } = await temporaryFolder()
    const { url, drop } = await createTestDatabase({ isMigrated: true })
    onTestFinished(async () => {
      await drop()
      await remove()
    })
    const env = { DATA_DIR: options.dataDir, DATABASE_URL: url }
    const before = await run(['admin-key', 'rotate'], env)
    expect([before.code, before.out]).toEqual([1, ''])
    expect(before.err).toBe('The database contains no admin key. Start the server once, without ADMIN_KEY.\n')
    const stored = (job: (stores: Stores) => Promise<unknown>) => withStores({ ...options, databaseUrl: url }, job)
    await stored((stores) => stores.transaction((tx) => tx.adminKey.claim(hashAdminKey('the first key'))))
    const { code, out } = await run(['admin-key', 'rotate', '--keep-hours', '2', '--json'], env)
    expect(code).toBe(0)
    const { adminKey, formerUntil } = JSON.parse(out) as { adminKey: string; formerUntil: string }
    await stored(async ({ adminKey: keys }) => {
      const until = new Date(formerUntil)
      expect(until.getTime() - Date.now()).toBeLessThanOrEqual(2 * 3_600_000)
      expect(until.getTime() - Date.now()).toBeGreaterThan(1.9 * 3_600_000)
      expect(await keys.hashes(new Date())).toEqual([
        { hash: hashAdminKey(adminKey) },
        { hash: hashAdminKey('the first key'), until },
      ])
      expect(await keys.hashes(until)).toEqual([{ hash: hashAdminKey(adminKey) }])
    })
    expect((await run(['admin-key', 'show'], env)).err).toContain('holds only the hash of the admin key')
    expect(readdirSync(options.dataDir).filter((name) => name.startsWith('admin'))).toEqual([])
  })
})

describe.each(['SQLite', 'PostgreSQL'])('accounts from the command line (%s)', (engine) => {
  let options: DatabaseOptions
  let env: Record<string, string>
  const cleanups: (() => Promise<void>)[] = []

  beforeAll(async () => {
    const folder = await temporaryFolder()
    cleanups.push(folder.remove)
    options = folder.options
    env = { DATA_DIR: options.dataDir }
    if (engine === 'PostgreSQL') {
      const { url, drop } = await createTestDatabase()
      cleanups.push(drop)
      options = { ...options, databaseUrl: url }
      env = { ...env, DATABASE_URL: url }
    }
    await withStores(options, async () => undefined)
  })
  afterAll(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup()
  })

  test('an account is made with a role and the password from standard input', async () => {
    const made = await run(['user', 'create', email, '--role', 'owner', '--json'], env, `${password}\n`)
    expect(made.err).toBe('')
    expect(JSON.parse(made.out)).toEqual({ id: expect.any(Number), email, role: 'owner' })
    const account = await withStores(options, (stores) => stores.accounts.findByEmail(email))
    expect(account).toMatchObject({ role: 'owner', isActive: true })
    expect(await openPasswords().verify(account?.passwordHash ?? '', password)).toBe(true)
  })

  test.each([
    ['a taken e-mail address', ['Marie@Example.com', '--role', 'user'], password, 'already'],
    ['a word that is no address', ['marie', '--role', 'user'], password, "isn't an email address"],
    ['an unknown role', ['new@example.com', '--role', 'king'], password, 'The role must be one of owner'],
    ['a weak password', ['new@example.com'], 'password1234', 'The password is too common'],
    ['no password', ['new@example.com'], '', 'No password on standard input'],
  ])('%s makes no account', async (_what, args, stdin, reason) => {
    const { code, out, err } = await run(['user', 'create', ...args], env, stdin)
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(reason)
    expect(await withStores(options, (stores) => stores.accounts.findByEmail('new@example.com'))).toBeUndefined()
  })

  test('a new password ends every session and every remembered password of the account', async () => {
    const at = new Date()
    await withStores(options, async (stores) => {
      const accountId = (await stores.accounts.findByEmail(email))?.id ?? 0
      await stores.transaction(async (tx) => {
        const session = { accountId, createdAt: at, ipAddress: '', userAgent: '' }
        await tx.sessions.insert({ ...session, tokenHash: 'one' })
        await tx.sessions.insert({ ...session, tokenHash: 'two' })
        await tx.remember.insert({ accountId, deviceHash: 'device', share: 'share', createdAt: at })
      })
    })
    const renewed = 'loud heron walks away'
    const { code, out } = await run(['user', 'reset-password', 'MARIE@example.com'], env, renewed)
    expect([code, out]).toEqual([0, 'The password of marie@example.com is changed; sessions ended: 2.\n'])
    await withStores(options, async (stores) => {
      expect(await stores.sessions.find('one')).toBeUndefined()
      expect(await stores.remember.find('device', new Date(0))).toBeUndefined()
      const hash = (await stores.accounts.findByEmail(email))?.passwordHash ?? ''
      expect(await openPasswords().verify(hash, renewed)).toBe(true)
      expect(await openPasswords().verify(hash, password)).toBe(false)
    })
  })

  test('a lost second factor is taken off, and every session of the account ends with it', async () => {
    const args = ['user', 'remove-second-factor', email]
    const without = await run(args, env)
    expect([without.code, without.err]).toEqual([1, `${email} has no second factor.\n`])
    const accountId = await withStores(options, async (stores) => {
      const id = (await stores.accounts.findByEmail(email))?.id ?? 0
      await stores.transaction(async (tx) => {
        const now = new Date()
        await tx.secondFactors.beginTotp(id, 'JBSWY3DPEHPK3PXP', now)
        await tx.secondFactors.consumeTotpStep(id, 1, now)
        await tx.secondFactors.replaceRecoveryCodes(id, ['AAAAA-BBBBB'])
        const session = { accountId: id, createdAt: now, ipAddress: '', userAgent: '' }
        await tx.sessions.insert({ ...session, tokenHash: 'three' })
      })
      return id
    })
    const reset = await run(['user', 'reset-password', email], env, 'quiet heron walks away')
    expect(reset.out).toContain('user remove-second-factor')
    const removed = await run(args, env)
    expect([removed.code, removed.out]).toEqual([0, `${email} signs in with the password alone; sessions ended: 0.\n`])
    await withStores(options, async (stores) => {
      expect(await stores.secondFactors.summary(accountId)).toEqual({
        hasTotp: false,
        passkeyCount: 0,
        recoveryCodesLeft: 0,
      })
      expect(await stores.sessions.find('three')).toBeUndefined()
    })
  })

  test('an unknown account is told as such', async () => {
    const { code, err } = await run(['user', 'reset-password', 'nobody@example.com'], env, password)
    expect([code, err]).toEqual([1, 'No account has the email nobody@example.com.\n'])
  })
})
