import { expect, it, onTestFinished, vi } from 'vitest'
import { describeOnBothDatabases, type OpenTestDatabase } from '../../../../test/harness/databases.ts'
import { createWorld, newToken, openSuite, password, type World } from '../../../../test/harness/world.ts'
import { DiskFull } from '../../db/errors.ts'
import { Busy, openPasswords } from '../../lib/passwords/passwords.ts'

/** A login that waited for a held rehash would never be answered; this ends its test with the reason. */
const longestHoldMs = 20_000

/** An app whose rehashes the test can hold back, with users whose hashes are of another kind than the current one. */
async function openWorld(open: OpenTestDatabase, settings: object = {}) {
  const cheap = { memoryCost: 8, timeCost: 2, parallelism: 1 }
  const own = openPasswords({ cost: cheap })
  const older = await openPasswords({ cost: { ...cheap, timeCost: 3 } }).hash(password)
  let before = async () => {}
  const hash: typeof own.hash = async (...sent) => {
    if (sent[0] === password) await before()
    return own.hash(...sent)
  }
  const suite = await openSuite(await open(), { RATE_LIMIT_SCALE: '1000' }, { ...own, hash })
  onTestFinished(() => suite.test.close())
  const world = await createWorld(suite, suite.maker, settings)
  const { keyStores: stores } = suite.test.app
  const storedHash = async (id: number) => {
    const rows = await suite.database.reads
      .selectFrom('app_users')
      .select('password_hash')
      .where('id', '=', id)
      .execute()
    return rows[0]?.password_hash ?? ''
  }
  return {
    ...world,
    stores,
    storedHash,
    imported: () => world.user({ passwordHash: older }),
    isRenewed: async ({ id }: { id: number }) => !own.needsRehash(await storedHash(id)),
    /** From now on rehashes wait for `proceed`, which fails when a login has waited for them. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      before = () => promise
      let isHeld = true
      const release = () => {
        isHeld = false
        resolve()
      }
      const limit = setTimeout(release, longestHoldMs)
      return {
        proceed() {
          clearTimeout(limit)
          expect(isHeld, 'every login was answered while the renewal was held').toBe(true)
          release()
        },
      }
    },
    /** From now on every rehash finds the queue full. */
    fillQueue() {
      before = async () => Promise.reject(new Busy('no room'))
    },
  }
}

/** Starts a session now, and returns the response of a strict verify in it. */
async function verifiedInNewSession({ start, verify }: World, who: { id: number }) {
  const session_token = newToken()
  expect((await start(who, { session_token })).body.code).toBe('session_started')
  return (await verify(who, { session_token })).body.code
}

describeOnBothDatabases('a hash that is not of today', (open) => {
  it('is renewed after the answer: no right login waits for it', async () => {
    const { login, imported, hold, isRenewed, app } = await openWorld(open)
    const user = await imported()
    const { proceed } = hold()
    expect((await login(user)).status).toBe(200)
    expect(await isRenewed(user), 'renewed before the answer').toBe(false)
    proceed()
    await app.whenIdle()
    expect(await isRenewed(user)).toBe(true)
    expect((await login(user)).status).toBe(200)
    expect((await login(user, { password: 'another' })).status).toBe(401)
  })

  it('is told from one of today, which a login leaves as it is', async () => {
    const { login, user, stores, app, storedHash } = await openWorld(open)
    const who = await user()
    const before = await storedHash(who.id)
    const transactions = vi.spyOn(stores, 'transaction')
    expect((await login(who)).status).toBe(200)
    await app.whenIdle()
    // of the login itself
    expect(transactions).toHaveBeenCalledTimes(1)
    expect(await storedHash(who.id)).toBe(before)
  })

  it('stays where a renewal finds no room or no transaction, and the right login is let in all the same', async () => {
    const { login, imported, hold, fillQueue, isRenewed, app, stores, log } = await openWorld(open)
    const user = await imported()
    fillQueue()
    expect((await login(user)).status).toBe(200)
    await app.whenIdle()
    hold().proceed()
    const full = vi.spyOn(stores, 'transaction').mockRejectedValue(new DiskFull('no room'))
    expect((await login(user)).status).toBe(200)
    await app.whenIdle()
    full.mockRestore()
    expect(await isRenewed(user)).toBe(false)
    expect(log.filter((line) => line.includes('"error"'))).toEqual([])
    expect((await login(user)).status).toBe(200)
    await app.whenIdle()
    expect(await isRenewed(user)).toBe(true)
  })

  it('is renewed by one of 200 right logins at once, which are all let in, and counted once', async () => {
    const { login, imported, isRenewed, app, stores, applicationId } = await openWorld(open)
    const user = await imported()
    const [before] = await stores.hashCounts.of(applicationId)
    expect(before?.users).toBe(1)
    const answers = await Promise.all(Array.from({ length: 200 }, () => login(user)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await app.whenIdle()
    expect(await isRenewed(user)).toBe(true)
    expect((await stores.hashCounts.of(applicationId)).find(({ kind }) => kind === before?.kind)).toBeUndefined()
  })

  it('keeps what a login proves, whether a session begins before it is renewed or after', async () => {
    const world = await openWorld(open, { isVerifyStrict: true })
    const { login, imported, hold, app } = world
    const user = await imported()
    const { proceed } = hold()
    await login(user)
    expect(await verifiedInNewSession(world, user)).toBe('user_verified')
    proceed()
    await app.whenIdle()
    expect(await verifiedInNewSession(world, user)).toBe('user_verified')
  })

  it('that two devices find at once goes on proving both', async () => {
    const world = await openWorld(open, { isVerifyStrict: true })
    const { login, start, verify, imported, hold, app } = world
    const user = await imported()
    const { proceed } = hold()
    for (const ip of ['192.0.2.1', '192.0.2.2']) expect((await login(user, {}, { ip })).status).toBe(200)
    proceed()
    await app.whenIdle()
    for (const ip of ['192.0.2.1', '192.0.2.2']) {
      const session_token = newToken()
      await start(user, { session_token }, { ip })
      expect((await verify(user, { session_token }, { ip })).body.code).toBe('user_verified')
    }
  })

  it('is not renewed, and proves nothing, once the maker has set another password', async () => {
    const world = await openWorld(open, { isVerifyStrict: true })
    const { login, imported, hold, app, dashboard, base } = world
    const user = await imported()
    const { proceed } = hold()
    await login(user)
    await dashboard('PUT', `${base}/users/${user.id}`, { password: 'a password of the maker' })
    proceed()
    await app.whenIdle()
    expect((await login(user)).body.code).toBe('invalid_credentials')
    expect(await verifiedInNewSession(world, user)).toBe('session_not_found')
  })
})
