import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStores } from '../../../../test/harness/test-stores.ts'

describeOnBothDatabases('API keys', (open) => {
  it('finds the application of a key, shows the key again, and keeps it out of the database', async () => {
    const database = await open()
    const { stores, owner, application } = testStores(database)
    const id = await application(await owner())
    await stores.transaction((tx) => tx.apiKeys.insert(id, 'ak_secret', testNow))
    expect((await stores.apiKeys.findByKey('ak_secret', testNow))?.applicationId).toBe(id)
    expect(await stores.apiKeys.findByKey('ak_Secret', testNow)).toBeUndefined()
    expect(await stores.apiKeys.reveal(id)).toBe('ak_secret')
    const rows = await database.reads.selectFrom('api_keys').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('ak_secret')
  })

  it('does not open a key that was moved to another application', async () => {
    const database = await open()
    const { stores, owner, application } = testStores(database)
    const ownerId = await owner()
    const [from, to] = [await application(ownerId), await application(ownerId)]
    await stores.transaction((tx) => tx.apiKeys.insert(from, 'ak_secret', testNow))
    await database.transaction((tx) => tx.updateTable('api_keys').set({ application_id: to }).execute())
    await expect(stores.apiKeys.reveal(to)).rejects.toThrow()
  })

  it('has one current key, however many are made at once; the others work until their grace time ends', async () => {
    const { stores, owner, application } = testStores(await open())
    const id = await application(await owner())
    await stores.transaction((tx) => tx.apiKeys.insert(id, 'ak_0', testNow))
    const graceEnd = new Date(testNow.getTime() + 1000)
    const keys = Array.from({ length: 8 }, (_, index) => `ak_${index + 1}`)
    await Promise.all(keys.map((key) => stores.transaction((tx) => tx.apiKeys.rotate(id, key, graceEnd, testNow))))
    const listed = await stores.apiKeys.list(id, testNow)
    expect(listed).toHaveLength(9)
    expect(listed.filter(({ expiresAt }) => expiresAt === null)).toHaveLength(1)
    expect(listed[0]?.expiresAt).toBeNull()
    expect(await stores.apiKeys.reveal(id)).toBe(listed[0]?.apiKey)
    const works = async (at: Date) =>
      Promise.all(listed.map(async ({ apiKey }) => (await stores.apiKeys.findByKey(apiKey, at)) !== undefined))
    expect(await works(new Date(graceEnd.getTime() - 1))).toEqual(Array(9).fill(true))
    expect(await works(graceEnd)).toEqual([true, ...Array(8).fill(false)])
  })
})
