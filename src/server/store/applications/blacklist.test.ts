import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStores } from '../../../../test/harness/test-stores.ts'

const entry = { type: 'username', value: 'Mallory', valueKey: 'mallory', reason: 'chargeback' } as const

describeOnBothDatabases('blacklist', (open) => {
  it('counts an entry of an application for that one, an account-wide one for all of the account', async () => {
    const { stores, owner, application } = testStores(await open())
    const [ownerId, strangerId] = [await owner(), await owner()]
    const [one, two] = [await application(ownerId), await application(ownerId)]
    const foreign = await application(strangerId)
    const insert = (accountId: number, applicationId: number | null) =>
      stores.transaction((tx) => tx.blacklist.insert({ ...entry, accountId, applicationId }, testNow))
    const [wide, own, other] = [await insert(ownerId, null), await insert(ownerId, one), await insert(strangerId, null)]
    expect(await stores.blacklist.forApplication(one, ownerId)).toEqual([own, wide])
    expect(await stores.blacklist.forApplication(two, ownerId)).toEqual([wide])
    expect(await stores.blacklist.forApplication(foreign, strangerId)).toEqual([other])
    expect(await stores.blacklist.list(ownerId)).toEqual([own, wide])
    expect(own).toEqual({
      ...entry,
      id: own?.id,
      accountId: ownerId,
      applicationId: one,
      createdAt: testNow,
      hits: 0,
      lastHitAt: null,
    })
    const counts = [one, two].map((id) => stores.blacklist.countForApplication(id, ownerId))
    expect(await Promise.all(counts)).toEqual([2, 1])
  })

  it('takes a value once per list', async () => {
    const { stores, owner, application } = testStores(await open())
    const accountId = await owner()
    const applicationId = await application(accountId)
    for (const list of [null, applicationId]) {
      const insert = (value: string) =>
        stores.transaction((tx) => tx.blacklist.insert({ ...entry, value, accountId, applicationId: list }, testNow))
      expect(await insert('Mallory')).toBeDefined()
      expect(await insert('MALLORY')).toBeUndefined()
    }
  })

  it('tells the values of one list: the account’s own, or those of one application', async () => {
    const { stores, owner, application } = testStores(await open())
    const accountId = await owner()
    const [one, two] = [await application(accountId), await application(accountId)]
    for (const [applicationId, valueKey] of [
      [null, 'wide'],
      [one, 'own'],
      [two, 'other'],
    ] as const) {
      await stores.transaction((tx) => tx.blacklist.insert({ ...entry, valueKey, accountId, applicationId }, testNow))
    }
    const valuesOf = async (list: number | null) => [...(await stores.blacklist.valueKeys(accountId, list, 'username'))]
    expect([await valuesOf(null), await valuesOf(one), await valuesOf(two)]).toEqual([['wide'], ['own'], ['other']])
    expect((await stores.blacklist.valueKeys(accountId, null, 'hwid')).size).toBe(0)
  })

  it('removes an entry of the account, never another account’s', async () => {
    const { stores, owner } = testStores(await open())
    const [ownerId, strangerId] = [await owner(), await owner()]
    const made = await stores.transaction((tx) =>
      tx.blacklist.insert({ ...entry, accountId: ownerId, applicationId: null }, testNow),
    )
    const id = made?.id ?? 0
    expect(await stores.transaction((tx) => tx.blacklist.remove(strangerId, id))).toBe(false)
    expect(await stores.blacklist.find(id)).toEqual(made)
    expect(await stores.transaction((tx) => tx.blacklist.remove(ownerId, id))).toBe(true)
    expect(await stores.blacklist.find(id)).toBeUndefined()
  })

  it('inserts a long list, passes over what stands on it, and adds up hits', async () => {
    const { stores, owner } = testStores(await open())
    const place = { accountId: await owner(), applicationId: null }
    const entries = Array.from({ length: 1_100 }, (_, index) => ({ ...entry, ...place, valueKey: `name-${index}` }))
    await stores.transaction((tx) => tx.blacklist.insertMany(entries.slice(0, 3), testNow))
    await stores.transaction((tx) => tx.blacklist.insertMany(entries, testNow))
    await stores.transaction((tx) => tx.blacklist.insertMany([], testNow))
    expect((await stores.blacklist.valueKeys(place.accountId, null, 'username')).size).toBe(1_100)
    expect((await stores.blacklist.valueKeys(place.accountId, null, 'hwid')).size).toBe(0)
    const [last] = await stores.blacklist.list(place.accountId)
    const hit = { entryId: last?.id ?? 0, count: 2, lastAt: testNow }
    for (const _ of [1, 2]) await stores.transaction((tx) => tx.blacklist.addHits([hit, { ...hit, entryId: 0 }]))
    expect(await stores.blacklist.find(hit.entryId)).toMatchObject({ hits: 4, lastHitAt: testNow })
  })
})
