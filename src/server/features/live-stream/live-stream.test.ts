import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp, type TestAccount, type TestApp } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases, describePostgres, temporaryPostgres } from '../../../../test/harness/databases.ts'
import { readEvents } from '../../../../test/harness/event-stream.ts'
import { useTestApp } from '../../../../test/harness/use-suite.ts'
import { DiskFull, openDatabase } from '../../db/open.ts'

const refetch = 'event: refetch\ndata: {}\n\n'

async function serve(test: TestApp) {
  const origin = await test.http.listen({ host: '127.0.0.1', port: 0 })
  const fail = (apiKey: string) =>
    test.call('POST', '/api/v1/login', {
      body: { username: 'nobody', password: 'x' },
      headers: { 'x-api-key': apiKey },
    })
  return { origin, fail }
}

const makeApplication = async (maker: TestAccount) =>
  (await maker.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Live' })).body

describe('the live stream', () => {
  const test = useTestApp({ env: { RATE_LIMIT_SCALE: '1000' } })
  let origin: string
  let fail: (apiKey: string) => Promise<unknown>
  let maker: TestAccount
  let application: { id: number; apiKey: string }

  beforeAll(async () => {
    const served = await serve(test)
    origin = served.origin
    fail = served.fail
    maker = await test.account()
    application = await makeApplication(maker)
  })

  const takePermissions = (id: number) =>
    test.stores.transaction(async (tx) => {
      const account = await tx.accounts.find(id)
      if (account) expect(await tx.administration.update(account, { permissions: [] })).toBe('done')
    })

  const changed = (id: number, ...kinds: string[]) => `[${id},${JSON.stringify(kinds)}]`

  it('tells which application changed and in what, and never the thing itself', async () => {
    const all = await readEvents(origin, maker.cookie)
    const one = await readEvents(origin, maker.cookie, { query: `?applicationId=${application.id}` })
    await fail(application.apiKey)
    for (const reader of [all, one]) {
      const text = await reader.until('event: changed')
      expect(text).toContain(changed(application.id, 'activity', 'stats'))
      expect(text).not.toContain('nobody')
      reader.close()
    }
  })

  it('tells of what is changed in the dashboard, too', async () => {
    const reader = await readEvents(origin, maker.cookie)
    const user = await maker.api<{ id: number }>('POST', `/api/applications/${application.id}/users`, {
      username: 'Ada',
      password: 'a long password',
    })
    expect(user.status).toBe(200)
    await reader.until(changed(application.id, 'stats', 'user', 'license', 'session'))
    reader.close()
  })

  it('tells nobody of another account’s application, unless he may see all data, and not once he may no more', async () => {
    const stranger = await test.account()
    const staff = await test.account('staff')
    const [unseeing, seeing] = [await readEvents(origin, stranger.cookie), await readEvents(origin, staff.cookie)]
    await fail(application.apiKey)
    await seeing.until(changed(application.id, 'activity', 'stats'))
    await takePermissions(staff.id)
    const before = seeing.text()
    const own = await readEvents(origin, maker.cookie)
    await fail(application.apiKey)
    await own.until('event: changed')
    // the owner's message was offered to all subscribers
    await sleep(300)
    // told that what may be seen has changed, and nothing about what
    await seeing.until('event: refetch')
    expect(seeing.text().replace(refetch, '')).toBe(before.replace(refetch, ''))
    expect(unseeing.text()).not.toContain('event:')
    for (const reader of [unseeing, seeing, own]) reader.close()
  })

  it('ends within a second when its session ends, though nothing happens', async () => {
    const leaving = await test.account()
    const reader = await readEvents(origin, leaving.cookie)
    const start = performance.now()
    await test.call('POST', '/api/logout', { headers: { cookie: leaving.cookie } })
    await reader.ended
    expect(performance.now() - start).toBeLessThan(1500)
  })

  it('of one application ends when the right to it is lost', async () => {
    const staff = await test.account('staff')
    const reader = await readEvents(origin, staff.cookie, { query: `?applicationId=${application.id}` })
    await takePermissions(staff.id)
    expect(await reader.ended).not.toContain('event:')
  })

  it('goes on where it broke off', async () => {
    const first = await readEvents(origin, maker.cookie)
    await fail(application.apiKey)
    await first.until('event: changed')
    const lastEventId = first.lastId()
    first.close()
    const witness = await readEvents(origin, maker.cookie)
    await fail(application.apiKey)
    await witness.until('event: changed')
    const resumed = await readEvents(origin, maker.cookie, { lastEventId })
    await resumed.until(changed(application.id, 'activity', 'stats'))
    expect(resumed.text()).not.toContain('refetch')
    const taken = await readEvents(origin, maker.cookie, { query: `?after=${lastEventId}` })
    await taken.until(changed(application.id, 'activity', 'stats'))
    const upToDate = await readEvents(origin, maker.cookie, { lastEventId: resumed.lastId() })
    await sleep(400)
    expect(upToDate.text()).not.toContain('event:')
    for (const reader of [witness, resumed, taken, upToDate]) reader.close()
  })

  it('tells one who was away too long, or on another server, to read everything again, once', async () => {
    for (const lastEventId of ['elsewhere-7', 'x', '']) {
      const reader = await readEvents(origin, maker.cookie, { lastEventId: lastEventId || 'elsewhere-8' })
      await reader.until('event: refetch')
      expect(reader.text().match(/event:/g)).toHaveLength(1)
      reader.close()
    }
  })

  it('is at most four messages a second, however much happens', async () => {
    const reader = await readEvents(origin, maker.cookie)
    const start = performance.now()
    const messages = () => reader.text().match(/event: changed/g)?.length ?? 0
    while (performance.now() - start < 1000 || messages() === 0) await fail(application.apiKey)
    const told = messages()
    const seconds = (performance.now() - start) / 1000
    expect(told).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 1)
    reader.close()
  })

  it('is a 404 for an application that is not there, a 401 for who is not signed in', async () => {
    for (const [query, cookie, status] of [
      ['?applicationId=999', maker.cookie, 404],
      ['', '', 401],
    ] as const) {
      const reader = await readEvents(origin, cookie, { query })
      expect(reader.status).toBe(status)
      reader.close()
    }
  })
})

