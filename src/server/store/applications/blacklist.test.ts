import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStores, testStoresOfTwo } from '../../../../test/harness/test-stores.ts'

const entry = { type: 'username', value: 'Mallory', valueKey: 'mallory', reason: 'chargeback' } as const

describeOnBothDatabases('blacklist', (open) => {
  it('counts an entry of an application for that one, an account-wide one for all of the account', async () => {
    const { stores, ownerId, own: one, other: two, owner, application } = await testStoresOfTwo(await open())
    const strangerId = await owner()
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

  it('knows the values of one list, not those of another', async () => {
    const { stores, owner, application } = testStores(await open())
    const [accountId, strangerId] = [await owner(), await owner()]
    const [one, two] = [await application(accountId), await application(accountId)]
    const lists = [
      { accountId, applicationId: null, valueKey: 'everywhere' },
      { accountId, applicationId: one, valueKey: 'here' },
      { accountId, applicationId: two, valueKey: 'there' },
      { accountId: strangerId, applicationId: null, valueKey: 'elsewhere' },
    ]
    for (const list of lists) await stores.transaction((tx) => tx.blacklist.insert({ ...entry, ...list }, testNow))
    for (const list of lists) {
      const values = await stores.blacklist.valueKeys(list.accountId, list.applicationId, 'username')
      expect([...values]).toEqual([list.valueKey])
    }
  })

  it('walks the live sessions of one application in batches, each once, and none that has ended', async () => {
    const { stores, owner, application, user } = testStores(await open())
    const [own, other] = [await application(await owner()), await application(await owner())]
    const userIds = [await user(own), await user(own)].sort((a, b) => a - b)
    const start = (applicationId: number, userId: number, tokenHash: string) => {
      const device = { hwid: 'PC-1', ipAddress: '192.0.2.1', userAgent: 'demo/1.0' }
      const session = { ...device, userId, tokenHash, at: testNow, isProved: false }
      return stores.transaction((tx) => tx.clientSessions.insert(applicationId, session))
    }
    for (const userId of userIds) for (const n of [1, 2, 3]) await start(own, userId, `${userId}-${n}`)
    await start(other, await user(other), 'foreign')
    const [ended] = await stores.clientSessions.list(own, userIds[0], undefined, 1)
    await stores.transaction((tx) => tx.clientSessions.endById(ended?.id ?? 0, 'logout', testNow))
    const walk = async (limit: number) => {
      const seen = await stores.blacklist.liveSessionsAfter(own, { userId: 0, sessionId: 0 }, limit)
      for (let last = seen.at(-1); last; ) {
        const next = await stores.blacklist.liveSessionsAfter(own, last, limit)
        seen.push(...next)
        last = next.at(-1)
      }
      return seen
    }
    const sessions = await walk(100)
    expect(sessions.map(({ userId }) => userId)).toEqual([0, 0, 1, 1, 1].map((place) => userIds[place]))
    expect(sessions.map(({ sessionId }) => sessionId)).not.toContain(ended?.id)
    expect(sessions[0]).toMatchObject({ hwid: 'PC-1', ipAddress: '192.0.2.1' })
    for (const limit of [1, 2, 4]) expect(await walk(limit)).toEqual(sessions)
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
