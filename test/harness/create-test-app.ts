import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type App, createApp } from '../../src/server/app.ts'
import { type Config, readConfig } from '../../src/server/config.ts'
import type { Database } from '../../src/server/db/open.ts'
import type { Clock } from '../../src/server/lib/clock.ts'
import { openLog } from '../../src/server/lib/log.ts'
import { openPasswords, type Passwords } from '../../src/server/lib/passwords/passwords.ts'
import { openSecrets } from '../../src/server/lib/secrets.ts'
import { hashToken, randomToken } from '../../src/server/lib/tokens.ts'
import { type Permission, type Role, rolePresets } from '../../src/shared/permissions.ts'
import { checkAnswers } from './check-answers.ts'
import { ManualClock } from './manual-clock.ts'
import { openMemoryDatabase } from './memory-database.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { testKeyPairs } from './test-key-pairs.ts'

export interface TestAppOptions {
  /** An open database, for suites that run on both; without it SQLite in memory. */
  readonly database?: Database
  readonly clock?: ManualClock
  /** What the app goes by instead of a clock that the test advances. */
  readonly appClock?: Clock
  /** Environment of the server; rate limits are the real ones unless this raises them. */
  readonly env?: Readonly<Record<string, string>>
  /** The real password hashing, for tests of its queue. Cheap hashes by default: full ones take half of a run. */
  readonly passwords?: Passwords
  /** An address that goes on calling waits for its refusals as it does in production; by default it does not. */
  readonly delaysRefusals?: boolean
  /** The built web to serve; by default only the API is served. */
  readonly webFolder?: string
}

export interface Answer<T = unknown> {
  readonly status: number
  readonly body: T
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  /** The body as sent, for exact comparisons. */
  readonly text: string
}

export interface Call {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Remote address of the request. */
  readonly ip?: string
}

/** A signed-in dashboard user of a test. */
export interface TestAccount {
  readonly id: number
  readonly email: string
  readonly cookie: string
  api<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>>
}

export interface TestApp {
  readonly app: App
  readonly http: FastifyInstance
  readonly stores: App['stores']
  readonly database: Database
  readonly clock: ManualClock
  /** Everything the server logged. */
  readonly log: readonly string[]
  call<T = unknown>(method: string, path: string, call?: Call): Promise<Answer<T>>
  /** Creates an account and signs it in. */
  account(role?: Role, email?: string): Promise<TestAccount>
  close(): Promise<void>
}

export const testPassword = 'correct horse battery staple'
/** The shipped algorithm with minimal cost parameters; the queue reckons with a fixed time, not with this machine's. */
const cheapHashes = { cost: { memoryCost: 8, timeCost: 2, parallelism: 1 }, hashMs: 1 }

const hashes = new WeakMap<Passwords, Map<string, Promise<string>>>()
/** Caches one hash per password, since hashing dominates a test's time. */
export function cachedHash(passwords: Passwords, password: string): Promise<string> {
  const made = hashes.get(passwords) ?? new Map<string, Promise<string>>()
  hashes.set(passwords, made)
  const hash = made.get(password) ?? passwords.hash(password)
  made.set(password, hash)
  return hash
}

