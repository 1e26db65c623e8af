import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { useSuite } from '../../../test/harness/use-suite.ts'
import { createWorld, noStats, openSuite } from '../../../test/harness/world.ts'

interface Stats {
  readonly totalUsers: number
  readonly activeUsers: number
  readonly activeSessions: number
  readonly loginSuccessRate: number
  readonly totalApiRequests: number
  readonly lastActivity: string | null
}

interface Series {
  readonly events: readonly { readonly event: string; readonly counts: readonly number[] }[]
}

const day = 86_400_000

describeOnBothDatabases('the figures of an application', (open) => {
  const suite = useSuite(open)
  // the clock moves by days, which ends sessions: each test signs in an account of its own
  const world = async () => {
    const made = await createWorld(suite, await suite.test.account())
    const stats = async () => {
      await suite.test.app.jobs.flush()
      const id = made.applicationId
      const now = suite.test.clock.now()
      const counted = await suite.test.stores.counters.summary(id, now)
      return { ...counted, activeSessions: await suite.test.stores.clientSessions.countLive(id, now) }
    }
    return { ...made, stats }
  }

  it('are zero in the beginning', async () => {
    const { dashboard, base } = await world()
    expect(await dashboard<Stats>('GET', `${base}/stats`)).toEqual({
      ...noStats,
      dailyLogins: Array.from({ length: 14 }, () => expect.objectContaining({ succeeded: 0, failed: 0 })),
    })
  })

  it('count every call with its key, refused ones too, but no call with another', async () => {
    const { user, login, verify, beat, send, stats, dashboard, base, settings } = await world()
    const owner = await user()
    await login(owner)
    await verify(owner)
    await verify({ id: 1 })
    await send('/api/v1/login', {})
    await beat('no token')
    await send('/api/v1/verify', { user_id: owner.id }, { headers: { 'x-api-key': 'ak_wrong' } })
    await settings({ isActive: false })
    await verify(owner)
    expect((await stats()).totalApiRequests).toBe(6)
    expect((await dashboard<Stats>('GET', `${base}/stats`)).totalApiRequests).toBe(6)
  })

  it('rate logins by what was decided: success or a refusal, neither a wrong request nor a limit', async () => {
    const { user, login, register, verify, stats, settings } = await world()
    const good = await user()
    const banned = await user({}, { isBanned: true })
    await settings({ version: '2.0' })
    await login(good)
    await login(good, { version: '1.0' })
    await login(banned)
    for (let n = 0; n < 10; n += 1) await login({ username: 'x' }, { password: 'wrong' })
    // A user who logged in from this address is known there, so failures of strangers do not lock them out.
    expect((await login(await user())).status).toBe(429)
    await login(good, { password: '' })
    await register({ version: '2.0' })
    await verify(good)
    // one of 13
    expect((await stats()).loginSuccessRate).toBe(7.7)
  })

  it('count what was answered before they were asked for, also while counts are being written', async () => {
    const { user, login, verify, dashboard, base } = await world()
    const good = await user()
    await login(good)
    const figures = async () => {
      const { totalApiRequests } = await dashboard<Stats>('GET', `${base}/stats`)
      const { events } = await dashboard<Series>('GET', `${base}/stats/events?range=24h`)
      const logins = events.find(({ event }) => event === 'user_login')?.counts.at(-1)
      const { counts } = await dashboard<{ counts: { activity: number } }>('GET', base)
      const cards = await dashboard<{ counts: { activity: number } }[]>('GET', '/api/applications')
      return [totalApiRequests, logins, counts.activity, cards[0]?.counts.activity]
    }
    expect(await figures()).toEqual([1, 1, 1, 1])
    await verify(good)
    const [, stats] = await Promise.all([suite.test.app.jobs.flush(), dashboard<Stats>('GET', `${base}/stats`)])
    expect(stats.totalApiRequests).toBe(2)
  })

  it('look back thirty days at logins, and for ever at calls', async () => {
    const { user, login, stats } = await world()
    const good = await user()
    await login(good)
    await suite.test.app.jobs.flush()
    suite.test.clock.advance(29 * day)
    await login({ username: 'x' }, { password: 'wrong' })
    expect(await stats()).toMatchObject({ loginSuccessRate: 50, totalApiRequests: 2 })
    suite.test.clock.advance(day)
    expect(await stats()).toMatchObject({ loginSuccessRate: 0, totalApiRequests: 2 })
  })

  it('count sessions as live for 90 s after the last beat', async () => {
    const { user, session, end, stats } = await world()
    const owner = await user()
    await session(owner)
    const token = await session(owner)
    expect((await stats()).activeSessions).toBe(2)
    await end(token)
    expect((await stats()).activeSessions).toBe(1)
    suite.test.clock.advance(90_000)
    expect((await stats()).activeSessions).toBe(1)
    suite.test.clock.advance(1)
    expect((await stats()).activeSessions).toBe(0)
  })

  it('survive being written twice at once: nothing is lost and nothing counted twice', async () => {
    const { user, verify, stats } = await world()
    const owner = await user()
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 20 }, () => verify(owner)))
      await Promise.all([suite.test.app.jobs.flush(), suite.test.app.jobs.flush()])
    }
    expect((await stats()).totalApiRequests).toBe(100)
  })

  it('of a deleted application are let go', async () => {
    const { user, verify, dashboard, base, applicationId, stats } = await world()
    await verify(await user())
    await dashboard('DELETE', base)
    await stats()
    const now = suite.test.clock.now()
    while ((await suite.test.stores.transaction((tx) => tx.applications.purgeDeleted(now, 500))) > 0);
    await suite.test.app.jobs.flush()
    const rows = await suite.database.reads
      .selectFrom('counters')
      .selectAll()
      .where('application_id', '=', applicationId)
      .execute()
    expect(rows).toEqual([])
  })

  it('that could not be written stay with their day until they are', async () => {
    const { user, login, verify, stats, applicationId } = await world()
    const good = await user()
    const rename = (from: 'counters' | 'gone', to: string) =>
      suite.database.transaction((tx) =>
        tx.schema
          .alterTable(from as 'counters')
          .renameTo(to)
          .execute(),
      )
    await login(good)
    await rename('counters', 'gone')
    await expect(suite.test.app.jobs.flush()).rejects.toThrow('counters')
    await verify(good)
    suite.test.clock.advance(day)
    await rename('gone', 'counters')
    expect(await stats()).toMatchObject({ totalApiRequests: 2, loginSuccessRate: 100 })
    const rows = await suite.database.reads
      .selectFrom('counters')
      .select('day')
      .where('application_id', '=', applicationId)
      .where('name', '=', 'login:login_successful')
      .execute()
    expect(rows).toEqual([{ day: Math.floor(suite.test.clock.nowMs() / day) - 1 }])
  })

  describe('in the activity log', () => {
    it('a flood of refusals is 20 rows and one that counts the rest; real events of that minute are all there', async () => {
      const { user, login, send, activity, ip } = await world()
      const good = await user()
      const old = () => login(good, { version: '0.1' })
      for (let n = 0; n < 60; n += 1) await old()
      await login(good)
      await send('/api/v1/login', {}, { headers: { 'x-api-key': 'ak_wrong' } })
      const events = async () => (await activity()).map(({ event, count }) => `${event} ${count}`)
      const listed = Array.from({ length: 20 }, () => 'version_mismatch 1')
      expect(await events()).toEqual(['user_login 1', ...listed])
      suite.test.clock.advance(60_000)
      await suite.test.app.jobs.flush()
      expect(await events()).toEqual(['version_mismatch 40', 'user_login 1', ...listed])
      expect((await activity())[0]).toMatchObject({ ipAddress: ip, code: 'version_mismatch', success: false })
    })

    it('a user agent is kept to 256 characters, without what breaks a line', async () => {
      const { user, login, activity } = await world()
      const agent = `Client\t1.0 ${'x'.repeat(400)}`
      await login(await user(), {}, { headers: { 'user-agent': agent } })
      expect((await activity())[0]?.userAgent).toBe(`Client 1.0 ${'x'.repeat(400)}`.slice(0, 256))
    })
  })
})

