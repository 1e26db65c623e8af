import { describe, expect, it } from 'vitest'
import { createTestApp, type TestAccount } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { ManualClock } from '../../../../test/harness/manual-clock.ts'
import { createTeam, type Refusal } from '../../../../test/harness/team.ts'
import { useTestAppOfEach } from '../../../../test/harness/use-suite.ts'
import type { EventName } from '../../../shared/events.ts'
import { openTimeZone } from '../../../shared/time-zone.ts'
import type { EventStep } from '../../store/activity/event-counts.ts'

const hourMs = 3_600_000
const hourOf = (iso: string) => Math.floor(Date.parse(iso) / hourMs)

interface Figures {
  readonly signIns: number
  readonly failed: number
  readonly successRate: number | null
  readonly registrations: number
}
interface Totals {
  readonly from: string
  readonly to: string
  readonly zone: string
  readonly now: Figures & { readonly online: number; readonly apiRequests: number }
  readonly before: Figures | null
  readonly soon: { readonly users: number; readonly licenses: number }
  readonly series: {
    readonly step: string
    readonly starts: readonly string[]
    readonly signIns: readonly number[]
    readonly failed: readonly number[]
  }
}
interface Series {
  readonly zone: string
  readonly range: string | null
  readonly starts: readonly string[]
  readonly events: readonly { readonly event: string; readonly counts: readonly number[] }[]
}

