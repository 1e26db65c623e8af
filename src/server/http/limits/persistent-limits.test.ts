import { afterAll, beforeAll, expect, it } from 'vitest'
import { cookieFrom, createTestApp, type TestApp, testPassword } from '../../../../test/harness/create-test-app.ts'
import { createTestDatabase } from '../../../../test/harness/create-test-database.ts'
import { describeOnBothDatabases, describePostgres } from '../../../../test/harness/databases.ts'
import { ManualClock } from '../../../../test/harness/manual-clock.ts'
import { type Database, openDatabase } from '../../db/open.ts'

const key = 'k'.repeat(32)

/** Each is a server on one database, in turn or concurrently, with one clock and the production limits. */
describeOnBothDatabases('limits on guessing', (open) => {
  let database: Database
  const clock = new ManualClock(Date.now())
  beforeAll(async () => {
    database = await open()
  })
  const start = () => createTestApp({ database, clock, env: { ADMIN_KEY: key, MASTER_KEY: key } })

  it('outlive a restart: of an end-user, of a dashboard account, and of the admin key', {
    timeout: 60_000,
  }, async () => {
    const first = await start()
    const maker = await first.account()
    const made = await maker.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Kept' })
    await maker.api('POST', `/api/applications/${made.body.id}/users`, { username: 'ada', password: 'right password' })
    /** Each from another address, so that only the username counts. */
    const login = (test: TestApp, n: number, password: string) =>
      test.call('POST', '/api/v1/login', {
        body: { username: 'ada', password, hwid: 'PC-1' },
        headers: { 'x-api-key': made.body.apiKey },
        ip: `198.51.100.${n}`,
      })
    const signIn = (test: TestApp, n: number, password: string) =>
      test.call('POST', '/api/auth/login', { body: { email: maker.email, password }, ip: `203.0.113.${n}` })
    const admin = (test: TestApp, sent: string) =>
      test.call('GET', '/api/admin/users', { headers: { 'x-admin-key': sent }, ip: '192.0.2.9' })
    for (let n = 0; n < 11; n += 1) await login(first, n, 'wrong')
    for (let n = 0; n < 11; n += 1) await signIn(first, n, 'wrong password')
    for (let n = 0; n < 5; n += 1) await admin(first, 'wrong')
    const all = async (test: TestApp) => [
      (await login(test, 100, 'right password')).status,
      (await signIn(test, 100, testPassword)).status,
      (await admin(test, 'wrong')).status,
      (await admin(test, key)).status,
    ]
    expect(await all(first)).toEqual([429, 429, 429, 200])
    await first.close()

    const second = await start()
    expect(await all(second)).toEqual([429, 429, 429, 200])
    clock.advance(60_000)
    expect(await all(second)).toEqual([200, 200, 401, 200])
    await second.close()
    const third = await start()
    expect(await all(third)).toEqual([200, 200, 401, 200])
    await third.close()
  })

  it('outlive a restart in the buckets of known devices, too', async () => {
    const first = await start()
    const account = await first.account('user', 'known@example.com')
    const marked = await first.call('POST', '/api/auth/login', {
      body: { email: account.email, password: testPassword },
    })
    const cookie = cookieFrom(marked, 'kd') ?? ''
    const signIn = (test: TestApp, password: string) =>
      test.call('POST', '/api/auth/login', { body: { email: account.email, password }, headers: { cookie } })
    for (let n = 0; n < 10; n += 1) expect((await signIn(first, 'wrong password')).status).toBe(401)
    await first.close()
    const second = await start()
    expect((await signIn(second, testPassword)).status).toBe(429)
    await second.close()
  })
})

describePostgres('limits on guessing with two servers on one database', () => {
  it('are shared with the next write and read: what one has evaluated the other does not evaluate again', async () => {
    const database = await createTestDatabase({ isMigrated: true })
    const open = () => openDatabase({ dataDir: '', databaseUrl: database.url, isStrict: true, checkpoint: false })
    const [one, two] = [await open(), await open()]
    const clock = new ManualClock(Date.now())
    const env = { ADMIN_KEY: key, MASTER_KEY: key }
    const nodes = [
      await createTestApp({ database: one, clock, env }),
      await createTestApp({ database: two, clock, env }),
    ]
    const [a, b] = nodes as [TestApp, TestApp]
    const { email } = await a.account()
    const guesses = async (test: TestApp, network: string) => {
      const many = Array.from({ length: 40 }, (_, n) => `${network}.${n}`)
      const sent = many.map((ip) => test.call('POST', '/api/auth/login', { body: { email, password: 'wrong' }, ip }))
      return (await Promise.all(sent)).filter(({ status }) => status === 401).length
    }
    expect(await guesses(a, '198.51.100')).toBe(10)
    await a.app.jobs.flush()
    await b.app.jobs.flush()
    expect(await guesses(b, '203.0.113')).toBe(0)
    clock.advance(1000)
    expect(await guesses(b, '203.0.113')).toBe(1)
    await b.app.jobs.flush()
    await a.app.jobs.flush()
    expect(await guesses(a, '198.51.100')).toBe(0)
    for (const each of [a, b, one, two]) await each.close()
    await database.drop()
  })
})

