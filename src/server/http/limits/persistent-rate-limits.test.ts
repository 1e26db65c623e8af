import { beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { ManualClock } from '../../../../test/harness/manual-clock.ts'
import { testStores } from '../../../../test/harness/test-stores.ts'
import type { Database } from '../../db/open.ts'
import { openClockJumpDetector } from '../../lib/clock-jump.ts'
import type { Stores } from '../../store/index.ts'
import { openPersistentRateLimits } from './persistent-rate-limits.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

describeOnBothDatabases('limits that are kept', (open) => {
  let database: Database
  let stores: Stores
  const clock = new ManualClock()
  let serial = 0
  beforeAll(async () => {
    database = await open()
    stores = testStores(database).stores
  })

  /** A server with one window of three and one backoff; another on the same pair is another node, or a restart. */
  const pair = () => {
    serial += 1
    const name = `test ${serial}`
    return async () => {
      const keeper = openPersistentRateLimits(stores, clock, openClockJumpDetector(clock), true)
      const window = keeper.window(`${name} window`, { limit: 3, windowMs: minuteMs, clock })
      const backoff = keeper.backoff(`${name} backoff`, { free: 2, maxWaitMs: 900_000, maxPerDay: 100, clock })
      await keeper.load()
      return { keeper, window, backoff }
    }
  }
  const times = (count: number, work: () => void) => {
    for (let n = 0; n < count; n += 1) work()
  }

  it('outlive a restart, and end when they would have ended', async () => {
    const start = pair()
    const first = await start()
    times(3, () => first.window.count('a'))
    times(5, () => first.backoff.count('a'))
    await first.keeper.sync()
    clock.advance(1000)
    const second = await start()
    expect(second.window.retryAfterMs('a')).toBe(minuteMs - 1000)
    expect(second.backoff.retryAfterMs('a')).toBe(7000)
    expect(second.window.retryAfterMs('b')).toBe(0)
    clock.advance(minuteMs)
    expect((await start()).window.retryAfterMs('a')).toBe(0)
  })

  it('are shared by two servers from one sync to the next', async () => {
    const start = pair()
    const [a, b] = [await start(), await start()]
    a.window.count('x')
    a.window.count('x')
    b.window.count('x')
    expect([a, b].map(({ window }) => window.retryAfterMs('x') > 0)).toEqual([false, false])
    await a.keeper.sync()
    await b.keeper.sync()
    await a.keeper.sync()
    expect([a, b].map(({ window }) => window.retryAfterMs('x') > 0)).toEqual([true, true])
  })

  it('evaluate of 200 at once on three servers three each, and none of what one of them evaluated before a sync', async () => {
    const start = pair()
    const three = [await start(), await start(), await start()]
    const evaluated = (key: string, servers: typeof three) => {
      const places = Array.from({ length: 200 }, (_, n) => servers[n % servers.length]?.window.reserve(key))
      for (const place of places) place?.commit()
      return places.filter((place) => place !== undefined).length
    }
    expect(evaluated('one', three.slice(0, 1))).toBe(3)
    expect(evaluated('all', three)).toBe(9)
    for (const { keeper } of [...three, ...three]) await keeper.sync()
    expect([evaluated('one', three), evaluated('all', three)]).toEqual([0, 0])
    clock.advance(minuteMs)
    expect(evaluated('one', three)).toBe(9)
  })

  it('write of many keys some at a time, the oldest first, and keep counting the others here', async () => {
    const start = pair()
    const { keeper, window } = await start()
    const keys = Array.from({ length: 1200 }, (_, n) => `key ${n}`)
    for (const key of keys) times(3, () => window.count(key))
    const written = async () => {
      await keeper.sync()
      const rows = await stores.rateLimits.changedSince(new Date(0))
      return rows.filter(({ name }) => name === `test ${serial} window`).map(({ count }) => count)
    }
    expect(await written()).toEqual(Array.from({ length: 500 }, () => 3))
    const second = await start()
    const isFull = (test: typeof second) => keys.map((key) => test.window.retryAfterMs(key) > 0)
    expect(isFull(second)).toEqual(keys.map((_, n) => n < 500))
    expect(isFull({ ...second, window })).toEqual(keys.map(() => true))
    expect((await written()).length).toBe(1000)
    expect((await written()).length).toBe(1200)
    clock.advance(600_000)
    expect(await written()).toEqual([])
  })

  it('count what comes while they are written, once', async () => {
    const start = pair()
    const [a, b] = [await start(), await start()]
    a.window.count('x')
    const written = a.keeper.sync()
    a.window.count('x')
    await written
    expect(a.window.retryAfterMs('x')).toBe(0)
    a.window.count('x')
    expect(a.window.retryAfterMs('x')).toBeGreaterThan(0)
    await a.keeper.sync()
    await b.keeper.sync()
    expect(b.window.retryAfterMs('x')).toBeGreaterThan(0)
    for (let round = 0; round < 3; round += 1) await a.keeper.sync()
    const rows = await stores.rateLimits.changedSince(new Date(0))
    expect(rows.filter(({ name }) => name === `test ${serial} window`).map(({ count }) => count)).toEqual([3])
  })

  it('forgive on every server what one forgave', async () => {
    const start = pair()
    const [a, b] = [await start(), await start()]
    times(8, () => a.backoff.count('x'))
    await a.keeper.sync()
    await b.keeper.sync()
    expect(b.backoff.retryAfterMs('x')).toBeGreaterThan(0)
    b.backoff.reset('x')
    await b.keeper.sync()
    await a.keeper.sync()
    expect(a.backoff.retryAfterMs('x')).toBe(0)
    expect((await start()).backoff.retryAfterMs('x')).toBe(0)
  })

  it('begin anew in the database, too, when a window is over', async () => {
    const start = pair()
    const first = await start()
    times(3, () => first.window.count('x'))
    await first.keeper.sync()
    clock.advance(minuteMs)
    first.window.count('x')
    await first.keeper.sync()
    const second = await start()
    times(1, () => second.window.count('x'))
    expect(second.window.retryAfterMs('x')).toBe(0)
    second.window.count('x')
    expect(second.window.retryAfterMs('x')).toBe(minuteMs)
  })

  it('keep no name and no address, and are tidied once they are worth nothing', async () => {
    const start = pair()
    const { keeper, window } = await start()
    times(3, () => window.count('someone@example.com'))
    await keeper.sync()
    const before = await stores.rateLimits.changedSince(new Date(0))
    expect(JSON.stringify(before)).not.toContain('someone')
    clock.advance(3_600_000)
    await keeper.sync()
    const after = await stores.rateLimits.changedSince(new Date(0))
    expect(after.filter(({ name }) => name === `test ${serial} window`)).toEqual([])
  })

  it('stay stored while the clock is wrong for a minute, and are tidied though a server began with a wrong one', async () => {
    const start = pair()
    const stored = async () =>
      (await stores.rateLimits.changedSince(new Date(0))).filter(({ name }) => name === `test ${serial} window`)
    const first = await start()
    first.window.count('x')
    await first.keeper.sync()
    clock.jump(400 * dayMs)
    const second = await start()
    for (const { keeper } of [first, second]) await keeper.sync()
    clock.jump(-400 * dayMs)
    for (const { keeper } of [first, second]) await keeper.sync()
    expect(await stored()).toHaveLength(1)
    clock.advance(60 * minuteMs)
    await second.keeper.sync()
    expect(await stored()).toEqual([])
  })

  it('write of a place what became of it, and nothing while it is open', async () => {
    const start = pair()
    const { keeper, window, backoff } = await start()
    const rows = async () => {
      await keeper.sync()
      const all = await stores.rateLimits.changedSince(new Date(0))
      return all.filter(({ name }) => name.startsWith(`test ${serial} `)).map(({ name, count }) => [name, count])
    }
    const places = [window.reserve('x'), window.reserve('x'), backoff.reserve('x')]
    expect(await rows()).toEqual([])
    const written = keeper.sync()
    for (const place of [places[0], places[2]]) place?.commit()
    await written
    places[1]?.release()
    const kept = [
      [`test ${serial} window`, 1],
      [`test ${serial} backoff`, 1],
    ]
    expect(await rows()).toEqual(expect.arrayContaining(kept))
    expect(await rows()).toHaveLength(2)
    const restarted = await start()
    expect([restarted.window, restarted.window, restarted.window].map((each) => !!each.reserve('x'))).toEqual([
      true,
      true,
      false,
    ])
  })

  it('take places together wherever the same limit is asked for', async () => {
    const start = pair()
    const { keeper, window } = await start()
    const same = keeper.window(`test ${serial} window`, { limit: 3, windowMs: minuteMs, clock })
    const places = Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? window : same).reserve('x'))
    expect(places.filter((place) => place !== undefined)).toHaveLength(3)
  })

  it('write nothing where nothing was counted', async () => {
    const start = pair()
    const { keeper, backoff } = await start()
    backoff.reset('nobody failed')
    const before = await stores.rateLimits.changedSince(new Date(0))
    await keeper.sync()
    expect(await stores.rateLimits.changedSince(new Date(0))).toEqual(before)
  })
})