describeOnBothDatabases('figures over time', (open) => {
  const test = useTestAppOfEach({ open, env: { RATE_LIMIT_SCALE: '1000' } })

  /** Midday of a day on which Berlin is an hour ahead, and another account signed in then. */
  const begin = async () => {
    test.clock.set('2026-12-10T12:30:00Z')
    return test.account()
  }
  const application = async (maker: TestAccount, name = 'My Game') =>
    (await maker.api<{ id: number }>('POST', '/api/applications', { name })).body.id
  const add = (...steps: EventStep[]) => test.stores.transaction((tx) => tx.eventCounts.add(steps))
  const at = (applicationId: number, iso: string, by = 1, event: EventName = 'user_login'): EventStep => ({
    ...{ applicationId, event, hour: hourOf(iso), by },
  })
  const totals = async (maker: TestAccount, query: string) => {
    const reply = await maker.api<Totals>('GET', `/api/stats?${query}`)
    expect([query, reply.status]).toEqual([query, 200])
    return reply.body
  }
  const signIns = async (maker: TestAccount, id: number, query: string) => {
    const { body } = await maker.api<Series>('GET', `/api/applications/${id}/stats/events?${query}`)
    const counts = body.events.find(({ event }) => event === 'user_login')?.counts ?? []
    return { ...body, counts, byStart: Object.fromEntries(body.starts.map((start, place) => [start, counts[place]])) }
  }
  /** What a server of an earlier release leaves of the hours. */
  const keepThreeDays = async () => {
    const oldest = Math.floor(test.clock.nowMs() / hourMs) - 72
    await test.database.transaction(async (tx) => {
      await tx.deleteFrom('event_hours').where('hour', '<', oldest).execute()
    })
  }

  it('begin each day at midnight of the zone, over a change of the clocks too, and count each event once', async () => {
    const maker = await begin()
    const id = await application(maker)
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const nowHour = Math.floor(test.clock.nowMs() / hourMs)
    const steps = Array.from({ length: 400 }, () => ({
      ...{ applicationId: id, event: 'user_login' as const, hour: nowHour - random(89 * 24), by: 1 + random(5) },
    }))
    await add(...steps)
    for (const name of ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland']) {
      const zone = openTimeZone(name)
      const expected = new Map<string, number>()
      for (const { hour, by } of steps) {
        const day = zone.dayAt(hour * hourMs)
        expected.set(day, (expected.get(day) ?? 0) + by)
      }
      const shown = await signIns(maker, id, `range=90d&zone=${name}`)
      // The nearest hour where the zone is off by half of one.
      const days = shown.starts.map((start) => zone.dayAt(Date.parse(start) + hourMs / 2))
      expect(shown.zone).toBe(name)
      expect(days.length).toBe(90)
      expect(days.at(-1)).toBe(zone.dayAt(test.clock.nowMs()))
      expect(Object.fromEntries(days.map((day, place) => [day, shown.counts[place]]))).toEqual(
        Object.fromEntries(days.map((day) => [day, expected.get(day) ?? 0])),
      )
      const { series } = await totals(maker, `range=90d&zone=${name}`)
      expect([name, series.starts, series.signIns]).toEqual([name, shown.starts, shown.counts])
    }
  })

  it('are the sum of those of each application that the account owns or works on, and of no other', async () => {
    const maker = await begin()
    const team = await createTeam(test)
    await team.member('viewer', maker)
    const own = await application(maker)
    const stranger = await createTeam(test)
    await add(
      ...[at(own, '2026-12-10T11:00:00Z', 3), at(own, '2026-12-09T11:00:00Z', 1, 'hwid_mismatch')],
      ...[at(team.id, '2026-12-10T11:00:00Z', 5), at(team.id, '2026-12-08T11:00:00Z', 2, 'user_registration')],
      at(stranger.id, '2026-12-10T11:00:00Z', 1000),
    )
    await test.call('POST', '/api/v1/login', { body: {}, headers: { 'x-api-key': team.apiKey } })
    await test.call('POST', '/api/v1/login', { body: {}, headers: { 'x-api-key': stranger.apiKey } })
    const { now, series } = await totals(maker, 'range=7d')
    expect(now).toEqual({ signIns: 8, failed: 1, successRate: 88.9, registrations: 2, online: 0, apiRequests: 1 })
    const each = await Promise.all([own, team.id].map((id) => signIns(maker, id, 'range=7d')))
    expect(series.signIns).toEqual(each[0]?.counts.map((count, place) => count + (each[1]?.counts[place] ?? 0)))
    expect(series.starts).toEqual(each[0]?.starts)
    // Whoever leaves sees only what is left.
    await maker.api('DELETE', `${team.base}/members/${maker.id}`)
    expect((await totals(maker, 'range=7d')).now).toMatchObject({ signIns: 3, registrations: 0, apiRequests: 0 })
  })

  it('show a token what its applications did, and nobody else anything', async () => {
    const maker = await begin()
    const [first, second] = [await application(maker), await application(maker, 'Other')]
    await add(at(first, '2026-12-10T11:00:00Z', 3), at(second, '2026-12-10T11:00:00Z', 5))
    const asToken = async (body: object) => {
      await maker.api('POST', '/api/account/prove', { password: 'correct horse battery staple' })
      const made = await maker.api<{ token: string }>('POST', '/api/account/tokens', { name: 'x', days: 1, ...body })
      const headers = { authorization: `Bearer ${made.body.token}` }
      return test.call<Totals>('GET', '/api/stats', { headers })
    }
    const limited = await asToken({ actions: ['applications:read'], applicationIds: [second] })
    expect(limited.body.now.signIns).toBe(5)
    expect((await asToken({ actions: ['applications:read'] })).body.now.signIns).toBe(8)
    expect((await asToken({ actions: ['users:read'] })).status).toBe(403)
    expect((await test.call('GET', '/api/stats')).status).toBe(401)
  })

  it('compare with the equally long time before', async () => {
    const maker = await begin()
    const id = await application(maker)
    await add(
      // 13 hours of today and six days: it starts on December 4, and the time before on November 27 at 11:00.
      ...[at(id, '2026-12-10T12:00:00Z', 4), at(id, '2026-12-04T00:00:00Z', 2)],
      ...[at(id, '2026-12-03T23:00:00Z', 8), at(id, '2026-11-27T11:00:00Z', 16, 'login_failed')],
      at(id, '2026-11-27T10:00:00Z', 32),
    )
    const { from, to, now, before } = await totals(maker, 'range=7d')
    expect([from, to]).toEqual(['2026-12-04T00:00:00.000Z', '2026-12-10T12:30:00.000Z'])
    expect([now.signIns, now.failed]).toEqual([6, 0])
    expect(before).toEqual({ signIns: 8, failed: 16, successRate: 33.3, registrations: 0 })
    const day = await totals(maker, 'range=24h')
    expect([day.now.signIns, day.before?.signIns, day.series.step]).toEqual([4, 0, 'hour'])
    // Of whole days that have passed, the same number of days.
    const past = await totals(maker, 'from=2026-12-03&to=2026-12-05&zone=Europe/Berlin')
    expect([past.from, past.to]).toEqual(['2026-12-02T23:00:00.000Z', '2026-12-05T23:00:00.000Z'])
    expect([past.now.signIns, past.before?.signIns, past.before?.failed]).toEqual([10, 0, 0])
  })

  it('say so where counts by the hour are not kept: days of UTC, and nothing to compare with', async () => {
    const maker = await begin()
    const id = await application(maker)
    await add(at(id, '2026-11-20T23:30:00Z', 3), at(id, '2026-12-01T12:00:00Z', 2), at(id, '2026-12-09T23:00:00Z', 7))
    const kept = await totals(maker, 'range=30d&zone=Europe/Berlin')
    expect([kept.zone, kept.now.signIns, kept.before?.signIns]).toEqual(['Europe/Berlin', 12, 0])
    expect((await signIns(maker, id, 'range=30d&zone=Europe/Berlin')).byStart['2026-11-20T23:00:00.000Z']).toBe(3)

    await keepThreeDays()
    const lost = await totals(maker, 'range=30d&zone=Europe/Berlin')
    expect([lost.zone, lost.now.signIns, lost.before]).toEqual(['UTC', 12, null])
    const days = await signIns(maker, id, 'range=30d&zone=Europe/Berlin')
    expect([days.zone, days.byStart['2026-11-20T00:00:00.000Z']]).toEqual(['UTC', 3])
    // Three days of hours are enough for this.
    const late = await signIns(maker, id, 'range=24h&zone=Europe/Berlin')
    expect(late.byStart['2026-12-09T23:00:00.000Z']).toBe(7)
  })

  it('keep 92 days of hours and 400 days, and compare 90 days with nothing', async () => {
    const maker = await begin()
    const id = await application(maker)
    await add(at(id, '2026-09-12T12:00:00Z', 2), at(id, '2026-09-01T12:00:00Z', 4))
    await test.stores.transaction((tx) => tx.eventCounts.removeOld(test.clock.now()))
    const hours = await test.stores.eventCounts.list(id, 'hour', { from: 0, to: Number.MAX_SAFE_INTEGER })
    expect(hours.map(({ count }) => count)).toEqual([2])
    const quarter = await totals(maker, 'range=90d&zone=Europe/Berlin')
    expect([quarter.zone, quarter.now.signIns, quarter.before]).toEqual(['Europe/Berlin', 2, null])
    const old = await totals(maker, 'from=2026-09-01&to=2026-09-01&zone=Europe/Berlin')
    expect([old.zone, old.now.signIns, old.before?.signIns]).toEqual(['UTC', 4, 0])
  })

  it('tell what expires soon and can be used now', async () => {
    const maker = await begin()
    const id = await application(maker)
    const user = (username: string, more: object) =>
      maker.api('POST', `/api/applications/${id}/users`, { username, password: 'some password', ...more })
    await user('soon', { expiresAt: '2026-12-12T00:00:00Z' })
    await user('later', { expiresAt: '2026-12-19T00:00:00Z' })
    await user('paused', { expiresAt: '2026-12-12T00:00:00Z', isPaused: true })
    await user('never', {})
    await maker.api('POST', `/api/applications/${id}/licenses`, { validityDays: 2 })
    expect((await totals(maker, '')).soon).toEqual({ users: 1, licenses: 1 })
  })

  it('refuse a period that makes no sense, naming the field', async () => {
    const maker = await begin()
    const id = await application(maker)
    for (const [query, field] of [
      ['range=31d', 'range'],
      ['from=2026-12-01', 'to'],
      ['to=2026-12-01', 'from'],
      ['from=2026-12-02&to=2026-12-01', 'from'],
      ['from=2026-12-01&to=2026-12-11', 'to'],
      ['from=2025-12-09&to=2026-12-10', 'from'],
      ['from=2025-11-01&to=2025-11-02', 'from'],
      ['from=2026-02-30&to=2026-12-01', 'from'],
      ['from=yesterday&to=2026-12-01', 'from'],
      ['range=7d&from=2026-12-01&to=2026-12-02', 'from'],
      ['zone=Mars/Olympus', 'zone'],
      ['zone=%2B02:00', 'zone'],
    ] as const) {
      for (const path of ['/api/stats', `/api/applications/${id}/stats/events`]) {
        const { status, body } = await maker.api<Refusal>('GET', `${path}?${query}`)
        expect([query, status, Object.keys(body.fields ?? {})]).toEqual([query, 400, [field]])
      }
    }
    expect((await totals(maker, 'from=2025-12-10&to=2026-12-10')).series.starts).toHaveLength(366)
    expect(await totals(maker, '')).toMatchObject({ zone: 'UTC', from: '2026-11-11T00:00:00.000Z' })
  })
})

describe('figures of nothing', () => {
  it('are zero, with no rate', async () => {
    const test = await createTestApp({ clock: new ManualClock('2026-12-10T12:30:00Z') })
    const { body } = await (await test.account()).api<Totals>('GET', '/api/stats?range=7d')
    const none = { signIns: 0, failed: 0, successRate: null, registrations: 0 }
    expect(body.now).toEqual({ ...none, online: 0, apiRequests: 0 })
    expect([body.before, body.soon, body.series.signIns]).toEqual([none, { users: 0, licenses: 0 }, Array(7).fill(0)])
    await test.close()
  })
})
