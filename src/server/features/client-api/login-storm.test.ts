import { expect, it, onTestFinished } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { createWorld, openSuite, type Person, password, type World } from '../../../../test/harness/world.ts'
import type { HashCost } from '../../lib/passwords/hashing.ts'
import { openPasswords } from '../../lib/passwords/passwords.ts'

/** A hash is said to take so long, however long it takes on the machine that runs this test. */
interface SaidHash {
  readonly hashMs: number
  readonly cost: HashCost
}
/** Fast enough that hundreds are done soon, and slow enough that most of those that come at once wait. */
const usual: SaidHash = { hashMs: 30, cost: { memoryCost: 4096, timeCost: 2, parallelism: 1 } }

const count = (answers: readonly { readonly status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

const addressOf = (place: number) => `198.${18 + (place >> 8)}.0.${place & 255}`

describeOnBothDatabases('a storm of logins', (open) => {
  async function world(hash = usual): Promise<World> {
    const suite = await openSuite(await open(), {}, openPasswords({ slots: 1, ...hash }))
    onTestFinished(() => suite.test.close())
    return createWorld(suite, suite.maker)
  }

  /** Users with one password, hashed once. */
  async function users({ app, applicationId, clock }: World, many: number): Promise<Person[]> {
    const passwordHash = await app.passwords.hash(password)
    const given = { email: null, hwid: null, isHwidLocked: false, expiresAt: null, licenseId: null }
    const names = Array.from({ length: many }, (_, place) => `storm ${place}`)
    return app.stores.transaction(async (tx) => {
      const made: Person[] = []
      for (const username of names) {
        const user = { ...given, username, passwordHash, createdAt: clock.now() }
        made.push({ id: await tx.appUsers.insert(applicationId, user), username })
      }
      return made
    })
  }

  it('of 400 users at once, each with an address of their own, is served to the last', async () => {
    const w = await world()
    const all = await users(w, 400)
    const answers = await Promise.all(all.map((user, place) => w.login(user, {}, { ip: addressOf(place) })))
    expect(count(answers, 200)).toBe(400)
  })

  it('of 300 users at once behind one address is served to the last, while ten guesses pass and no more', async () => {
    const w = await world()
    const all = await users(w, 300)
    const guess = { password: 'a guess' }
    const [right, wrong] = await Promise.all([
      Promise.all(all.map((user) => w.login(user, {}, { ip: '203.0.113.7' }))),
      Promise.all(all.slice(0, 40).map((user) => w.login(user, guess, { ip: '203.0.113.8' }))),
    ])
    expect(count(right, 200)).toBe(300)
    expect([count(wrong, 401), count(wrong, 429)]).toEqual([10, 30])
  })

  it('that would last longer than 15 s is refused from there on, and told how long the others wait', async () => {
    const w = await world({ hashMs: 20, cost: { memoryCost: 8, timeCost: 2, parallelism: 1 } })
    for (let done = 0; done < 9; done += 1) await w.app.passwords.hash(password)
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, place) =>
        w.login({ username: `nobody ${place}` }, {}, { ip: addressOf(place) }),
      ),
    )
    const refused = answers.filter(({ status }) => status !== 401)
    // 751 have a place, and some are served while others still arrive
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThanOrEqual(249)
    for (const { status, headers, body } of refused) {
      expect([status, body.code]).toEqual([503, 'unavailable'])
      expect(Number(headers['retry-after'])).toBe(16)
    }
  })
})
