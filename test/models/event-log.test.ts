import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Unavailable } from '../../src/server/db/open.ts'
import type { ActivityEntry } from '../../src/server/events/activity-throttle.ts'
import { runSql, type TransactionOutcome, withFaultInjection } from '../harness/database-faults.ts'
import { describeOnBothDatabases } from '../harness/databases.ts'
import { printFigure } from '../harness/print-figure.ts'
import { createWorld, openSuite, type Person, type Suite, type World } from '../harness/world.ts'

// hundreds of runs are slow on a busy machine
vi.setConfig({ testTimeout: 1_800_000 })

const runs = Number(process.env.MODEL_RUNS ?? 12)
/** Rows of an application that retention keeps. */
const keptRows = 30

const failing = ['committed', 'refused', 'disk full', 'taken back', 'repeated'] as const
const withLost = [...failing, 'answer lost'] as const

/** One command: its action, which of two applications, and the outcomes of its first commits. */
const commandsWith = (endings: readonly TransactionOutcome[]) => {
  const about = {
    slot: fc.nat({ max: 1 }),
    endings: fc.array(fc.constantFrom<TransactionOutcome>('committed', 'committed', ...endings), { maxLength: 6 }),
  }
  const act = <A extends string>(name: A) => ({ act: fc.constant(name), ...about })
  const times = (max: number) => fc.integer({ min: 1, max })
  const command = fc.oneof(
    { weight: 4, arbitrary: fc.record({ ...act('refuse'), address: fc.nat({ max: 1 }), times: times(40) }) },
    { weight: 3, arbitrary: fc.record({ ...act('happen'), times: times(8), refused: fc.nat({ max: 2 }) }) },
    { weight: 3, arbitrary: fc.record(act('login')) },
    { weight: 3, arbitrary: fc.record({ ...act('flush'), isAll: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ ...act('wait'), ms: fc.constantFrom(1_000, 61_000) }) },
    { weight: 1, arbitrary: fc.record(act('retain')) },
    { weight: 1, arbitrary: fc.record(act('purge')) },
  )
  return fc.array(command, { minLength: 1, maxLength: 30, size: 'max' })
}
type Command = ReturnType<typeof commandsWith> extends fc.Arbitrary<readonly (infer C)[]> ? C : never

/** An application and the model of its log: the events reported as done, and the number of requests. */
interface Play {
  readonly world: World
  readonly user: Person
  told: number
  calls: number
  isGone: boolean
  isCut: boolean
}

