import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../../test/harness/create-test-app.ts'
import { type TransactionOutcome, withFaultInjection } from '../../../test/harness/database-faults.ts'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { createWorld, openSuite, type Suite, type World } from '../../../test/harness/world.ts'

const minuteMs = 60_000

describeOnBothDatabases('counts, where commits fail', (open) => {
  let suite: Suite
  let plan: TransactionOutcome[] = []
  beforeAll(async () => {
    suite = await openSuite(withFaultInjection(await open(), () => plan.shift() ?? 'committed'))
  })
  afterAll(() => suite.test.close())

  const world = async () => createWorld(suite, await suite.test.account())
  const flush = () => suite.test.app.jobs.flush()
  /** Rows of the log, next to the counters of them. */
  const figures = async ({ applicationId, activity }: World) => {
    await flush()
    const rows = await activity()
    const { activityCount } = await suite.test.stores.counters.summary(applicationId, suite.test.clock.now())
    const hours = await suite.test.stores.eventCounts.list(applicationId, 'hour', {
      from: 0,
      to: Number.MAX_SAFE_INTEGER,
    })
    const sum = (counts: readonly { readonly count: number }[]) => counts.reduce((all, { count }) => all + count, 0)
    return { rows: rows.length, activityCount, stoodFor: sum(rows), events: sum(hours) }
  }
  const refusalOf = ({ applicationId }: World) =>
    ({
      applicationId,
      event: 'hwid_mismatch',
      success: false,
      code: 'hwid_mismatch',
      userId: null,
      username: 'ada',
      ipAddress: '198.51.100.1',
      userAgent: 'test',
      count: 1,
      at: suite.test.clock.now(),
    }) as const
  const refusals = async (at: World, times: number) => {
    const user = await at.user()
    for (let n = 0; n < times; n += 1) await at.login(user, { version: '0.1' })
  }

  it('have what was taken back not among them: of twenty sweeps that fail only the one that does not is counted', async () => {
    const at = await world()
    const user = await at.user()
    for (let n = 0; n < 10; n += 1) await at.session(user)
    suite.test.clock.advance(2 * minuteMs)
    for (let n = 0; n < 20; n += 1) {
      plan = ['committed', 'taken back']
      await expect(suite.test.app.jobs.sweep()).rejects.toThrow('taken back')
    }
    expect(await figures(at)).toEqual({ rows: 10, activityCount: 10, stoodFor: 10, events: 10 })
    await suite.test.app.jobs.sweep()
    expect(await figures(at)).toEqual({ rows: 20, activityCount: 20, stoodFor: 20, events: 20 })
  })

  it('have what ran again among them once', async () => {
    const at = await world()
    const token = await at.session(await at.user())
    plan = ['repeated']
    expect((await at.end(token)).status).toBe(200)
    expect(await figures(at)).toEqual({ rows: 2, activityCount: 2, stoodFor: 2, events: 2 })
  })

  it('have what could not be written among them with the next write, once', async () => {
    const at = await world()
    await flush()
    await refusals(at, 3)
    plan = ['taken back']
    await expect(flush()).rejects.toThrow('taken back')
    expect(await figures(at)).toEqual({ rows: 3, activityCount: 3, stoodFor: 3, events: 3 })
  })

  it('have refusals of a change that was taken back not among them, and of one that ran again once', async () => {
    const at = await world()
    const { app, stores, clock } = suite.test
    const refusal = refusalOf(at)
    const refuse = () =>
      stores.transaction(async (tx) => {
        for (let n = 0; n < 25; n += 1) await app.recorder.record(tx, refusal)
      })
    plan = ['taken back']
    await expect(refuse()).rejects.toThrow('taken back')
    plan = ['repeated']
    await refuse()
    clock.advance(minuteMs)
    expect(await figures(at)).toEqual({ rows: 21, activityCount: 21, stoodFor: 25, events: 25 })
  })

  it('have refusals whose own write failed not among them, which take no place from those that follow', async () => {
    const at = await world()
    const { app, clock } = suite.test
    const refusal = refusalOf(at)
    for (let n = 0; n < 20; n += 1) {
      plan = [n % 2 === 0 ? 'refused' : 'taken back']
      await expect(app.recorder.recordAlone(refusal)).rejects.toThrow('A test lets')
    }
    for (let n = 0; n < 20; n += 1) await app.recorder.recordAlone(refusal)
    expect(await at.activity()).toHaveLength(20)
    await app.recorder.recordAlone(refusal)
    clock.advance(minuteMs)
    expect(await figures(at)).toEqual({ rows: 21, activityCount: 21, stoodFor: 21, events: 21 })
  })

  it('of refusals outlive another application’s purge and a write that fails, each row of them', async () => {
    const [gone, failing, other] = [await world(), await world(), await world()]
    for (const at of [gone, failing, other]) await refusals(at, 25)
    await gone.dashboard('DELETE', gone.base)
    const now = suite.test.clock.now()
    while ((await suite.test.stores.transaction((tx) => tx.applications.purgeDeleted(now, 500))) > 0);
    suite.test.clock.advance(minuteMs)
    plan = ['committed', 'taken back']
    await expect(flush()).rejects.toThrow('taken back')
    expect((await other.activity())[0]).toMatchObject({ event: 'version_mismatch', count: 5 })
    expect((await failing.activity())[0]).toMatchObject({ count: 1 })
    for (const at of [failing, other]) {
      expect(await figures(at)).toEqual({ rows: 21, activityCount: 21, stoodFor: 25, events: 25 })
    }
  })

  it('of 200 refusals at once are 20 rows and the rest of them', async () => {
    const at = await world()
    const user = await at.user()
    await Promise.all(Array.from({ length: 200 }, () => at.login(user, { version: '0.1' })))
    expect(await at.activity()).toHaveLength(20)
    suite.test.clock.advance(minuteMs)
    expect(await figures(at)).toEqual({ rows: 21, activityCount: 21, stoodFor: 200, events: 200 })
  })
})

describeOnBothDatabases('a server that stops while a write fails', (open) => {
  it('loses that write alone: the last second is counted, and so are the others’ refusals', async () => {
    const database = await open()
    let plan: TransactionOutcome[] = []
    const env = { MASTER_KEY: 'a master key that two servers of a test share' }
    const suite = await openSuite(
      withFaultInjection(database, () => plan.shift() ?? 'committed'),
      env,
    )
    const worlds = [await createWorld(suite, suite.maker), await createWorld(suite, suite.maker)] as const
    for (const at of worlds) {
      const user = await at.user()
      for (let n = 0; n < 25; n += 1) await at.login(user, { version: '0.1' })
    }
    plan = ['taken back']
    await suite.test.close()
    const next = await createTestApp({ database, env, clock: suite.test.clock })
    const [failed, other] = await Promise.all(
      worlds.map(async ({ applicationId }) => {
        const [newest] = await next.stores.activity.list([applicationId], {}, undefined, 1)
        const { totalApiRequests, activityCount } = await next.stores.counters.summary(applicationId, next.clock.now())
        return { count: newest?.count, totalApiRequests, activityCount }
      }),
    )
    expect(failed).toEqual({ count: 1, totalApiRequests: 25, activityCount: 20 })
    expect(other).toEqual({ count: 5, totalApiRequests: 25, activityCount: 21 })
    await next.close()
  })
})
