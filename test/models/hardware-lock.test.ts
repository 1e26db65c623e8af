import { hash } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, it, vi } from 'vitest'
import { describeOnBothDatabases } from '../harness/databases.ts'
import { printFigure } from '../harness/print-figure.ts'
import { newNonce } from '../harness/signing-client.ts'
import { useSuite } from '../harness/use-suite.ts'
import { createWorld, newToken, type World } from '../harness/world.ts'

// thousands of requests are slow on a busy machine
vi.setConfig({ testTimeout: 600_000 })

const sequences = Number(process.env.LOCK_SEQUENCES ?? 100)
/** This many sequences run side by side, request by request, since they share one clock. */
const atOnce = 50
const maxCalls = 12
const machines = ['PC-1', 'PC-2', 'PC-3', 'PC-4'] as const
type Machine = (typeof machines)[number]
const addresses = ['192.0.2.1', '2001:db8:0:1::1', '2001:db8:0:1::2'] as const

/** A client sends a hardware ID or, as older ones do after the login, none. */
const someMachine = fc.option(fc.constantFrom(...machines), { nil: undefined, freq: 4 })
/** One of two users; the license has one seat. */
const name = fc.constantFrom('first', 'first', 'first', 'second')
/** Several requests share a token by its slot. */
const slot = fc.nat({ max: 3 })
const from = { name, hwid: someMachine, ip: fc.constantFrom(...addresses) }

const call = fc.oneof(
  { weight: 1, arbitrary: fc.record({ act: fc.constant('register' as const), ...from }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('login' as const), ...from }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('start' as const), slot, ...from }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('verify' as const), slot: fc.option(slot), ...from }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('heartbeat' as const), slot, ...from }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('end' as const), slot, ...from }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('reset' as const), ...from }) },
)
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never

const batch = fc.record({
  isStrict: fc.boolean(),
  /** Between one call of each sequence and the next: at once, within and beyond a minute, beyond three heartbeats. */
  gapsMs: fc.array(fc.constantFrom(0, 0, 1000, 59_000, 61_000, 91_000), { minLength: maxCalls, maxLength: maxCalls }),
  played: fc.array(
    fc.record({ registersOn: someMachine, calls: fc.array(call, { maxLength: maxCalls - 1, size: 'max' }) }),
    {
      minLength: 1,
      maxLength: atOnce,
      size: 'max',
    },
  ),
})

interface Lease {
  readonly machine: Machine
  readonly endsAtMs: number
}

/** A running sequence: two usernames, a license with one seat, and all that the responses revealed. */
interface Play {
  readonly licenseKey: string
  readonly prefix: string
  readonly calls: readonly Call[]
  readonly ids: Map<string, number>
  readonly tokens: readonly string[]
  readonly leases: Map<number, Lease[]>
}

