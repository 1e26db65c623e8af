import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp } from '../../../test/harness/create-test-app.ts'
import {
  describeOnBothDatabases,
  describePostgres,
  type OpenTestDatabase,
  temporaryPostgres,
} from '../../../test/harness/databases.ts'
import { ManualClock } from '../../../test/harness/manual-clock.ts'
import { openDatabase } from '../db/open.ts'
import type { NewActivity } from '../store/activity/new-activity.ts'
import type { Stores } from '../store/index.ts'

const dayMs = 86_400_000

async function openApp(open: OpenTestDatabase) {
  const test = await createTestApp({ database: await open(), env: { ACTIVITY_DAYS: '90', ACTIVITY_ROWS: '1000' } })
  const maker = await test.account()
  const { id } = (await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Kept' })).body
  return { test, maker, id }
}

/** Rows of these ages in days, counted as the server counts them. */
async function log(stores: Stores, applicationId: number, now: Date, agesInDays: readonly number[]): Promise<void> {
  await stores.transaction(async (tx) => {
    for (const age of agesInDays) {
      const entry: NewActivity = {
        applicationId,
        event: 'user_login',
        success: true,
        code: `${age}`,
        userId: 1,
        username: 'Ada',
        ipAddress: '192.0.2.1',
        userAgent: 'demo',
        count: 1,
        at: new Date(now.getTime() - age * dayMs),
      }
      await tx.activity.insert(entry)
    }
    await tx.counters.add([{ applicationId, name: 'activity', day: 0, by: agesInDays.length }])
  })
}

describeOnBothDatabases('activity that is kept no longer', (open) => {
  it('goes when it is older than the installation keeps it, or the application where that is shorter', async () => {
    const { test, maker, id } = await openApp(open)
    const other = (await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Other' })).body.id
    for (const each of [id, other]) await log(test.stores, each, test.clock.now(), [0, 5, 40, 89, 91, 400])
    await maker.api('PATCH', `/api/applications/${id}`, { activityDays: 30 })
    await test.app.jobs.enforceRetention()
    const left = async (each: number) =>
      (await test.stores.activity.list([each], {}, undefined, 10)).map(({ code }) => code)
    expect(await left(id)).toEqual(['0', '5'])
    expect(await left(other)).toEqual(['0', '5', '40', '89'])
    for (const [each, count] of [
      [id, 2],
      [other, 4],
    ] as const) {
      expect((await test.stores.counters.summary(each, test.clock.now())).activityCount).toBe(count)
    }
    expect((await maker.api('GET', `/api/activity-logs/retention?applicationId=${id}`)).body).toEqual({
      days: 30,
      rows: 1000,
    })
    expect((await maker.api('GET', '/api/activity-logs/retention')).body).toEqual({ days: 90, rows: 1000 })
    await test.close()
  })

  it('goes beyond the rows that are kept, the oldest first, and never a row more', async () => {
    const { test, id } = await openApp(open)
    await log(
      test.stores,
      id,
      test.clock.now(),
      Array.from({ length: 1250 }, (_, n) => (1250 - n) / 100),
    )
    expect(await test.app.jobs.enforceRetention()).toBe(250)
    const rows = await test.stores.activity.list([id], {}, undefined, 2000)
    expect(rows).toHaveLength(1000)
    expect(rows.at(-1)?.code).toBe('10')
    expect(await test.app.jobs.enforceRetention()).toBe(0)
    await test.close()
  })

  it('goes by what there is: a count that is too high costs no row, and is right from then on', async () => {
    const { test, id } = await openApp(open)
    const ages = Array.from({ length: 900 }, (_, n) => n / 100)
    await log(test.stores, id, test.clock.now(), ages)
    const counted = async () => (await test.stores.counters.summary(id, test.clock.now())).activityCount
    await test.stores.transaction((tx) => tx.counters.add([{ applicationId: id, name: 'activity', day: 0, by: 3300 }]))
    expect(await counted()).toBe(4200)
    expect(await test.app.jobs.enforceRetention()).toBe(0)
    expect(await counted()).toBe(900)
    expect(await test.stores.activity.list([id], {}, undefined, 2000)).toHaveLength(900)
    await log(test.stores, id, test.clock.now(), ages)
    expect(await test.app.jobs.enforceRetention()).toBe(800)
    expect(await counted()).toBe(1000)
    await test.close()
  })

  it('does not go by a clock that was just set', async () => {
    const { test, id } = await openApp(open)
    await log(test.stores, id, test.clock.now(), [0, 1])
    test.clock.jump(1000 * dayMs)
    expect(await test.app.jobs.enforceRetention()).toBe(0)
    test.clock.jump(-1000 * dayMs)
    expect(await test.app.jobs.enforceRetention()).toBe(0)
    expect(await test.app.jobs.enforceRetention()).toBe(0)
    expect(await test.stores.activity.list([id], {}, undefined, 10)).toHaveLength(2)
    await test.close()
  })

  it('takes with it the counts of days that no figure reads, and no others', async () => {
    const database = await open()
    const test = await createTestApp({ database })
    const maker = await test.account()
    const { id } = (await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Counted' })).body
    const webhook = { url: 'https://192.0.2.1/hook', applicationId: id }
    const webhookId = (await maker.api<{ id: number }>('POST', '/api/webhooks', webhook)).body.id
    const today = Math.floor(test.clock.nowMs() / dayMs)
    await test.stores.transaction((tx) =>
      tx.counters.add(
        [0, 29, 60, 61, 400].map((age) => ({
          applicationId: id,
          name: 'login:login_successful' as const,
          day: today - age,
          by: 1,
        })),
      ),
    )
    await test.stores.transaction((tx) => tx.counters.add([{ applicationId: id, name: 'api_requests', day: 0, by: 7 }]))
    await database.transaction(async (tx) => {
      for (const age of [0, 7, 60, 61, 400]) {
        const row = { webhook_id: webhookId, day: today - age, successful: 1, failed: 0 }
        await tx.insertInto('webhook_days').values(row).execute()
      }
    })
    await test.app.jobs.enforceRetention()
    const agesIn = async (table: 'webhook_days' | 'counters') => {
      const rows = await database.reads
        .selectFrom(table)
        .select('day')
        .where('day', '>', 0)
        .orderBy('day', 'desc')
        .execute()
      return rows.map(({ day }) => today - day)
    }
    expect(await agesIn('counters')).toEqual([0, 29, 60])
    expect(await agesIn('webhook_days')).toEqual([0, 7, 60])
    expect((await test.stores.counters.summary(id, test.clock.now())).totalApiRequests).toBe(7)
    await test.close()
  })
})

describePostgres('the partitions of the activity log', () => {
  async function openWeeks(env: Readonly<Record<string, string>> = {}) {
    const place = await temporaryPostgres()
    onTestFinished(place.remove)
    const database = await openDatabase(place.options)
    onTestFinished(database.close)
    const test = await createTestApp({ database, clock: new ManualClock(Date.now()), env })
    onTestFinished(test.close)
    const maker = await test.account()
    const { id, apiKey } = (
      await maker.api<{ id: number; apiKey: string }>('POST', '/api/applications', {
        name: 'Weeks',
        hwidLockEnabled: false,
      })
    ).body
    const rowsByPart = async () => {
      const { rows } = await sql<{ part: string; count: number }>`
        SELECT tableoid::regclass::text AS part, count(*) AS count FROM activity GROUP BY 1 ORDER BY 1`.execute(
        database.reads,
      )
      return rows
    }
    const thisWeek = () => `activity_week_${Math.floor(test.clock.nowMs() / (7 * dayMs))}`
    return { url: place.options.databaseUrl ?? '', database, test, maker, id, apiKey, rowsByPart, thisWeek }
  }

  it('are made for the week at hand while users log in: nobody is refused, and no row is lost', async () => {
    const { test, maker, id, apiKey, rowsByPart, thisWeek } = await openWeeks({
      RATE_LIMIT_SCALE: '100000',
      ACTIVITY_DAYS: '400',
    })
    const user = { username: 'Ada', password: 'correct horse battery' }
    const made = { ...user, expiresAt: null }
    expect((await maker.api('POST', `/api/applications/${id}/users`, made)).status).toBe(200)
    const login = () =>
      test.call<{ code: string }>('POST', '/api/v1/login', { body: user, headers: { 'x-api-key': apiKey } })
    const weeks: { part: string; count: number }[] = []
    for (let round = 0; round < 3; round += 1) {
      // As after a long downtime: there is no partition for what is logged now.
      test.clock.advance(50 * dayMs)
      const answers: string[] = []
      let isOver = false
      const traffic = Array.from({ length: 8 }, async () => {
        while (!isOver) answers.push((await login()).body.code)
      })
      await vi.waitUntil(() => answers.length >= traffic.length, { timeout: 60_000 })
      await test.app.jobs.enforceRetention()
      isOver = true
      await Promise.all(traffic)
      expect(answers.filter((code) => code !== 'login_successful')).toEqual([])
      weeks.push({ part: thisWeek(), count: answers.length })
      expect(await rowsByPart()).toEqual(weeks)
    }
  })

  it('that cannot be made keep nothing else from being deleted, and are made the next time', async () => {
    const { url, test, id, rowsByPart, thisWeek } = await openWeeks({ ACTIVITY_ROWS: '1000', ACTIVITY_DAYS: '400' })
    test.clock.advance(50 * dayMs)
    await log(
      test.stores,
      id,
      test.clock.now(),
      Array.from({ length: 1005 }, (_, n) => n / 1_000_000),
    )
    // A long-running read of the log.
    const reader = new pg.Client(url)
    await reader.connect()
    onTestFinished(() => reader.end())
    await reader.query('BEGIN; LOCK TABLE activity_rest IN ACCESS SHARE MODE')
    await expect(test.app.jobs.enforceRetention()).rejects.toThrow('lock timeout')
    expect(await rowsByPart()).toEqual([{ part: 'activity_rest', count: 1000 }])
    await reader.query('ROLLBACK')
    expect(await test.app.jobs.enforceRetention()).toBe(0)
    expect(await rowsByPart()).toEqual([{ part: thisWeek(), count: 1000 }])
  })

  it('lie ready soon after a start, before anything is deleted', async () => {
    const { database, test, thisWeek } = await openWeeks()
    test.clock.advance(50 * dayMs)
    test.app.jobs.start()
    const isReady = async () => {
      const { rows } = await sql`SELECT 1 FROM pg_class WHERE relname = ${thisWeek()}`.execute(database.reads)
      return rows.length === 1
    }
    await vi.waitUntil(isReady, { timeout: 60_000 })
  })

  it('lie ready for the weeks to come, take rows that came before them, and go with their week', async () => {
    const place = await temporaryPostgres()
    const database = await openDatabase(place.options)
    const clock = new ManualClock(Date.now())
    const test = await createTestApp({ database, clock, env: { ACTIVITY_DAYS: '30' } })
    const maker = await test.account()
    const { id } = (await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Weeks' })).body
    const parts = async () => {
      const { rows } = await sql<{ part: string }>`
        SELECT inhrelid::regclass::text AS part FROM pg_inherits WHERE inhparent = 'activity'::regclass ORDER BY 1`.execute(
        database.reads,
      )
      return rows.map(({ part }) => part)
    }
    const partOf = async (code: string) => {
      const { rows } = await sql<{ part: string }>`
        SELECT tableoid::regclass::text AS part FROM activity WHERE code = ${code}`.execute(database.reads)
      return rows[0]?.part
    }
    expect(await parts()).toEqual(['activity_before', 'activity_rest'])
    await log(test.stores, id, clock.now(), [0, -10])
    expect([await partOf('0'), await partOf('-10')]).toEqual(['activity_before', 'activity_rest'])

    // two servers at once
    await Promise.all([test.app.jobs.enforceRetention(), test.app.jobs.enforceRetention()])
    expect((await parts()).length).toBeGreaterThanOrEqual(6)
    expect(await partOf('-10')).toMatch(/^activity_week_\d+$/)
    expect(await test.stores.activity.list([id], {}, undefined, 10)).toHaveLength(2)

    clock.advance(40 * dayMs)
    await log(test.stores, id, clock.now(), [1])
    await test.app.jobs.enforceRetention()
    expect(await parts()).not.toContain('activity_before')
    const kept = await test.stores.activity.list([id], {}, undefined, 10)
    expect(kept.map(({ code }) => code)).toEqual(['1', '-10'])
    expect((await test.stores.counters.summary(id, clock.now())).activityCount).toBe(2)
    await maker.api('DELETE', `/api/applications/${id}`)
    await test.close()
    await database.close()
    await place.remove()
  })
})
