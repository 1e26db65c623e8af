import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testLicense, testNow, testStores } from '../../../../test/harness/test-stores.ts'
import type { Position } from '../keyset-pagination.ts'
import { LicenseBelowUsers, type LicenseFilter, LicenseKeyTaken, type LicenseSort } from './licenses.ts'

const later = (ms: number) => new Date(testNow.getTime() + ms)
const dayMs = 86_400_000

describeOnBothDatabases('licenses', (open) => {
  it('finds a key however it is typed, shows it as it was made, and keeps it out of the database', async () => {
    const database = await open()
    const { stores, owner, application, license } = testStores(database)
    const applicationId = await application(await owner())
    const id = await license(applicationId, { licenseKey: 'My-Own-Key-é' })
    for (const key of ['My-Own-Key-é', ' my-own-key-é ', 'MY-OWN-KEY-É']) {
      expect(await stores.licenses.findByKey(applicationId, key)).toMatchObject({ id, licenseKey: 'My-Own-Key-é' })
    }
    expect(await stores.licenses.findByKey(applicationId, 'my-own-key')).toBeUndefined()
    expect((await stores.applications.find(applicationId))?.licenseCount).toBe(1)
    const rows = await database.reads.selectFrom('licenses').selectAll().execute()
    expect(JSON.stringify(rows).toLowerCase()).not.toContain('my-own-key')
  })

  it('refuses a key that the application has already, not one of another application', async () => {
    const { owner, application, license } = testStores(await open())
    const ownerId = await owner()
    const [one, other] = [await application(ownerId), await application(ownerId)]
    await license(one, { licenseKey: 'same' })
    await expect(license(one, { licenseKey: ' SAME' })).rejects.toThrow(LicenseKeyTaken)
    await license(other, { licenseKey: 'same' })
  })

  it.each([0, 249, 250, 999])('makes many all or none: of 1,000 keys the one at %i is taken', async (place) => {
    const database = await open()
    const { stores, owner, application, license } = testStores(database)
    const applicationId = await application(await owner())
    await license(applicationId, { licenseKey: 'taken' })
    const keys = Array.from({ length: 1000 }, (_, n) => (n === place ? ' TAKEN' : `key ${n}`))
    const licenses = keys.map((licenseKey) => ({ ...testLicense, licenseKey }))
    const make = () => stores.transaction((tx) => tx.licenses.insertMany(applicationId, licenses))
    await expect(make()).rejects.toThrow(LicenseKeyTaken)
    expect(await stores.licenses.count(applicationId, {})).toBe(1)
    expect((await stores.applications.find(applicationId))?.licenseCount).toBe(1)
  })

  it('makes none of many when two of them are alike', async () => {
    const { stores, owner, application } = testStores(await open())
    const applicationId = await application(await owner())
    const licenses = ['one', 'two', 'ONE'].map((licenseKey) => ({ ...testLicense, licenseKey }))
    const make = () => stores.transaction((tx) => tx.licenses.insertMany(applicationId, licenses))
    await expect(make()).rejects.toThrow(LicenseKeyTaken)
    expect(await stores.licenses.count(applicationId, {})).toBe(0)
  })

  it('sells exactly as many seats as there are, however many want one at once', async () => {
    const { stores, owner, application, license } = testStores(await open())
    const applicationId = await application(await owner())
    for (const maxUsers of [1, 5, 30]) {
      const id = await license(applicationId, { maxUsers })
      const take = () => stores.transaction((tx) => tx.licenses.claimSeat(applicationId, id, testNow))
      const taken = await Promise.all(Array.from({ length: 25 }, take))
      expect(taken.filter(Boolean)).toHaveLength(Math.min(maxUsers, 25))
      expect((await stores.licenses.find(applicationId, id))?.currentUsers).toBe(Math.min(maxUsers, 25))
    }
  })

  it('gives no seat of a license that is inactive, expired or of another application', async () => {
    const { stores, owner, application, license } = testStores(await open())
    const ownerId = await owner()
    const [own, foreign] = [await application(ownerId), await application(ownerId)]
    const take = (id: number, now = testNow) => stores.transaction((tx) => tx.licenses.claimSeat(own, id, now))
    expect(await take(await license(own, { isActive: false }))).toBe(false)
    expect(await take(await license(foreign))).toBe(false)
    const id = await license(own, { expiresAt: later(1000) })
    expect(await take(id, later(1000))).toBe(false)
    expect(await take(id, later(999))).toBe(true)
  })

  it('starts a first-use license with its first seat, and only then', async () => {
    const { stores, owner, application, license } = testStores(await open())
    const applicationId = await application(await owner())
    const firstUse = { validityStart: 'first_use', validityDays: 7, expiresAt: null, maxUsers: 2 } as const
    const id = await license(applicationId, firstUse)
    const take = (now: Date) => stores.transaction((tx) => tx.licenses.claimSeat(applicationId, id, now))
    expect(await take(later(dayMs))).toBe(true)
    expect((await stores.licenses.find(applicationId, id))?.expiresAt).toEqual(later(8 * dayMs))
    expect(await take(later(2 * dayMs))).toBe(true)
    expect((await stores.licenses.find(applicationId, id))?.expiresAt).toEqual(later(8 * dayMs))
  })

  it('changes what is named, never to fewer seats than are taken', async () => {
    const { stores, owner, application, license } = testStores(await open())
    const applicationId = await application(await owner())
    const id = await license(applicationId, { maxUsers: 3 })
    for (let n = 0; n < 2; n += 1) await stores.transaction((tx) => tx.licenses.claimSeat(applicationId, id, testNow))
    const update = (change: object) => stores.transaction((tx) => tx.licenses.update(applicationId, id, change))
    await expect(update({ maxUsers: 1 })).rejects.toThrow(LicenseBelowUsers)
    expect(await update({ maxUsers: 2, expiresAt: later(5) })).toMatchObject({ maxUsers: 2, expiresAt: later(5) })
    expect(await update({})).toMatchObject({ maxUsers: 2, currentUsers: 2 })
    const missing = stores.transaction((tx) => tx.licenses.update(applicationId, id + 1, { maxUsers: 1 }))
    expect(await missing).toBeUndefined()
  })

  it('expires the users of a deleted license at once, those whose time had run out not later', async () => {
    const { stores, owner, application, user, license } = testStores(await open())
    const applicationId = await application(await owner())
    const id = await license(applicationId, { maxUsers: 9 })
    const expiries = [null, later(1), later(-1)]
    const held = await Promise.all(expiries.map((expiresAt) => user(applicationId, { licenseId: id, expiresAt })))
    const free = await user(applicationId)
    const remove = () =>
      stores.transaction(async (tx) => {
        const released = await tx.licenses.releaseSome(applicationId, id, testNow, 100)
        return { released, isGone: await tx.licenses.remove(applicationId, id) }
      })
    const { released, isGone } = await remove()
    expect([released.toSorted(), isGone]).toEqual([held.toSorted(), true])
    const left = await Promise.all([...held, free].map((userId) => stores.appUsers.find(applicationId, userId)))
    expect(left.map((found) => found?.effectiveExpiresAt)).toEqual([testNow, testNow, later(-1), null])
    expect(left.map((found) => found?.licenseId)).toEqual([null, null, null, null])
    expect(await stores.licenses.find(applicationId, id)).toBeUndefined()
    expect((await stores.applications.find(applicationId))?.licenseCount).toBe(0)
    expect(await remove()).toEqual({ released: [], isGone: false })
  })

  it('registers nobody with a license that is being deleted, and blocks nobody for ever', async () => {
    const { stores, owner, application, user, license } = testStores(await open())
    const applicationId = await application(await owner())
    const id = await license(applicationId, { maxUsers: 50 })
    const first = await stores.transaction(async (tx) => {
      await tx.licenses.claimSeat(applicationId, id, testNow)
      return tx.appUsers.insert(applicationId, { ...userWith(id), username: 'first' })
    })
    const register = (n: number) =>
      stores.transaction(async (tx) => {
        if (!(await tx.licenses.claimSeat(applicationId, id, testNow))) return undefined
        return tx.appUsers.insert(applicationId, { ...userWith(id), username: `n${n}` })
      })
    const removal = () =>
      stores.transaction(async (tx) => {
        await tx.licenses.releaseSome(applicationId, id, testNow, 100)
        await tx.licenses.remove(applicationId, id)
      })
    const calls = Array.from({ length: 16 }, (_, n) => register(n))
    calls.push(removal().then(() => undefined))
    calls.push(stores.transaction((tx) => tx.appUsers.remove(applicationId, first)).then(() => undefined))
    const registered = (await Promise.all(calls)).filter((userId) => userId !== undefined)
    for (const userId of registered) {
      expect((await stores.appUsers.find(applicationId, userId))?.effectiveExpiresAt).toEqual(testNow)
    }
    expect((await stores.applications.find(applicationId))?.userCount).toBe(registered.length)
    await user(applicationId)
  })

  it('lists by status, description and whole key, page by page, and counts the same', async () => {
    const { stores, owner, application, license } = testStores(await open())
    const applicationId = await application(await owner())
    await license(applicationId, { description: 'active Ä 50%' })
    const full = await license(applicationId, { description: 'full' })
    await stores.transaction((tx) => tx.licenses.claimSeat(applicationId, full, testNow))
    await license(applicationId, { description: 'inactive', isActive: false })
    await license(applicationId, { description: 'expired', isActive: false, expiresAt: testNow })
    await license(applicationId, { description: 'waiting', validityStart: 'first_use', expiresAt: null })
    const read = async (filter: LicenseFilter, sort: LicenseSort = 'id:asc', limit = 2) => {
      const descriptions: string[] = []
      let after: Position | undefined
      do {
        const slice = await stores.licenses.list(applicationId, { ...filter, now: testNow }, sort, after, limit)
        descriptions.push(...slice.rows.map((row) => row.description))
        after = slice.next
      } while (after)
      expect(descriptions.length).toBe(await stores.licenses.count(applicationId, { ...filter, now: testNow }))
      return descriptions
    }
    expect(await read({ status: 'active' })).toEqual(['active Ä 50%', 'waiting'])
    expect(await read({ status: 'full' })).toEqual(['full'])
    expect(await read({ status: 'inactive' })).toEqual(['inactive'])
    expect(await read({ status: 'expired' })).toEqual(['expired'])
    expect(await read({ q: 'ä 50%' })).toEqual(['active Ä 50%'])
    const { licenseKey } = (await stores.licenses.find(applicationId, full)) ?? testLicense
    expect(await read({ q: licenseKey.toLowerCase() })).toEqual(['full'])
    expect(await read({ q: licenseKey.slice(0, -1) })).toEqual([])
    for (const sort of ['expiresAt:asc', 'expiresAt:desc', 'createdAt:desc', 'currentUsers:asc'] as const) {
      const whole = await read({}, sort, 100)
      expect(new Set(whole).size).toBe(5)
      for (const limit of [1, 2, 4, 5]) expect(await read({}, sort, limit)).toEqual(whole)
    }
    expect((await read({}, 'expiresAt:asc'))[0]).toBe('expired')
    expect((await read({}, 'expiresAt:desc'))[0]).toBe('waiting')
    const counts = { total: 5, active: 3, full: 1, used: 1, users: 1, expired: 1 }
    expect(await stores.activeCounts.licenses(applicationId, testNow)).toEqual(counts)
  })

  it('sums up an application without licenses', async () => {
    const { stores, owner, application } = testStores(await open())
    const counts = await stores.activeCounts.licenses(await application(await owner()), testNow)
    expect(counts).toEqual({ total: 0, active: 0, full: 0, used: 0, users: 0, expired: 0 })
  })
})

const userWith = (licenseId: number) => ({
  email: null,
  passwordHash: 'hash',
  hwid: null,
  isHwidLocked: true,
  expiresAt: null,
  licenseId,
  createdAt: testNow,
})