describeOnBothDatabases('a server that stops', (open) => {
  it('writes what it only remembered: counts, signs of life, the counted refusals', async () => {
    const database = await open()
    const env = { MASTER_KEY: 'a master key that two servers of a test share' }
    const suite = await openSuite(database, env)
    const { user, login, session, beat, applicationId } = await createWorld(suite, suite.maker)
    const owner = await user()
    for (let n = 0; n < 25; n += 1) await login(owner, { version: '0.1' })
    const token = await session(owner)
    suite.test.clock.advance(30_000)
    await beat(token)
    await suite.test.close()
    const next = await createTestApp({ database, env, clock: suite.test.clock })
    const now = suite.test.clock.now()
    expect((await next.stores.counters.summary(applicationId, now)).totalApiRequests).toBe(27)
    const [last] = await next.stores.activity.list([applicationId], {}, undefined, 1)
    expect(last).toMatchObject({ event: 'version_mismatch', count: 5 })
    const { last_seen_at } = await database.reads
      .selectFrom('client_sessions')
      .select('last_seen_at')
      .where('application_id', '=', applicationId)
      .executeTakeFirstOrThrow()
    expect(last_seen_at).toBe(now.getTime())
    await next.close()
  })

  it('stops even when its database is away, and says so', async () => {
    const suite = await openSuite(await open())
    const { user, verify, session, beat } = await createWorld(suite, suite.maker)
    const owner = await user()
    await verify(owner)
    await beat(await session(owner))
    await suite.database.close()
    await expect(suite.test.app.close()).resolves.toBeUndefined()
    const failed = suite.test.log.filter((line) => line.includes('job failed')).join(' ')
    for (const job of ['last seen', 'counts']) expect(failed).toContain(job)
  })
})
