import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStores, testUser } from '../../../../test/harness/test-stores.ts'
import { UsernameTaken } from './app-users.ts'

const later = (ms: number) => new Date(testNow.getTime() + ms)

describeOnBothDatabases('users of an application', (open) => {
  it('gives back what was put in, under a random id', async () => {
    const { stores, owner, application, user } = testStores(await open())
    const applicationId = await application(await owner())
    const id = await user(applicationId, {
      username: 'Ada',
      email: 'Ada@Example.com',
      hwid: 'PC-1',
      expiresAt: later(5),
    })
    expect(await stores.appUsers.find(applicationId, id)).toEqual({
      id,
      username: 'Ada',
      email: 'Ada@Example.com',
      hwid: 'PC-1',
      isHwidLocked: true,
      expiresAt: later(5),
      effectiveExpiresAt: later(5),
      graceUntil: null,
      licenseId: null,
      createdAt: testNow,
      isActive: true,
      isPaused: false,
      isBanned: false,
      deviceLimit: null,
      devices: 1,
      seats: 1,
      features: {},
      kind: 'account',
      lastLogin: null,
      lastLoginIp: null,
    })
    expect((await stores.applications.find(applicationId))?.userCount).toBe(1)
    expect(id).not.toBe(await user(applicationId))
  })

  it('refuses a name that is taken in another spelling, and leaves the transaction usable', async () => {
    const { stores, owner, application, user } = testStores(await open())
    const applicationId = await application(await owner())
    await user(applicationId, { username: 'Émile' })
    const [other, own] = [await application(await owner()), await user(applicationId, { username: 'Zoe' })]
    const count = await stores.transaction(async (tx) => {
      for (const username of ['émile', 'ÉMILE', ' E\u0301mile ', 'É\u200bmile']) {
        await expect(tx.appUsers.insert(applicationId, { ...testUser, username })).rejects.toThrow(UsernameTaken)
      }
      return tx.appUsers.count(applicationId, {})
    })
    expect(count).toBe(2)
    const renamed = stores.transaction((tx) => tx.appUsers.update(applicationId, own, { username: 'émile' }))
    await expect(renamed).rejects.toThrow(UsernameTaken)
    await user(other, { username: 'Émile' })
  })

  it('lets exactly one of many registrations have a name', async () => {
    const { stores, owner, application, user } = testStores(await open())
    const applicationId = await application(await owner())
    const spellings = ['ada', 'ADA', 'Ada', 'aDA', 'ａｄａ', 'ad\u00ada', ' ada', 'ada ']
    const results = await Promise.allSettled(spellings.map((username) => user(applicationId, { username })))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    expect((await stores.applications.find(applicationId))?.userCount).toBe(1)
  })

  it('lets exactly one of several machines bind, and none once one is bound', async () => {
    const { stores, owner, application, user } = testStores(await open())
    const applicationId = await application(await owner())
    const userId = await user(applicationId)
    const bind = (hwid: string) =>
      stores.transaction((tx) => tx.appUsers.bindHwid(applicationId, userId, hwid, testNow))
    const machines = Array.from({ length: 20 }, (_, n) => `PC-${n}`)
    const won = await Promise.all(machines.map(bind))
    expect(won.filter(Boolean)).toHaveLength(1)
    const bound = machines[won.indexOf(true)] ?? ''
    expect((await stores.appUsers.find(applicationId, userId))?.hwid).toBe(bound)
    expect(await bind('PC-20')).toBe(false)
    expect(await bind(bound)).toBe(true)
  })

  it('keeps the user of another application out of reach', async () => {
    const { stores, owner, application, user } = testStores(await open())
    const ownerId = await owner()
    const [own, foreign] = [await application(ownerId), await application(ownerId)]
    const userId = await user(foreign, { hwid: null })
    const before = await stores.appUsers.find(foreign, userId)
    await stores.transaction(async (tx) => {
      expect(await tx.appUsers.find(own, userId)).toBeUndefined()
      expect(await tx.appUsers.update(own, userId, { isBanned: true })).toBeUndefined()
      expect(await tx.appUsers.bindHwid(own, userId, 'PC-1', testNow)).toBe(false)
      await tx.appUsers.recordLogin(own, userId, testNow, '192.0.2.1')
      expect(await tx.appUsers.remove(own, userId)).toBe(false)
    })
    expect(await stores.appUsers.find(foreign, userId)).toEqual(before)
  })

  it('frees the seat of a deleted user, once', async () => {
    const { stores, owner, application, user, license } = testStores(await open())
    const applicationId = await application(await owner())
    const licenseId = await license(applicationId)
    await stores.transaction((tx) => tx.licenses.claimSeat(applicationId, licenseId, testNow))
    const userId = await user(applicationId, { licenseId })
    const remove = () => stores.transaction((tx) => tx.appUsers.remove(applicationId, userId))
    const removed = await Promise.all([remove(), remove(), remove()])
    expect(removed.filter(Boolean)).toHaveLength(1)
    expect((await stores.licenses.find(applicationId, licenseId))?.currentUsers).toBe(0)
    expect((await stores.applications.find(applicationId))?.userCount).toBe(0)
  })

  it('knows what a registration stored until the password is changed in the dashboard', async () => {
    const { stores, owner, application, user } = testStores(await open())
    const ownerId = await owner()
    const [own, other] = [await application(ownerId), await application(ownerId)]
    const made = await user(own)
    const userId = await user(own, { email: 'ada@example.com', isRegistered: true })
    const update = (change: object) => stores.transaction((tx) => tx.appUsers.update(own, userId, change))
    expect(await stores.appUsers.registration(own, userId)).toMatchObject({ email: 'ada@example.com' })
    expect(await stores.appUsers.registration(own, made)).toBeUndefined()
    expect(await stores.appUsers.registration(other, userId)).toBeUndefined()
    await update({ isPaused: true })
    expect(await stores.appUsers.registration(own, userId)).toBeDefined()
    await update({ passwordHash: 'another hash' })
    expect(await stores.appUsers.registration(own, userId)).toBeUndefined()
  })

  it('notes a login', async () => {
    const { stores, owner, application, user } = testStores(await open())
    const applicationId = await application(await owner())
    const userId = await user(applicationId)
    await stores.transaction((tx) => tx.appUsers.recordLogin(applicationId, userId, later(1), '192.0.2.1'))
    expect((await stores.appUsers.find(applicationId, userId))?.lastLogin).toEqual(later(1))
  })

  it('upgrades the hash that was checked, and never one that was changed meanwhile', async () => {
    const database = await open()
    const { stores, owner, application, user } = testStores(database)
    const applicationId = await application(await owner())
    const userId = await user(applicationId)
    const hash = async () =>
      (await database.reads.selectFrom('app_users').select('password_hash').where('id', '=', userId).executeTakeFirst())
        ?.password_hash
    const first = (await hash()) ?? ''
    await stores.transaction((tx) => tx.appUsers.upgradeHash(applicationId, userId, 'another', 'upgraded'))
    expect(await hash()).toBe(first)
    await stores.transaction((tx) => tx.appUsers.upgradeHash(applicationId, userId, first, 'upgraded'))
    expect(await hash()).toBe('upgraded')
  })

  it('counts as active who could sign in now', async () => {
    const { stores, owner, application, user, license } = testStores(await open())
    const applicationId = await application(await owner())
    const [live, over, off] = [
      await license(applicationId, { maxUsers: 9 }),
      await license(applicationId, { maxUsers: 9, expiresAt: testNow }),
      await license(applicationId, { maxUsers: 9, isActive: false }),
    ]
    await user(applicationId)
    await user(applicationId, { licenseId: live, expiresAt: later(1) })
    for (const licenseId of [over, off]) await user(applicationId, { licenseId })
    await user(applicationId, { expiresAt: testNow })
    for (const change of [{ isPaused: true }, { isBanned: true }, { isActive: false }]) {
      const userId = await user(applicationId)
      await stores.transaction((tx) => tx.appUsers.update(applicationId, userId, change))
    }
    expect((await stores.applications.find(applicationId))?.userCount).toBe(8)
    expect(await stores.activeCounts.users(applicationId, testNow)).toBe(2)
  })

  it('takes the earlier of the two expiries for the effective one', async () => {
    const { stores, owner, application, user, license } = testStores(await open())
    const applicationId = await application(await owner())
    const licenseId = await license(applicationId, { maxUsers: 9, expiresAt: later(10) })
    const effective = async (expiresAt: Date | null) =>
      (await stores.appUsers.find(applicationId, await user(applicationId, { licenseId, expiresAt })))
        ?.effectiveExpiresAt
    expect(await effective(null)).toEqual(later(10))
    expect(await effective(later(5))).toEqual(later(5))
    expect(await effective(later(15))).toEqual(later(10))
  })
})
