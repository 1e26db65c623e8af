import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LicenseClient, SessionMonitor } from '../node/keywright.mjs'

/**
 * The monitor with the intervals that are shipped. Hours pass here, so the clock is a false one, and in the place of
 * the network stands a function of the time. What real answers lead to is tested against the real server.
 */
interface Answer {
  readonly ok: boolean
  readonly code?: string
  readonly httpStatus: number
  readonly retryAfter?: number
  /** True by default. */
  readonly trusted?: boolean
}
type Network = (minute: number) => Answer | Promise<Answer>

const fine: Answer = { ok: true, httpStatus: 200 }
const refused: Answer = { ok: false, code: 'network_error', httpStatus: 0, trusted: false }
const blackHole = () => new Promise<Answer>((resolve) => setTimeout(resolve, 30_000, refused))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const minutes = () => performance.now() / 60_000

/** What happens beside the verifications. */
interface Around {
  readonly heartbeat?: Network
  readonly startSession?: Network
  /** How long an offline lease holds. */
  readonly leaseMinutes?: number
}

/** The intervals that are shipped. */
const { settings } = new LicenseClient({ origin: 'http://localhost', apiKey: 'none', version: '1', hwidSalt: 'none' })

/** Runs one session, `verify` answering as the network does; tells when it was lost and when the calls were made. */
async function runSession(
  lengthMinutes: number,
  verify: Network,
  { heartbeat = () => fine, startSession = () => fine, leaseMinutes = 0 }: Around = {},
) {
  const start = minutes()
  const calls = { verify: [] as number[], heartbeat: [] as number[], startSession: [] as number[], endSession: 0 }
  const noting = (name: 'verify' | 'heartbeat' | 'startSession', network: Network) => async () => {
    calls[name].push(minutes() - start)
    return { trusted: true, ...(await network(minutes() - start)) }
  }
  const monitor = new SessionMonitor({
    settings,
    verify: noting('verify', verify),
    heartbeat: noting('heartbeat', heartbeat),
    startSession: noting('startSession', startSession),
    mayGoOnOffline: () => minutes() - start < leaseMinutes,
    keepState: () => undefined,
    endSession: async () => {
      calls.endSession += 1
    },
  })
  let lostAt: number | undefined
  monitor.start(() => {
    lostAt = minutes() - start
  })
  await vi.advanceTimersByTimeAsync(lengthMinutes * 60_000)
  monitor.stop()
  expect(vi.getTimerCount() === 0 || lostAt === undefined, 'a lost session still has a job').toBe(true)
  return { ...calls, lostAt, failures: monitor.failures }
}

/** An outage of this length at a random time of the second period; half of the calls in it hang, half are refused. */
function outage(lengthMinutes: number) {
  const begin = 5 + Math.random() * 5
  const network: Network = (minute) => {
    if (minute < begin || minute > begin + lengthMinutes) return fine
    return Math.random() < 0.5 ? blackHole() : refused
  }
  return { begin, network }
}

const runs = Array.from({ length: 200 }, (_, index) => index)

describe('an offline lease', () => {
  test('carries a session through an outage to its own end, and not longer than three periods beyond', async () => {
    for (const _ of runs.slice(0, 50)) {
      const { lostAt = 0 } = await runSession(200, () => refused, { leaseMinutes: 120 })
      expect(lostAt).toBeGreaterThanOrEqual(120 + 10)
      expect(lostAt).toBeLessThanOrEqual(120 + 21)
    }
  })

  test('softens no refusal', async () => {
    const banned: Answer = { ok: false, code: 'account_banned', httpStatus: 403 }
    const { lostAt } = await runSession(200, () => banned, { leaseMinutes: 120 })
    expect(lostAt).toBeLessThan(6)
  })

  test('forgets no refusal that came before the outage', async () => {
    const offline: Answer = { ok: false, code: 'application_offline', httpStatus: 403 }
    const network: Network = (minute) => (minute < 11 ? offline : refused)
    const { failures } = await runSession(60, network, { leaseMinutes: 120 })
    expect(failures).toBe(2)
  })
})