describe('the live streams of one session', () => {
  const test = useTestApp()
  let origin: string

  beforeAll(async () => {
    origin = (await serve(test)).origin
  })

  it('are five at once, of 200 that are asked for together', async () => {
    const reading = await test.account()
    const readers = await Promise.all(Array.from({ length: 200 }, () => readEvents(origin, reading.cookie)))
    const statuses = readers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(195)
    for (const reader of readers) reader.close()
    await Promise.all(readers.map(({ ended }) => ended))
  })

  it('have their places free again when readers leave while they are being opened', async () => {
    const leaving = await test.account()
    const { sessionFingerprints } = test.stores
    const find = sessionFingerprints.find.bind(sessionFingerprints)
    const held = Promise.withResolvers<void>()
    let asked = 0
    const spy = vi.spyOn(sessionFingerprints, 'find').mockImplementation(async (hashes) => {
      asked += 1
      await held.promise
      return find(hashes)
    })
    const left: Promise<unknown>[] = []
    const onConnection = (socket: Socket) => left.push(once(socket, 'close'))
    test.http.server.on('connection', onConnection)
    for (let n = 0; n < 5; n += 1) {
      const opening = new AbortController()
      const headers = { cookie: leaving.cookie, connection: 'close' }
      const response = fetch(`${origin}/api/events`, { headers, signal: opening.signal })
      await vi.waitUntil(() => asked > n, { timeout: 60_000 })
      opening.abort()
      await response.catch(() => {})
    }
    await Promise.all(left)
    test.http.server.off('connection', onConnection)
    held.resolve()
    spy.mockRestore()
    const readers = await Promise.all(Array.from({ length: 5 }, () => readEvents(origin, leaving.cookie)))
    expect(readers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    for (const reader of readers) reader.close()
  })
})

describePostgres('the live streams of two servers on one database', () => {
  const env = { MASTER_KEY: 'a master key that both servers of a test share', RATE_LIMIT_SCALE: '1000' }

  it('tell within a second what the other one did, and to read again when they could not hear it', async () => {
    const place = await temporaryPostgres()
    const databases = [await openDatabase(place.options), await openDatabase(place.options)] as const
    const [a, b] = [
      await createTestApp({ database: databases[0], env }),
      await createTestApp({ database: databases[1], env }),
    ]
    const maker = await a.account()
    const application = await makeApplication(maker)
    const [here, there] = [await serve(a), await serve(b)]
    const reader = await readEvents(there.origin, maker.cookie)
    // the listening connection may still be opening
    let slowestMs = Number.POSITIVE_INFINITY
    for (let round = 0; round < 3; round += 1) {
      const start = performance.now()
      const heard = reader.text().length
      do {
        await here.fail(application.apiKey)
        await sleep(50)
      } while (!reader.text().slice(heard).includes('event: changed') && performance.now() - start < 10_000)
      slowestMs = performance.now() - start
    }
    expect(slowestMs).toBeLessThan(1000)

    await databases[0].transaction(async (tx) => {
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE '%pg_notify%' AND pid <> pg_backend_pid()`.execute(tx)
    })
    await reader.until('event: refetch')
    reader.close()
    await Promise.all([a.close(), b.close()])
    await Promise.all(databases.map((database) => database.close()))
    await place.remove()
  })
})

describeOnBothDatabases('the room on the disk', (open) => {
  it('is told to every stream while the disk is full, to one opened then too, and that it is over', async () => {
    const database = await open()
    const test = await createTestApp({ database })
    onTestFinished(() => test.close())
    const { origin } = await serve(test)
    // Made before: each change that succeeds shows that there is room.
    const [maker, staff] = [await test.account(), await test.account('staff')]
    const first = await readEvents(origin, maker.cookie)
    expect(first.text()).not.toContain('event: disk')
    await expect(database.transaction(() => Promise.reject(new DiskFull('no room')))).rejects.toThrow('no room')
    await first.until('event: disk\ndata: "full"\n\n')
    const second = await readEvents(origin, staff.cookie)
    await second.until('event: disk\ndata: "full"\n\n')
    await test.account('user')
    for (const reader of [first, second]) {
      expect((await reader.until('"ok"')).match(/event: disk/g)).toHaveLength(2)
      reader.close()
    }
  })
})
