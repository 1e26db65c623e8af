import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../test/databases.ts'
import { testNow, testStores } from '../../../test/test-stores.ts'

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
    expect(own).toEqual({ ...entry, id: own?.id, accountId: ownerId, applicationId: one, createdAt: testNow })
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
})