describe('an outage', () => {
  test.for([1, 5, 10, 13.5])('of %d minutes ends no session', async (length) => {
    for (const _ of runs) {
      const { network } = outage(length)
      expect(await runSession(40, network, { heartbeat: network })).toMatchObject({
        lostAt: undefined,
        failures: 0,
        endSession: 0,
      })
    }
  })

  test.for([20, 60])('of %d minutes ends every session, 15 to 20 minutes after it began', async (length) => {
    for (const _ of runs) {
      const { begin, network } = outage(length)
      const { lostAt, endSession } = await runSession(40, network)
      expect((lostAt ?? 0) - begin).toBeGreaterThanOrEqual(15)
      expect((lostAt ?? 0) - begin).toBeLessThan(20.6)
      expect(endSession).toBe(1)
    }
  })
})

describe('the jobs', () => {
  test('start after a random half to whole interval and then keep to it', async () => {
    const firsts = new Set<number>()
    for (const _ of runs.slice(0, 20)) {
      const { verify, heartbeat } = await runSession(30, () => fine)
      for (const [times, interval] of [
        [verify, 5],
        [heartbeat, 0.5],
      ] as const) {
        const first = times[0] ?? 0
        expect(first).toBeGreaterThanOrEqual(interval / 2)
        expect(first).toBeLessThanOrEqual(interval + 0.01)
        for (const [index, time] of times.entries()) expect(time).toBeCloseTo(first + index * interval, 3)
        firsts.add(first)
      }
    }
    expect(firsts.size).toBeGreaterThan(30)
  })

  test('wait as long as Retry-After says, and a period waits with them for 15 minutes at most', async () => {
    const busy: Answer = { ok: false, httpStatus: 503, code: 'unavailable', retryAfter: 600 }
    const once = await runSession(60, (minute) => (minute < 8 ? busy : fine))
    expect(once).toMatchObject({ lostAt: undefined, failures: 0 })
    expect((once.verify[1] ?? 0) - (once.verify[0] ?? 0)).toBeGreaterThanOrEqual(10)

    const forever = await runSession(120, () => ({ ...busy, retryAfter: 999_999 }))
    expect(forever.verify).toHaveLength(1)
    const [first = 0] = forever.verify
    expect((forever.lostAt ?? 0) - first).toBeCloseTo(5 + 15 + 5 + 5, 1)
  })

  test('begin a new period, and count nothing, after the computer has slept', async () => {
    const { now } = performance
    let sleptMinutes = 0
    // after a system sleep timers fire late, while the clock has advanced
    vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + sleptMinutes * 60_000)
    const session = await runSession(60, (minute) => {
      if (minute < 6) return fine
      // one verification has failed by then, and after the sleep the second may, but not the third
      if (minute < 15.2) return refused
      sleptMinutes = 180
      return minute < 15.2 + sleptMinutes + 8 ? refused : fine
    })
    expect(session).toMatchObject({ lostAt: undefined, failures: 0 })
    expect(session.verify.at(-1)).toBeGreaterThan(200)
  })
})

describe('a session that was swept', () => {
  const lost: Answer = { ok: false, httpStatus: 404, code: 'session_not_found' }
  const paused: Answer = { ok: false, httpStatus: 403, code: 'account_paused' }

  test.for([fine, paused])(
    'is started again once in each period, even if the start is answered with %o',
    async (answer) => {
      const network = { heartbeat: () => lost, startSession: () => answer }
      const { startSession, verify } = await runSession(14, () => lost, network)
      // the first after the first beat, then one at each point of the grid
      expect(startSession.length).toBeGreaterThanOrEqual(3)
      expect(startSession.length).toBeLessThanOrEqual(4)
      expect(startSession[0]).toBeLessThan(0.6)
      expect(startSession[1]).toBeGreaterThan(2.4)
      expect(verify.length).toBeLessThanOrEqual(8)
    },
  )
})