/** The shipped app on a real database, with a clock that the test advances. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clock = options.clock ?? new ManualClock()
  const folder = await temporaryFolder()
  const { dataDir } = folder.options
  const config: Config = readConfig({ DATA_DIR: dataDir, PORT: '0', ...options.env })
  const database = options.database ?? (await openMemoryDatabase(dataDir))
  const log: string[] = []
  const appLog = openLog('info', 'json', (line) => log.push(line))
  const app = await createApp({
    config,
    database,
    secrets: openSecrets(dataDir, { masterKey: config.masterKey }),
    clock: options.appClock ?? clock,
    log: appLog,
    version: '0.0.0-test',
    keyPairs: testKeyPairs,
    passwords: options.passwords ?? openPasswords({ ...cheapHashes, log: appLog }),
    ...(!options.delaysRefusals && { staggeredDelay: () => setImmediate() }),
    ...(options.webFolder !== undefined && { webFolder: options.webFolder }),
  })
  const answers = checkAnswers(app.http)
  await app.http.ready()

  const call = async <T>(method: string, path: string, { body, headers, ip }: Call = {}): Promise<Answer<T>> => {
    const response = await app.http.inject({
      method: method as 'GET',
      url: path,
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(ip !== undefined && { remoteAddress: ip }),
    })
    const text = response.payload
    const isCompressed = response.headers['content-encoding'] !== undefined
    const isJson = !isCompressed && String(response.headers['content-type'] ?? '').includes('application/json')
    return {
      status: response.statusCode,
      body: (isJson && text ? JSON.parse(text) : text) as T,
      headers: response.headers,
      text,
    }
  }

  let accounts = 0
  const account = async (role: Role = 'user', email?: string): Promise<TestAccount> => {
    accounts += 1
    const address = email ?? `maker${accounts}@example.com`
    const passwordHash = await cachedHash(app.passwords, testPassword)
    const id = await app.stores.transaction((tx) =>
      tx.accounts.insert({ email: address, passwordHash, role, permissions: rolePresets[role], at: clock.now() }),
    )
    const signedIn = await call('POST', '/api/auth/login', { body: { email: address, password: testPassword } })
    if (signedIn.status !== 200) throw new Error(`sign-in failed: ${signedIn.text}`)
    const cookie = String(signedIn.headers['set-cookie'] ?? '').split(';')[0] ?? ''
    return {
      id,
      email: address,
      cookie,
      api: (method, path, body) => call(method, path, { ...(body !== undefined && { body }), headers: { cookie } }),
    }
  }

  return {
    app,
    http: app.http,
    stores: app.stores,
    database,
    clock,
    log,
    call,
    account,
    async close() {
      await app.close()
      if (!options.database) await database.close()
      await folder.remove()
      answers.finish()
    },
  }
}

/** The Set-Cookie lines of an answer. */
export function setCookies({ headers }: Answer): readonly string[] {
  const lines = headers['set-cookie'] ?? []
  return Array.isArray(lines) ? lines : [String(lines)]
}

/** `name=value` of a cookie that the answer sets; undefined when it doesn't, or deletes it. */
export function cookieFrom(answer: Answer, name: string): string | undefined {
  const line = setCookies(answer).find((each) => each.startsWith(`${name}=`) && !each.startsWith(`${name}=;`))
  return line?.split(';', 1)[0]
}

let accountCount = 0

/** An account without a password, with a session: no hash is computed for it. */
export async function signedInAccount(
  test: TestApp,
  role: Role = 'user',
  permissions: readonly Permission[] = [],
): Promise<TestAccount> {
  accountCount += 1
  const email = `person${accountCount}@example.com`
  const at = test.clock.now()
  const id = await test.stores.transaction((tx) =>
    tx.accounts.insert({ email, passwordHash: '', role, permissions, at }),
  )
  const cookie = await startDashboardSession(test, id)
  const api: TestAccount['api'] = (method, path, body) =>
    test.call(method, path, { ...(body !== undefined && { body }), headers: { cookie } })
  return { id, email, cookie, api }
}

/** The account with a new session for each call: the clock of the test may pass the end of any. */
export function alwaysSignedIn(test: TestApp, account: TestAccount): TestAccount {
  const api: TestAccount['api'] = async (method, path, body) => {
    const cookie = await startDashboardSession(test, account.id)
    return test.call(method, path, { ...(body !== undefined && { body }), headers: { cookie } })
  }
  return { ...account, api }
}

/** The cookie of a new session of the account. */
export async function startDashboardSession(test: TestApp, accountId: number): Promise<string> {
  const token = randomToken()
  const session = { accountId, createdAt: test.clock.now(), ipAddress: '127.0.0.1', userAgent: 'a test' }
  await test.stores.transaction((tx) => tx.sessions.insert({ ...session, tokenHash: hashToken(token) }))
  return `sid=${token}`
}
