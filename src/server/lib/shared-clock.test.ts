import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp, type TestAppOptions } from '../../../test/harness/create-test-app.ts'
import { describeOnPostgres } from '../../../test/harness/databases.ts'
import { createSeededApp } from '../../../test/harness/seeded-app.ts'
import type { PostgresDatabase } from '../db/open.ts'
import type { Clock } from './clock.ts'
import { openLog } from './log.ts'
import { nextOffset, openSharedClock } from './shared-clock.ts'

const beatMs = 30_000
const threeMinutesMs = 180_000
const env = { MASTER_KEY: 'a master key that two servers of a test share', RATE_LIMIT_SCALE: '1000' }

/** A machine whose clock may be wrong. `world.movedMs` lets time pass for all of them and for the database. */
function openMachine(world: { readonly movedMs: number }, start: { aheadMs: number }) {
  const state = { ...start }
  const nowMs = () => Date.now() + world.movedMs + state.aheadMs
  const elapsedMs = () => performance.now() + world.movedMs
  const own: Clock = { now: () => new Date(nowMs()), nowMs, elapsedMs, skewMs: () => 0 }
  return { own, state }
}

function askOf(database: PostgresDatabase, world: { readonly movedMs: number }) {
  return async (elapsedMs: () => number) => {
    const sample = await database.askClock(elapsedMs)
    return { ...sample, databaseMs: sample.databaseMs + world.movedMs }
  }
}

