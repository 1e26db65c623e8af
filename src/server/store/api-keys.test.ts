import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../test/databases.ts'
import { testNow, testStores } from '../../../test/test-stores.ts'

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
})
