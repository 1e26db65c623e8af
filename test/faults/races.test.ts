import { beforeAll, describe, expect, it, vi } from 'vitest'
import { UsernameTaken } from '../../src/server/store/users/app-users.ts'
import { type Answer, cachedHash } from '../harness/create-test-app.ts'
import { describeOnBothDatabases } from '../harness/databases.ts'
import { printFigure } from '../harness/print-figure.ts'
import { untilDecided } from '../harness/until-decided.ts'
import { useSuite } from '../harness/use-suite.ts'
import { type ApiResponse, createWorld, newToken, type Person, password, type World } from '../harness/world.ts'

// two hundred rounds are slow on a busy machine
vi.setConfig({ testTimeout: 120_000 + 300 * Number(process.env.RACE_ROUNDS ?? 0) })

const rounds = Number(process.env.RACE_ROUNDS ?? 200)
/** This many rounds go through the whole server, the others only through the code that decides the race. */
const wholeRounds = 20
/** A hundred at once are more work: 100 rounds in `npm run faults`. */
const crowdRounds = Math.min(100, Number(process.env.RACE_ROUNDS ?? 10))
const crowd = 100

const lifted = { RATE_LIMIT_SCALE: '1000' }

describeOnBothDatabases('many at once', (open) => {
  const suite = useSuite(open, lifted)
  let engine: string
  let world: World
  beforeAll(async () => {
    engine = suite.database.engine
    world = await createWorld(suite, suite.maker)
  })

  /** Codes of concurrent responses, with the count of each. */
  const tally = (answers: readonly Answer<ApiResponse>[]) => {
    const counts: Record<string, number> = {}
    for (const { body } of answers) counts[body.code] = (counts[body.code] ?? 0) + 1
    return counts
  }
  const eventsOf = async (userId: number) => {
    const rows = await suite.test.stores.activity.list([world.applicationId], { userId }, undefined, 100)
    return rows.map(({ event }) => event).sort()
  }

  describe('the seats of a license', () => {
    const seatsAndUsers = async (licenseId: number) => {
      const license = await suite.test.stores.licenses.find(world.applicationId, licenseId)
      const { reads } = suite.database
      const users = await reads.selectFrom('app_users').select('id').where('license_id', '=', licenseId).execute()
      return { taken: license?.currentUsers, users: users.length }
    }

    it(`five of a hundred machines get in with one key of five seats, in ${crowdRounds} rounds`, async () => {
      const keys = await createWorld(suite, suite.maker, { licenseLogin: true, hwidLockEnabled: true })
      for (let round = 0; round < crowdRounds; round += 1) {
        const { id, licenseKey: license_key } = await keys.license({ maxUsers: 5 })
        const machines = Array.from({ length: crowd }, (_, n) =>
          untilDecided(() => keys.send('/api/v1/license', { license_key, hwid: `PC-${n}` })),
        )
        expect(tally(await Promise.all(machines))).toEqual({ login_successful: 5, license_full: 95 })
        expect((await suite.test.stores.licenses.find(keys.applicationId, id))?.currentUsers).toBe(5)
      }
      printFigure(`${engine}: one key of 5 seats, ${crowd} machines: ${crowdRounds} rounds, 5 in each`)
    })

    it(`exactly one wins, through the whole server, in ${wholeRounds} rounds`, async () => {
      for (let round = 0; round < wholeRounds; round += 1) {
        const { id, licenseKey: license_key } = await world.license()
        const eight = Array.from({ length: 8 }, (_, n) =>
          world.register({ username: `seat ${round} ${n}`, license_key }),
        )
        expect(tally(await Promise.all(eight))).toEqual({ user_registered: 1, license_full: 7 })
        expect(await seatsAndUsers(id)).toEqual({ taken: 1, users: 1 })
      }
      printFigure(`${engine}: one seat, 8 registrations through HTTP: ${wholeRounds} rounds, ${wholeRounds} winners`)
    })

    /** What `register` does in its transaction, with the hash made before. */
    const take = async (licenseId: number, username: string) => {
      const { stores, clock } = suite.test
      const passwordHash = await cachedHash(suite.test.app.passwords, password)
      const now = clock.now()
      return stores.transaction(async (tx) => {
        if (!(await tx.licenses.claimSeat(world.applicationId, licenseId, now))) return 'full'
        const user = { username, email: null, passwordHash, hwid: null, isHwidLocked: true, expiresAt: null }
        await tx.appUsers.insert(world.applicationId, { ...user, licenseId, createdAt: now })
        return 'won'
      })
    }

    it(`exactly one wins, in the transaction that registers, in ${rounds} rounds`, async () => {
      let winners = 0
      for (let round = 0; round < rounds; round += 1) {
        const { id } = await world.license()
        const results = await Promise.all(Array.from({ length: 8 }, (_, n) => take(id, `tx seat ${round} ${n}`)))
        winners += results.filter((each) => each === 'won').length
        expect({ round, ...(await seatsAndUsers(id)) }).toEqual({ round, taken: 1, users: 1 })
      }
      printFigure(`${engine}: one seat, 8 transactions: ${rounds} rounds, ${winners} winners`)
      expect(winners).toBe(rounds)
    })

    it(`five of ${crowd} win where there are five, in ${crowdRounds} rounds`, async () => {
      for (let round = 0; round < crowdRounds; round += 1) {
        const { id } = await world.license({ maxUsers: 5 })
        const results = await Promise.all(Array.from({ length: crowd }, (_, n) => take(id, `five ${round} ${n}`)))
        expect(results.filter((each) => each === 'won')).toHaveLength(5)
        expect({ round, ...(await seatsAndUsers(id)) }).toEqual({ round, taken: 5, users: 5 })
      }
      printFigure(`${engine}: five seats, ${crowd} at once: ${crowdRounds} rounds, 5 in, ${crowd - 5} refused in each`)
    })
  })

  describe('one license key for five devices', () => {
    it(`lets five of ${crowd} machines in, whichever come first at once, in ${crowdRounds} rounds`, async () => {
      const keys = await createWorld(suite, suite.maker, { licenseLogin: true })
      for (let round = 0; round < crowdRounds; round += 1) {
        const { id, licenseKey: license_key } = await keys.license({ maxDevices: 5 })
        const machines = Array.from({ length: crowd }, (_, n) => `PC-${n}`)
        const sent = machines.map((hwid) => untilDecided(() => keys.send('/api/v1/license', { license_key, hwid })))
        expect(tally(await Promise.all(sent))).toEqual({ login_successful: 5, device_limit_reached: crowd - 5 })
        expect((await suite.test.stores.licenses.find(keys.applicationId, id))?.currentUsers).toBe(1)
      }
      printFigure(
        `${engine}: a key for five devices, ${crowd} machines: ${crowdRounds} rounds, 5 in, ${crowd - 5} refused in each`,
      )
    })
  })

  describe('one free name', () => {
    const spellings = (round: number) => [`Zoë${round}`, `ZOE\u0308${round}`, ` zoë${round} `, `ｚoë\u200b${round}`]
    const usersNamed = async (round: number) => {
      const { reads } = suite.database
      const query = reads.selectFrom('app_users').select('id').where('application_id', '=', world.applicationId)
      return (await query.where('username_key', '=', `zoë${round}`).execute()).length
    }

    it(`in four spellings: exactly one gets it, through the whole server, in ${wholeRounds} rounds`, async () => {
      for (let round = 0; round < wholeRounds; round += 1) {
        const answers = await Promise.all(
          spellings(round).map((username, n) => world.register({ username, password: `a password of ${n}` })),
        )
        expect(tally(answers)).toEqual({ user_registered: 1, username_taken: 3 })
        expect(await usersNamed(round)).toBe(1)
      }
      printFigure(`${engine}: one name, 4 spellings through HTTP: ${wholeRounds} rounds, ${wholeRounds} winners`)
    })

    it(`in four spellings: exactly one gets it, and the losers' seats stay free, in ${rounds} rounds`, async () => {
      const { stores, clock } = suite.test
      const passwordHash = await cachedHash(suite.test.app.passwords, password)
      const { id: licenseId } = await world.license({ maxUsers: 1000 })
      const createdAt = clock.now()
      const take = (username: string) =>
        stores
          .transaction(async (tx) => {
            await tx.licenses.claimSeat(world.applicationId, licenseId, createdAt)
            const user = { username, email: null, passwordHash, hwid: null, isHwidLocked: true, expiresAt: null }
            await tx.appUsers.insert(world.applicationId, { ...user, licenseId, createdAt })
            return 'won'
          })
          .catch((error: unknown) => {
            if (error instanceof UsernameTaken) return 'taken'
            throw error
          })
      let winners = 0
      for (let round = 1000; round < 1000 + rounds; round += 1) {
        const results = await Promise.all(spellings(round).map(take))
        winners += results.filter((each) => each === 'won').length
        expect({ round, users: await usersNamed(round) }).toEqual({ round, users: 1 })
      }
      printFigure(`${engine}: one name, 4 transactions: ${rounds} rounds, ${winners} winners`)
      expect(winners).toBe(rounds)
      expect((await stores.licenses.find(world.applicationId, licenseId))?.currentUsers).toBe(rounds)
    })
  })

  describe('four machines and one unbound user', () => {
    const machines = ['PC-1', 'PC-2', 'PC-3', 'PC-4']
    const hwidOf = async ({ id }: Person) => (await suite.test.stores.appUsers.find(world.applicationId, id))?.hwid

    it(`exactly one binds, through the whole server, in ${wholeRounds} rounds; each loser is one event`, async () => {
      for (let round = 0; round < wholeRounds; round += 1) {
        const user = await world.user({ isHwidLocked: true })
        const answers = await Promise.all(machines.map((hwid) => world.login(user, { hwid })))
        expect(tally(answers)).toEqual({ login_successful: 1, hwid_mismatch: 3 })
        const winner = machines[answers.findIndex(({ status }) => status === 200)]
        expect(await hwidOf(user)).toBe(winner)
        expect(await eventsOf(user.id)).toEqual(['hwid_mismatch', 'hwid_mismatch', 'hwid_mismatch', 'user_login'])
      }
      printFigure(`${engine}: first bind by 4 machines through HTTP: ${wholeRounds} rounds, ${wholeRounds} winners`)
    })

    it(`exactly one binds, in the transaction that binds, in ${rounds} rounds`, async () => {
      const { stores } = suite.test
      let winners = 0
      for (let round = 0; round < rounds; round += 1) {
        const user = await world.user({ isHwidLocked: true })
        const results = await Promise.all(
          machines.map((hwid) =>
            stores.transaction((tx) =>
              tx.appUsers.bindHwid(world.applicationId, user.id, hwid, suite.test.clock.now()),
            ),
          ),
        )
        winners += results.filter(Boolean).length
        expect({ round, hwid: await hwidOf(user) }).toEqual({ round, hwid: machines[results.indexOf(true)] })
      }
      printFigure(`${engine}: first bind, 4 transactions: ${rounds} rounds, ${winners} winners`)
      expect(winners).toBe(rounds)
    })

    it('one machine that logs in 200 times at once is bound, and none of its logins is a mismatch', async () => {
      const user = await world.user({ isHwidLocked: true })
      const answers = await Promise.all(Array.from({ length: 200 }, () => world.login(user, { hwid: 'PC-1' })))
      expect(tally(answers)).toEqual({ login_successful: 200 })
      expect(await hwidOf(user)).toBe('PC-1')
      expect(new Set(await eventsOf(user.id))).toEqual(new Set(['user_login']))
      expect((await world.login(user, { hwid: 'PC-2' })).body.code).toBe('hwid_mismatch')
    })

    it('one machine whose second login is decided before the first has bound it is let in both times', async () => {
      const user = await world.user({ isHwidLocked: true })
      const { keyStores: stores } = suite.test.app
      const transaction = stores.transaction.bind(stores)
      const inBetween = vi.spyOn(stores, 'transaction').mockImplementationOnce(async (job) => {
        expect((await world.login(user, { hwid: 'PC-1' })).status).toBe(200)
        return transaction(job)
      })
      expect((await world.login(user, { hwid: 'PC-1' })).body.code).toBe('login_successful')
      expect(inBetween).toHaveBeenCalledTimes(2)
      inBetween.mockRestore()
      expect(await eventsOf(user.id)).toEqual(['user_login', 'user_login'])
    })

    it('a reset during the race never leaves two', async () => {
      for (let round = 0; round < 8; round += 1) {
        const user = await world.user({ isHwidLocked: true })
        const [reset, ...answers] = await Promise.all([
          world.act(user, 'reset-hwid'),
          ...machines.map((hwid) => world.login(user, { hwid })),
        ])
        expect(reset).toBeDefined()
        const late = await Promise.all(machines.map((hwid) => world.login(user, { hwid })))
        expect(tally(late)).toEqual({ login_successful: 1, hwid_mismatch: 3 })
        expect(answers.length).toBe(4)
      }
    })
  })

  it('eight machines that log in to one account at once are all proved by their logins', async () => {
    const strict = await createWorld(suite, suite.maker, { isVerifyStrict: true })
    const machines = Array.from({ length: 8 }, (_, n) => `PC-${n}`)
    for (let round = 0; round < wholeRounds; round += 1) {
      const user = await strict.user()
      expect(tally(await Promise.all(machines.map((hwid) => strict.login(user, { hwid }))))).toEqual({
        login_successful: 8,
      })
      const verified = machines.map(async (hwid) => {
        const session_token = await strict.session(user, { hwid })
        return strict.verify(user, { session_token, hwid })
      })
      expect(tally(await Promise.all(verified))).toEqual({ user_verified: 8 })
    }
  })

  describe('one session token', () => {
    it(`started by two users at once belongs to one of them, in ${rounds} rounds`, async () => {
      const users = [await world.user(), await world.user()]
      let winners = 0
      for (let round = 0; round < rounds; round += 1) {
        const session_token = newToken()
        const answers = await Promise.all(users.map((user) => world.start(user, { session_token })))
        expect(tally(answers)).toEqual({ session_started: 1, session_token_taken: 1 })
        const owner = users[answers.findIndex(({ status }) => status === 200)]
        expect((await world.verify(owner ?? { id: 0 }, { session_token })).body.code).toBe('user_verified')
        winners += 1
      }
      printFigure(`${engine}: one token, 2 users through HTTP: ${rounds} rounds, ${winners} winners`)
    })

    it('started by one user twice at once is one session, one event and the same answer', async () => {
      for (let round = 0; round < wholeRounds; round += 1) {
        const user = await world.user()
        const session_token = newToken()
        const answers = await Promise.all([1, 2, 3].map(() => world.start(user, { session_token })))
        expect(tally(answers)).toEqual({ session_started: 3 })
        expect(await eventsOf(user.id)).toEqual(['session_start'])
      }
    })

    it('ended twice at once is one event', async () => {
      for (let round = 0; round < wholeRounds; round += 1) {
        const user = await world.user()
        const token = await world.session(user)
        expect(tally(await Promise.all([1, 2, 3].map(() => world.end(token))))).toEqual({ session_closed: 3 })
        expect(await eventsOf(user.id)).toEqual(['session_end', 'session_start'])
      }
    })
  })

  it.each(['reject', 'replace_oldest'])(
    'a limit of two sessions holds against six starts at once: %s',
    async (sessionLimitPolicy) => {
      const limited = await createWorld(suite, suite.maker, { sessionLimit: 2, sessionLimitPolicy })
      for (let round = 0; round < wholeRounds; round += 1) {
        const user = await limited.user()
        const answers = await Promise.all(Array.from({ length: 6 }, () => limited.start(user)))
        const isStrict = sessionLimitPolicy === 'reject'
        expect(tally(answers)).toEqual(
          isStrict ? { session_started: 2, session_limit_reached: 4 } : { session_started: 6 },
        )
        expect(await suite.test.stores.clientSessions.liveOf(limited.applicationId, user.id)).toHaveLength(2)
      }
    },
  )
})