describePostgres('guesses from one address with three servers on one database', () => {
  let nodes: TestApp[] = []
  const databases: Database[] = []
  let place: Awaited<ReturnType<typeof createTestDatabase>>
  let application: { id: number; apiKey: string }
  const clock = new ManualClock(Date.now())

  beforeAll(async () => {
    place = await createTestDatabase({ isMigrated: true })
    for (let n = 0; n < 3; n += 1) {
      databases.push(await openDatabase({ dataDir: '', databaseUrl: place.url, isStrict: true, checkpoint: false }))
    }
    nodes = await Promise.all(databases.map((database) => createTestApp({ database, clock, env: { MASTER_KEY: key } })))
    const maker = await node(0).account()
    application = (await maker.api<typeof application>('POST', '/api/applications', { name: 'Guessed' })).body
    await maker.api('PATCH', `/api/applications/${application.id}`, { hwidLockEnabled: false })
    const users = `/api/applications/${application.id}/users`
    await maker.api('POST', users, { username: 'ada', password: 'right password' })
  })
  afterAll(async () => {
    for (const each of [...nodes, ...databases]) await each.close()
    await place.drop()
  })

  const node = (n: number) => {
    const found = nodes[n % 3]
    if (!found) throw new Error('there are three')
    return found
  }
  const send = async (n: number, path: string, body: object, ip: string) => {
    const headers = { 'x-api-key': application.apiKey }
    return (await node(n).call<{ code: string }>('POST', `/api/v1/${path}`, { body, headers, ip })).body.code
  }
  /** Each node writes, then each reads. */
  const sync = async () => {
    for (const each of [...nodes, ...nodes]) await each.app.jobs.flush()
  }
  const unknownId = (n: number) => ({ user_id: 1_000_000_000 + n })

  it.each<[string, number, string, string, (n: number) => object]>([
    ['passwords', 10, 'login', 'invalid_credentials', (n) => ({ username: `user ${n}`, password: 'wrong' })],
    ['license keys', 10, 'register', 'license_not_found', (n) => ({ ...newUser(n), license_key: `KW-${n}` })],
    ['user ids', 20, 'verify', 'user_not_found', unknownId],
    ['taken usernames', 20, 'register', 'username_taken', (n) => ({ ...newUser(n), username: 'ada' })],
  ])(
    '%s that one server evaluated count for all; of 200 at once on all, each evaluates the limit at most',
    async (...guess) => {
      const [name, limit, path, code, body] = guess
      const evaluated = async (nodeOf: (n: number) => number, ip: string) => {
        const codes = await Promise.all(Array.from({ length: 200 }, (_, n) => send(nodeOf(n), path, body(n), ip)))
        expect(codes.filter((each) => each !== code && each !== 'rate_limited')).toEqual([])
        return codes.filter((each) => each === code).length
      }
      const onAll = (n: number) => n
      const [one, other] = [`198.51.100.${name.length}`, `203.0.113.${name.length}`]
      expect(await evaluated(() => 0, one)).toBe(limit)
      await sync()
      expect(await evaluated(onAll, one)).toBe(0)
      // Within the second before they learn of each other.
      expect(await evaluated(onAll, other)).toBe(3 * limit)
      await sync()
      expect(await evaluated(onAll, other)).toBe(0)
      // An address that guessed nothing is refused nothing.
      expect(await send(1, path, body(0), '192.0.2.1')).toBe(code)
    },
  )

  it('a user who is known there logs in on every server, however many others guessed', async () => {
    const home = '198.51.100.77'
    const login = (n: number) => send(n, 'login', { username: 'ada', password: 'right password' }, home)
    expect(await login(0)).toBe('login_successful')
    const wrong = (n: number) => send(n, 'login', { username: `other ${n}`, password: 'wrong' }, home)
    await Promise.all(Array.from({ length: 200 }, (_, n) => wrong(3 * n)))
    await sync()
    expect(await Promise.all([wrong(0), wrong(1), wrong(2)])).toEqual(Array.from({ length: 3 }, () => 'rate_limited'))
    expect(await Promise.all([login(0), login(1), login(2)])).toEqual(
      Array.from({ length: 3 }, () => 'login_successful'),
    )
  })
})

const newUser = (n: number) => ({ username: `new ${n}`, password: 'a password of the tests' })