describeOnBothDatabases('a locked user on a license with one seat', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '100000' })
  const worlds: World[] = []
  beforeAll(async () => {
    for (const isVerifyStrict of [false, true]) {
      worlds.push(await createWorld(suite, suite.maker, { isVerifyStrict, leaseHours: 72 }))
    }
  })

  let plays = 0
  let made = 0
  let leased = 0

  const begin = async (
    world: World,
    played: readonly { registersOn: Machine | undefined; calls: readonly Call[] }[],
  ) => {
    const { stores, clock } = suite.test
    const createdAt = clock.now()
    return stores.transaction(async (tx) => {
      const begun: Play[] = []
      for (const { registersOn, calls } of played) {
        plays += 1
        const licenseKey = `ONE-SEAT-${plays}`
        await tx.licenses.insert(world.applicationId, {
          licenseKey,
          maxUsers: 1,
          validityDays: 365_000,
          validityStart: 'creation',
          description: '',
          isActive: true,
          expiresAt: null,
          createdAt,
        })
        const first: Call = { act: 'register', name: 'first', hwid: registersOn, ip: addresses[0] }
        const tokens = Array.from({ length: 4 }, newToken)
        begun.push({
          licenseKey,
          prefix: `p${plays}`,
          calls: [first, ...calls],
          ids: new Map(),
          tokens,
          leases: new Map(),
        })
      }
      return begun
    })
  }

  /** Sends one request of a sequence and keeps what the response revealed. */
  const make = async (world: World, play: Play, { act, ...sent }: Call) => {
    const { name, hwid, ip } = sent
    const username = `${play.prefix} ${name}`
    // an ID not yet revealed is guessed
    const user_id = play.ids.get(name) ?? 1
    const session_token = 'slot' in sent && sent.slot !== null ? play.tokens[sent.slot] : undefined
    const options = { ip, headers: { 'x-nonce': newNonce() } }
    if (act === 'reset') {
      if (user_id === 1) return
      play.leases.delete(user_id)
      await world.act({ id: user_id }, 'reset-hwid')
      return
    }
    const answers = {
      register: () => world.register({ username, license_key: play.licenseKey, hwid }, { ip }),
      login: () => world.login({ username }, { hwid }, options),
      verify: () => world.verify({ id: user_id }, { hwid, session_token }, options),
      start: () => world.start({ id: user_id }, { hwid, session_token }, { ip }),
      heartbeat: () => world.beat(session_token ?? '', { ip }),
      end: () => world.end(session_token ?? '', { ip }),
    }
    made += 1
    const { body } = await answers[act]()
    expect(body.code).not.toMatch(/rate_limited|unavailable|internal_error|invalid_request/)
    if (act === 'register' && body.success) play.ids.set(name, Number(body.user_id))
    if (typeof body.lease !== 'string') return
    leased += 1
    const id = act === 'login' ? Number(body.user_id) : user_id
    play.leases.set(id, [...(play.leases.get(id) ?? []), readLease(world, body.lease)])
  }

  /** The devices of a user's sessions, or that a lease of the user allows. */
  const held = async (world: World, begun: readonly Play[]) => {
    const { reads } = suite.database
    const ids = begun.flatMap((play) => [...play.ids.values()])
    const query = reads.selectFrom('client_sessions').select(['user_id', 'hwid']).where('ended_at', 'is', null)
    const rows = await query.where('application_id', '=', world.applicationId).where('user_id', 'in', ids).execute()
    const nowMs = suite.test.clock.nowMs()
    const leases = begun.flatMap((play) => [...play.leases].flatMap(([id, all]) => all.map((lease) => ({ id, lease }))))
    return ids.map((id) => {
      const live = rows.flatMap((row) => (row.user_id === id && row.hwid !== null ? [row.hwid] : []))
      const valid = leases.flatMap((each) =>
        each.id === id && each.lease.endsAtMs > nowMs ? [each.lease.machine] : [],
      )
      return [...new Set([...live, ...valid])]
    })
  }

  it(`is live or leased on one machine at most, after any ${maxCalls} calls: ${sequences} sequences`, async () => {
    const property = fc.asyncProperty(batch, async ({ isStrict, gapsMs, played }) => {
      const world = worlds[isStrict ? 1 : 0]
      if (!world) throw new Error('no application')
      world.sent.length = 0
      const begun = await begin(world, played)
      for (const [round, gapMs] of gapsMs.entries()) {
        await Promise.all(
          begun.map(async (play) => {
            const next = play.calls[round]
            if (next) await make(world, play, next)
          }),
        )
        for (const there of await held(world, begun)) expect(there.length).toBeLessThanOrEqual(1)
        suite.test.clock.advance(gapMs)
      }
    })
    while (plays < sequences) await fc.assert(property, { numRuns: 5 })
    printFigure(
      `${suite.database.engine}: ${plays} sequences, ${made} calls, ${leased} leases, no user on two machines`,
    )
    expect(leased).toBeGreaterThan(plays / 10)
  })
})

/** The device a lease is valid for, and for how long. */
function readLease({ applicationId }: World, lease: string): Lease {
  const claims = JSON.parse(Buffer.from(lease.split('.')[1] ?? '', 'base64url').toString()) as {
    hwid: string
    exp: number
  }
  const machine = machines.find((each) => hash('sha256', `app_${applicationId}|${each}`, 'base64url') === claims.hwid)
  if (machine === undefined) throw new Error('a lease for nobody')
  return { machine, endsAtMs: claims.exp * 1000 }
}