describeOnPostgres('a server whose own clock is three minutes fast', (open) => {
  const openWorld = async () => {
    const database = await open()
    if (database.engine !== 'postgres') throw new Error('a suite of PostgreSQL')
    const world = { movedMs: 0 }
    const node = async <App extends TestApp>(create: (options: TestAppOptions) => Promise<App>, aheadMs: number) => {
      const machine = openMachine(world, { aheadMs })
      const lines: string[] = []
      const log = openLog('info', 'json', (line) => lines.push(line))
      const clock = await openSharedClock(askOf(database, world), machine.own, log)
      const app = await create({ database, env, appClock: clock })
      onTestFinished(app.close)
      const ready = () => app.call<{ status: string; detail?: string }>('GET', '/readyz')
      return { ...app, shared: clock, machine, lines, ready }
    }
    return { database, world, node }
  }

  it('ends no session, deletes nothing, says so, and goes on when its clock is right', async () => {
    const { database, world, node } = await openWorld()
    const right = await node(createSeededApp, 0)
    const fast = await node(createTestApp, threeMinutesMs)
    const user = await right.maker.api<{ id: number }>('POST', `${right.base}/users`, {
      username: 'u',
      password: 'secret word 1',
    })
    const beating = await right.startSession(user.body.id)
    await right.startSession(user.body.id)
    const endedAtMs = fast.shared.nowMs() - 31 * 24 * 3_600_000
    const old = {
      application_id: right.applicationId,
      user_id: user.body.id,
      token_hash: 'old',
      ip_address: '',
      user_agent: '',
    }
    await database.transaction((tx) =>
      tx
        .insertInto('client_sessions')
        .values({
          ...old,
          hwid: null,
          started_at: endedAtMs,
          last_seen_at: endedAtMs,
          ended_at: endedAtMs,
          end_reason: 'ended',
        })
        .execute(),
    )
    const sessions = () => database.reads.selectFrom('client_sessions').selectAll().orderBy('id').execute()

    expect(fast.lines.join()).toContain("this machine's clock is wrong")
    expect(right.lines).toEqual([])
    for (let n = 0; n < 5; n += 1) {
      world.movedMs += beatMs
      expect(await right.heartbeats(beating)).toEqual(['session_alive'])
      await right.app.jobs.flush()
      expect(await fast.app.jobs.sweep()).toBe(0)
      await fast.app.jobs.purge()
    }
    expect((await sessions()).map(({ ended_at: at }) => at)).toEqual([null, null, endedAtMs])
    const told = await fast.ready()
    expect([told.status, told.body.status]).toEqual([200, 'ok'])
    expect(told.body.detail).toContain('180 s ahead of that of the database')
    expect((await right.ready()).body).not.toHaveProperty('detail')

    await fast.app.jobs.writeNode()
    await right.app.jobs.writeNode()
    const skews = await database.reads.selectFrom('nodes').select('clock_skew_ms').orderBy('clock_skew_ms').execute()
    expect(skews.map((row) => Math.round(Math.abs(row.clock_skew_ms) / 1000))).toEqual([0, 180])

    fast.machine.state.aheadMs = 0
    await fast.shared.measure()
    expect(fast.lines.at(-1)).toContain("this machine's clock is right again")
    expect((await fast.ready()).body).not.toHaveProperty('detail')
    expect(await fast.app.jobs.sweep()).toBe(1)
    await fast.app.jobs.purge()
    expect((await sessions()).map(({ end_reason: reason }) => reason)).toEqual([null, 'timeout'])
    expect(await right.heartbeats(beating)).toEqual(['session_alive'])
  })

  it('records what happens at the time of the database, also after its own clock was set', async () => {
    const { database, world, node } = await openWorld()
    const fast = await node(createSeededApp, threeMinutesMs)
    const user = await fast.maker.api<{ id: number }>('POST', `${fast.base}/users`, {
      username: 'u',
      password: 'secret word 1',
    })
    await fast.startSession(user.body.id)
    fast.machine.state.aheadMs = -3_600_000
    await fast.startSession(user.body.id)
    const rows = await database.reads.selectFrom('client_sessions').select('started_at').execute()
    const { databaseMs } = await askOf(database, world)(() => 0)
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(Math.abs(Number(row.started_at) - databaseMs)).toBeLessThan(60_000)
    expect((await fast.ready()).body.detail).toContain('3600 s behind that of the database')
  })

  it('keeps the time while the database does not answer, or later than after a second', async () => {
    const world = { movedMs: 0 }
    const { own } = openMachine(world, { aheadMs: 0 })
    const log = openLog('silent', 'json', () => {})
    let isDown = false
    let [offMs, roundTripMs] = [1_000, 0]
    const clock = await openSharedClock(
      async (elapsedMs) => {
        if (isDown) throw new Error('down')
        return { databaseMs: own.nowMs() + offMs, askedAtMs: elapsedMs(), roundTripMs }
      },
      own,
      log,
    )
    isDown = true
    await clock.measure()
    isDown = false
    offMs = 9_000
    roundTripMs = 1_001
    await clock.measure()
    world.movedMs += 3_600_000
    expect(Math.abs(clock.skewMs() + 1_000)).toBeLessThan(500)
  })
})

describe('the offset of a clock', () => {
  const sample = { databaseMs: 10_000, askedAtMs: 2_000, roundTripMs: 40 }

  it('takes half of the round trip off', () => {
    expect(nextOffset(0, sample)).toBe(10_000 - 2_020)
  })

  it('stays as it is while the measurement cannot tell it from its own', () => {
    for (const offMs of [-20, 0, 20]) expect(nextOffset(7_980 + offMs, sample)).toBe(7_980 + offMs)
    for (const offMs of [-21, 21]) expect(nextOffset(7_980 + offMs, sample)).toBe(7_980)
  })

  it('is at the start that of the three measurements with the shortest round trip', async () => {
    // each comes back late by all of its round trip, so the longer ones are further off
    const samples = [400, 2, 90].map((ms) => ({ databaseMs: 10_000 + ms, askedAtMs: 0, roundTripMs: ms }))
    const next = async () => samples.shift() ?? Promise.reject(new Error('more than three'))
    const own: Clock = { now: () => new Date(0), nowMs: () => 0, elapsedMs: () => 0, skewMs: () => 0 }
    const clock = await openSharedClock(
      next,
      own,
      openLog('silent', 'json', () => {}),
    )
    expect(clock.nowMs()).toBe(10_001)
  })
})
