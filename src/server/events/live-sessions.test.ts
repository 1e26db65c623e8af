import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp } from '../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { useSuite } from '../../../test/harness/use-suite.ts'
import { createWorld } from '../../../test/harness/world.ts'
import { NumberMap } from '../lib/number-map.ts'
import type { HotStore } from '../store/hot/hot-store.ts'
import { openHotStore } from '../store/hot/open-hot-store.ts'
import { openSettingsFreshness } from '../store/hot/settings-freshness.ts'
import { openLiveBus } from './live-bus.ts'
import { openLiveSessions } from './live-sessions.ts'
import { openRecorder } from './recorder.ts'
import { openOutbox } from './webhooks/queue/outbox.ts'

const beatMs = 30_000
/** Two servers share one database here. */
const env = { MASTER_KEY: 'a master key that two servers of a test share' }

describeOnBothDatabases('live sessions', (open) => {
  const suite = useSuite(open, env)

  const world = () => createWorld(suite, suite.maker)
  const lastSeen = async (applicationId: number) => {
    const { reads } = suite.database
    const rows = await reads
      .selectFrom('client_sessions')
      .selectAll()
      .where('application_id', '=', applicationId)
      .execute()
    return rows.map((row) => row.last_seen_at)
  }

  it('end with an event when three beats stayed away, and not while they beat', async () => {
    const { test } = suite
    const { user, session, beat, activity, applicationId, ip, userAgent } = await world()
    const silent = await user()
    const silentToken = await session(silent)
    const beating = await session(silent)
    for (let n = 0; n < 5; n += 1) {
      test.clock.advance(beatMs)
      expect((await beat(beating)).status).toBe(200)
      await test.app.jobs.sweep()
      const ends = (await activity()).filter(({ event }) => event === 'session_end')
      // 90 s and one flush interval of another node: 95 s
      expect(ends).toHaveLength(n < 3 ? 0 : 1)
    }
    const [end] = await activity()
    expect(end).toMatchObject({
      event: 'session_end',
      code: 'timeout',
      success: true,
      userId: silent.id,
      username: silent.username,
      ipAddress: ip,
      userAgent,
    })
    expect((await beat(silentToken)).body).toMatchObject({ code: 'session_ended', reason: 'timeout' })
    expect(await test.stores.clientSessions.countLive(applicationId, test.clock.now())).toBe(1)
  })

  it('are written as seen by the flush, never back, and only while they live', async () => {
    const { test } = suite
    const { user, session, beat, end, applicationId } = await world()
    const token = await session(await user())
    const startedAt = test.clock.nowMs()
    test.clock.advance(beatMs)
    await beat(token)
    expect(await lastSeen(applicationId)).toEqual([startedAt])
    await test.app.jobs.flush()
    expect(await lastSeen(applicationId)).toEqual([startedAt + beatMs])
    await openHotStore(suite.database).markSeen(new NumberMap([[1, 0]]))
    test.clock.advance(beatMs)
    await beat(token)
    await end(token)
    await test.app.jobs.flush()
    expect(await lastSeen(applicationId)).toEqual([startedAt + beatMs])
  })

  it('get a time each when many are written at once, but for those that are newer or over', async () => {
    const { test } = suite
    const { user, applicationId } = await world()
    const userId = (await user()).id
    const rest = { userId, hwid: null, ipAddress: '192.0.2.1', userAgent: 'a program', isProved: false }
    const at = test.clock.now()
    await test.stores.transaction(async (tx) => {
      for (let n = 0; n < 1_500; n += 1)
        await tx.clientSessions.insert(applicationId, { ...rest, tokenHash: `${n}`, at })
    })
    const all = await test.stores.clientSessions.list(applicationId, userId, undefined, 2_000)
    const ids = all.map(({ id }) => id).reverse()
    const [over = 0, newer = 0] = ids
    await test.stores.transaction((tx) => tx.clientSessions.endById(over, 'logout', at))
    await openHotStore(suite.database).markSeen(new NumberMap([[newer, at.getTime() + 9_000]]))
    await openHotStore(suite.database).markSeen(new NumberMap(ids.map((id, n) => [id, at.getTime() + n])))
    const expected = ids.map((_, n) => at.getTime() + (n === 0 ? 0 : n === 1 ? 9_000 : n))
    expect((await lastSeen(applicationId)).sort()).toEqual(expected.sort())
  })

  it('of a server that was down get a window of grace: nobody is ended for its absence', async () => {
    const { user, session, beat, applicationId, apiKey, ip } = await world()
    const owner = await user()
    const returning = await session(owner)
    const gone = await session(owner)
    await suite.test.app.jobs.flush()
    suite.test.clock.advance(2 * 3_600_000)
    // the same database, a new process
    const restarted = await createTestApp({ database: suite.database, clock: suite.test.clock, env })
    const call = (session_token: string) =>
      restarted.call<{ code: string; reason?: string }>('POST', '/api/v1/session/track', {
        body: { action: 'heartbeat', session_token },
        headers: { 'x-api-key': apiKey },
        ip,
      })
    const events = async () =>
      (await restarted.stores.activity.list([applicationId], { event: ['session_end'] }, undefined, 10)).length
    suite.test.clock.advance(85_000)
    expect(await restarted.app.jobs.sweep()).toBe(0)
    expect((await call(returning)).body.code).toBe('session_alive')
    suite.test.clock.advance(9_000)
    expect(await restarted.app.jobs.sweep()).toBe(0)
    suite.test.clock.advance(2_000)
    await restarted.app.jobs.sweep()
    expect(await events()).toBe(1)
    expect((await call(returning)).body.code).toBe('session_alive')
    expect((await call(gone)).body).toMatchObject({ code: 'session_ended', reason: 'timeout' })
    await restarted.app.close()
    // the heartbeat was stored before that process ended
    expect((await beat(returning)).body.code).toBe('session_alive')
  })

  it('of 450 silent clients all end, each with one event', async () => {
    const { test } = suite
    const { user, activity, applicationId, ip, userAgent } = await world()
    const { id: userId } = await user()
    const at = test.clock.now()
    await test.stores.transaction(async (tx) => {
      for (let n = 0; n < 450; n += 1) {
        const session = {
          userId,
          tokenHash: `${applicationId} ${n}`,
          hwid: null,
          ipAddress: ip,
          userAgent,
          at,
          isProved: false,
        }
        await tx.clientSessions.insert(applicationId, session)
      }
    })
    test.clock.advance(96_000)
    expect(await test.app.jobs.sweep()).toBeGreaterThanOrEqual(450)
    const ends = (await activity()).filter(({ event }) => event === 'session_end')
    expect(ends).toHaveLength(450)
    expect(await test.app.jobs.sweep()).toBe(0)
  })

  describe('when the clock is set', () => {
    const day = 86_400_000

    it.each([day, -day, 3_600_000, -3_600_000])(
      'by %s ms: who beats stays, who is silent ends after one window',
      async (ms) => {
        const { test } = suite
        const { user, session, beat, applicationId } = await world()
        const owner = await user()
        const beating = await session(owner)
        const silent = await session(owner)
        const ends = async () =>
          (await test.stores.activity.list([applicationId], { event: ['session_end'] }, undefined, 10)).length
        test.clock.advance(beatMs)
        expect((await beat(beating)).status).toBe(200)
        await test.app.jobs.flush()
        test.clock.jump(ms)
        onTestFinished(() => test.clock.jump(-ms))
        // neither the next sweep nor the next heartbeat counts the jump as silence
        expect(await test.app.jobs.sweep()).toBe(0)
        expect((await beat(beating)).body.code).toBe('session_alive')
        for (let n = 0; n < 3; n += 1) {
          test.clock.advance(beatMs)
          expect((await beat(beating)).body.code).toBe('session_alive')
          await test.app.jobs.sweep()
          expect(await ends()).toBe(0)
        }
        test.clock.advance(beatMs)
        expect((await beat(beating)).body.code).toBe('session_alive')
        await test.app.jobs.sweep()
        expect(await ends()).toBe(1)
        expect((await beat(silent)).body).toMatchObject({ code: 'session_ended', reason: 'timeout' })
        expect((await beat(beating)).body.code).toBe('session_alive')
        expect(await test.stores.clientSessions.countLive(applicationId, test.clock.now())).toBe(1)
      },
    )

    it('a beat that comes before the next sweep is enough', async () => {
      const { test } = suite
      const { user, session, beat } = await world()
      const token = await session(await user())
      test.clock.jump(10 * day)
      expect((await beat(token)).body.code).toBe('session_alive')
      test.clock.jump(-10 * day)
      expect((await beat(token)).body.code).toBe('session_alive')
      test.clock.advance(80_000)
      expect((await beat(token)).body.code).toBe('session_alive')
    })
  })

  describe('beyond the limit of a user', () => {
    const limits = (sessionLimitPolicy: string) => ({ sessionLimit: 2, sessionLimitPolicy })

    it('are refused, and a silent one keeps nobody out', async () => {
      const { user, start, session, settings, activity } = await world()
      await settings(limits('reject'))
      const owner = await user()
      await session(owner)
      const starts = await Promise.all(Array.from({ length: 6 }, () => start(owner)))
      expect(starts.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(new Set(starts.map(({ body }) => body.code))).toEqual(
        new Set(['session_started', 'session_limit_reached']),
      )
      suite.test.clock.advance(91_000)
      expect((await start(owner)).status).toBe(200)
      expect((await activity()).filter(({ event }) => event === 'session_end')).toHaveLength(0)
    })

    it('replace the oldest, which is told why, with its user in the log', async () => {
      const { user, start, session, beat, settings, activity } = await world()
      await settings(limits('replace_oldest'))
      const owner = await user()
      const [first, second] = [await session(owner), await session(owner)]
      expect((await start(owner)).status).toBe(200)
      expect((await beat(first)).body).toMatchObject({ code: 'session_ended', reason: 'replaced' })
      expect((await beat(second)).status).toBe(200)
      const ends = (await activity()).filter(({ event }) => event === 'session_end')
      expect(ends).toMatchObject([{ code: 'replaced', userId: owner.id, username: owner.username }])
    })
  })

  describe('while their signs of life are being written', () => {
    /** The real store, with writes of heartbeats that the test can delay. */
    const heldBack = () => {
      const hot = openHotStore(suite.database)
      let letGo = () => {}
      let failures = 0
      const gate = new Promise<void>((resolve) => {
        letGo = resolve
      })
      const markSeen: HotStore['markSeen'] = async (seen) => {
        await gate
        if (failures-- > 0) throw new Error('the disk is full')
        return hot.markSeen(seen)
      }
      return { hot: { ...hot, markSeen }, letGo: () => letGo(), fail: () => (failures += 1) }
    }
    const openHeld = () => {
      const { stores, clock } = suite.test
      const held = heldBack()
      const bus = openLiveBus()
      onTestFinished(bus.close)
      return {
        ...held,
        live: openLiveSessions(
          held.hot,
          stores,
          openRecorder(stores, bus, openOutbox(stores, openSettingsFreshness(clock)), clock, 1),
          clock,
        ),
      }
    }
    const idOf = async (applicationId: number) => {
      const { reads } = suite.database
      const row = await reads
        .selectFrom('client_sessions')
        .select('id')
        .where('application_id', '=', applicationId)
        .executeTakeFirstOrThrow()
      return row.id
    }

    it('are not ended by the sweeper, however long the writing takes', async () => {
      const { user, session, activity, applicationId } = await world()
      await session(await user())
      const id = await idOf(applicationId)
      const { live, letGo } = openHeld()
      suite.test.clock.advance(200_000)
      live.seen(id)
      const writing = live.flush()
      const sweeping = live.sweep()
      letGo()
      await Promise.all([writing, sweeping])
      expect((await activity()).map(({ event }) => event)).toEqual(['session_start'])
    })

    it('keep those that could not be written for the next time', async () => {
      const { user, session, applicationId } = await world()
      await session(await user())
      const id = await idOf(applicationId)
      const { live, letGo, fail } = openHeld()
      letGo()
      fail()
      suite.test.clock.advance(50_000)
      live.seen(id)
      const seenAt = suite.test.clock.nowMs()
      await expect(live.flush()).rejects.toThrow('the disk is full')
      expect(live.lastSeenAtMs({ id, lastSeenAtMs: 0 })).toBe(seenAt)
      await live.flush()
      expect(await lastSeen(applicationId)).toEqual([seenAt])
    })
  })
})