describeOnBothDatabases('the event log and the counts beside it, whatever commits come to', (open) => {
  let suite: Suite
  let plan: TransactionOutcome[] = []
  let loginEnds: TransactionOutcome = 'committed'
  let commits = 0
  let failed = 0
  beforeAll(async () => {
    const next = (what: 'transaction' | 'login') => {
      const ending = what === 'login' ? loginEnds : (plan.shift() ?? 'committed')
      commits += 1
      if (ending !== 'committed') failed += 1
      return ending
    }
    suite = await openSuite(withFaultInjection(await open({ inMemory: true }), next))
  })
  afterAll(() => suite.test.close())

  const begin = async (): Promise<Play> => {
    const world = await createWorld(suite, suite.maker)
    const { applications } = suite.test.stores
    await suite.test.stores.transaction((tx) => tx.applications.update(world.applicationId, { activityRows: keptRows }))
    expect((await applications.find(world.applicationId))?.activityRows).toBe(keptRows)
    return { world, user: await world.user(), told: 0, calls: 0, isGone: false, isCut: false }
  }
  const entryOf = ({ world }: Play, success: boolean, address = 0): ActivityEntry => ({
    applicationId: world.applicationId,
    event: success ? 'session_start' : 'hwid_mismatch',
    success,
    code: 'model',
    userId: null,
    username: 'ada',
    ipAddress: `198.51.100.${address}`,
    userAgent: 'model',
    count: 1,
    at: suite.test.clock.now(),
  })
  /** Whether it was reported as done; only planned failures are allowed. */
  const isTold = (work: Promise<unknown>) =>
    work.then(
      () => true,
      (error: unknown) => {
        const failures = error instanceof AggregateError ? error.errors : [error]
        for (const failure of failures) expect(failure).toBeInstanceOf(Unavailable)
        return false
      },
    )
  const rowsOf = ({ world }: Play) =>
    suite.database.reads
      .selectFrom('activity')
      .select(['id', 'count'])
      .where('application_id', '=', world.applicationId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()

  /** No row among the newest of its application is removed. */
  const retain = async (plays: readonly Play[]) => {
    const before = await Promise.all(plays.map(rowsOf))
    await isTold(suite.test.app.jobs.enforceRetention())
    for (const [index, play] of plays.entries()) {
      const after = await rowsOf(play)
      const ids = new Set(after.map(({ id }) => id))
      const [were = []] = [before[index]]
      expect(were.slice(0, keptRows).filter(({ id }) => !ids.has(id))).toEqual([])
      if (after.length < were.length) play.isCut = true
    }
  }
  const purge = async (play: Play) => {
    plan = []
    if (!play.isGone) await play.world.dashboard('DELETE', play.world.base)
    play.isGone = true
    const now = suite.test.clock.now()
    while ((await suite.test.stores.transaction((tx) => tx.applications.purgeDeleted(now, 500))) > 0);
  }

  const run = async (plays: readonly Play[], command: Command) => {
    const { stores, app, clock } = suite.test
    const play = plays[command.slot] as Play
    plan = [...command.endings]
    if (command.act === 'wait') clock.advance(command.ms)
    if (command.act === 'flush') await isTold(app.recorder.flush(command.isAll))
    if (command.act === 'retain') await retain(plays.filter(({ isGone }) => !isGone))
    if (play.isGone) return
    if (command.act === 'purge') await purge(play)
    if (command.act === 'refuse') {
      const entry = entryOf(play, false, command.address)
      const all = Array.from({ length: command.times }, () => isTold(app.recorder.recordAlone(entry)))
      play.told += (await Promise.all(all)).filter(Boolean).length
    }
    if (command.act === 'happen') {
      const { times, refused } = command
      const work = stores.transaction(async (tx) => {
        for (let n = 0; n < times; n += 1) await app.recorder.record(tx, entryOf(play, true))
        for (let n = 0; n < refused; n += 1) await app.recorder.record(tx, entryOf(play, false))
      })
      if (await isTold(work)) play.told += times + refused
    }
    if (command.act === 'login') {
      loginEnds = command.endings[0] ?? 'committed'
      const { status } = await play.world.login(play.user)
      play.calls += 1
      expect([200, 429, 503]).toContain(status)
      // A login succeeds on a full disk too, without a row.
      if (status === 200 && loginEnds !== 'disk full') play.told += 1
      loginEnds = 'committed'
    }
  }

  /** Everything held back is written, and the counters are compared with the rows. */
  const settle = async (plays: readonly Play[], isExact: boolean) => {
    const { app, clock, stores } = suite.test
    plan = []
    clock.advance(61_000)
    await app.recorder.flush(true)
    for (const play of plays) {
      if (play.isGone) continue
      const rows = await rowsOf(play)
      const sum = (counts: readonly { readonly count: number }[]) => counts.reduce((all, { count }) => all + count, 0)
      const { applicationId } = play.world
      const hours = sum(await stores.eventCounts.list(applicationId, 'hour', { from: 0, to: Number.MAX_SAFE_INTEGER }))
      const { activityCount, totalApiRequests } = await stores.counters.summary(applicationId, clock.now())
      if (!play.isCut) expect(sum(rows)).toBeGreaterThanOrEqual(play.told)
      if (!isExact) continue
      const stoodFor = play.isCut ? play.told : sum(rows)
      expect({ activityCount, totalApiRequests, hours, stoodFor }).toEqual({
        activityCount: rows.length,
        totalApiRequests: play.calls,
        hours: play.told,
        stoodFor: play.told,
      })
    }
    // A release that was not committed leaves the job's lease for a minute of the database's own clock.
    if (suite.database.engine === 'postgres') await runSql(suite.database, 'DELETE FROM job_leases')
    await retain(plays.filter(({ isGone }) => !isGone))
  }

  const play = async (commands: readonly Command[], isExact: boolean) => {
    const plays = [await begin(), await begin()]
    for (const command of commands) await run(plays, command)
    await settle(plays, isExact)
    if (isExact) {
      for (const each of plays.filter(({ isGone }) => !isGone)) {
        expect((await rowsOf(each)).length).toBeLessThanOrEqual(keptRows)
      }
    }
    for (const each of plays) await purge(each)
  }

  it(`agree: all that was told is there once and counted once, and nothing else, in ${runs} runs`, async () => {
    await fc.assert(
      fc.asyncProperty(commandsWith(failing), (commands) => play(commands, true)),
      { numRuns: runs },
    )
    printFigure(`${suite.database.engine}: ${runs} runs, ${commits} commits, of which ${failed} failed or ran again`)
    expect(failed).toBeGreaterThan(runs)
  })

  it(`lose nothing that was told where answers are lost, too, and cost no row that is kept, in ${runs} runs`, async () => {
    await fc.assert(
      fc.asyncProperty(commandsWith(withLost), (commands) => play(commands, false)),
      { numRuns: runs },
    )
  })
})
