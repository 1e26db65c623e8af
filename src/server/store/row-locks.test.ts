import { beforeAll, expect, it } from 'vitest'
import { unlockedRows, whileRowLocked, whileTransactionOpen } from '../../../test/harness/database-faults.ts'
import { describeOnPostgres } from '../../../test/harness/databases.ts'
import { type TestStores, testNow, testStores } from '../../../test/harness/test-stores.ts'
import type { StoreSet } from './index.ts'

const byNumber = (a: number, b: number) => a - b

describeOnPostgres('locks of rows', (open) => {
  let all: TestStores
  let applicationId: number
  let licenseId: number
  let others: readonly number[]
  beforeAll(async () => {
    // not strict: a transaction that holds a lock waits for the other one
    all = testStores(await open({ isStrict: false }))
    applicationId = await all.application(await all.owner())
    licenseId = await all.license(applicationId, { licenseKey: 'wanted', maxUsers: 9 })
    const more = [await all.license(applicationId), await all.license(applicationId)]
    others = more.sort(byNumber)
  })

  const heldUser = async () => {
    await all.stores.transaction((tx) => tx.licenses.claimSeat(applicationId, licenseId, testNow))
    return all.user(applicationId, { licenseId })
  }
  /** The licenses that others may change while this transaction is open. */
  const unlockedDuring = (job: (tx: StoreSet) => Promise<unknown>) =>
    whileTransactionOpen(
      (stayOpen) =>
        all.stores.transaction(async (tx) => {
          await job(tx)
          await stayOpen()
        }),
      () => unlockedRows(all.database, 'licenses'),
    )

  it('of a license come before those of its users, whether one is deleted or many', async () => {
    const { stores, database } = all
    const removals: ((id: number) => Promise<unknown>)[] = [
      (id: number) => stores.transaction((tx) => tx.appUsers.remove(applicationId, id)),
      (id: number) => stores.transaction((tx) => tx.bulkUsers.remove(applicationId, [id], undefined)),
    ]
    for (const remove of removals) {
      const userId = await heldUser()
      let unlocked: readonly number[] = []
      const change = { description: 'changed meanwhile' }
      await whileRowLocked(
        database,
        'licenses',
        licenseId,
        change,
        () => remove(userId),
        async () => {
          unlocked = await unlockedRows(database, 'app_users')
        },
      )
      expect(unlocked).toEqual([userId])
      expect(await stores.appUsers.find(applicationId, userId)).toBeUndefined()
      expect((await stores.licenses.find(applicationId, licenseId))?.currentUsers).toBe(0)
    }
  })

  it('of a deleted user reach its own license and no other', async () => {
    const userId = await heldUser()
    expect(await unlockedDuring((tx) => tx.appUsers.remove(applicationId, userId))).toEqual(others)
  })

  it('of an import reach the licenses of its keys and no other', async () => {
    const keys = ['wanted', 'a key of no license']
    expect(await unlockedDuring((tx) => tx.importLicenses.lock(applicationId, keys))).toEqual(others)
    expect(await unlockedDuring((tx) => tx.importLicenses.lock(applicationId, []))).toEqual([licenseId, ...others])
  })

  it('of a change of many reach each row, also a single one, and none of another application', async () => {
    const lock = (ids: readonly number[], id = applicationId) => unlockedDuring((tx) => tx.bulkLicenses.lock(id, ids))
    expect(await lock([licenseId])).toEqual(others)
    expect(await lock([licenseId, ...others])).toEqual([])
    expect(await lock([licenseId], applicationId + 1)).toEqual([licenseId, ...others])
  })
})
