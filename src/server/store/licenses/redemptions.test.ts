import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStoresOfTwo } from '../../../../test/harness/test-stores.ts'

describeOnBothDatabases('redeemed keys', (open) => {
  it('are found by license and by user, the newest first, in this application alone', async () => {
    const { stores, license, user, own, other } = await testStoresOfTwo(await open())
    const [ada, bob] = [await user(own), await user(own)]
    const [first, second] = [await license(own), await license(own)]
    const redeem = (userId: number, licenseId: number, addedDays: number) =>
      stores.transaction((tx) =>
        tx.redemptions.insert(own, {
          ...{ userId, licenseId, previousLicenseId: null, addedMs: addedDays * 86_400_000 },
          ...{ endsAt: testNow, at: testNow },
        }),
      )
    await redeem(ada, first, 1)
    await redeem(bob, first, 2)
    await redeem(ada, second, 3)
    const { redemptions } = stores
    expect((await redemptions.last(own, first, ada))?.addedDays).toBe(1)
    expect((await redemptions.newestOf(own, first))?.addedDays).toBe(2)
    expect((await redemptions.newestOf(own, second))?.addedDays).toBe(3)
    expect(await redemptions.newestOf(other, first)).toBeUndefined()
    expect((await redemptions.list(own, { licenseId: first })).map(({ addedDays }) => addedDays)).toEqual([2, 1])
    expect((await redemptions.list(own, { userId: ada })).map(({ addedDays }) => addedDays)).toEqual([3, 1])
    expect(await redemptions.list(other, { userId: ada })).toEqual([])
  })
})
