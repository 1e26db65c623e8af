import { expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp } from '../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { ManualClock } from '../../../test/harness/manual-clock.ts'
import { openClockJumpDetector } from '../lib/clock-jump.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

it('a clock is not asked what is old for ten minutes after a start and after it was set, forward or back', () => {
  const clock = new ManualClock()
  const watch = openClockJumpDetector(clock)
  expect(watch.isSure()).toBe(true)
  for (const set of [() => watch.started(), () => clock.jump(90 * minuteMs), () => clock.jump(-90 * minuteMs)]) {
    set()
    expect(watch.isSure()).toBe(false)
    clock.advance(10 * minuteMs - 1)
    expect(watch.isSure()).toBe(false)
    clock.advance(1)
    expect(watch.isSure()).toBe(true)
  }
  clock.advance(400 * dayMs)
  clock.jump(minuteMs)
  expect(watch.isSure()).toBe(true)
})

describeOnBothDatabases('an ended session', (open) => {
  it('stays while the clock is wrong for a minute, and goes when its time is over', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const database = await open()
    const { app, clock, account, close } = await createTestApp({ database })
    onTestFinished(close)
    const maker = await account()
    const { id } = (await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Timed' })).body
    const end = (token: string, ageMs: number) => {
      const at = clock.nowMs() - ageMs
      const session = { application_id: id, user_id: 1, token_hash: token, hwid: null, ip_address: '', user_agent: '' }
      const times = { started_at: at, last_seen_at: at, ended_at: at, end_reason: 'ended' }
      return database.transaction((tx) =>
        tx
          .insertInto('client_sessions')
          .values({ ...session, ...times })
          .execute(),
      )
    }
    /** In turn with what the jobs change. */
    const left = async () => {
      const rows = await database.transaction((tx) =>
        tx.selectFrom('client_sessions').select('token_hash').orderBy('id').execute(),
      )
      return rows.map((row) => row.token_hash)
    }
    await end('just now', 0)
    app.jobs.start()
    clock.advance(11 * minuteMs)
    for (const setMs of [400 * dayMs, -400 * dayMs]) {
      clock.jump(setMs)
      vi.advanceTimersByTime(minuteMs)
      // What would go has gone before these.
      for (let n = 0; n < 20; n += 1) expect(await left()).toEqual(['just now'])
    }
    clock.advance(11 * minuteMs)
    await end('a month ago', 31 * dayMs)
    const isGone = async () => {
      vi.advanceTimersByTime(minuteMs)
      return !(await left()).includes('a month ago')
    }
    await vi.waitUntil(isGone, { timeout: 60_000 })
    expect(await left()).toEqual(['just now'])
  })
})
