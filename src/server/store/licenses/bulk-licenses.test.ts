import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testStoresOfTwo } from '../../../../test/harness/test-stores.ts'

describeOnBothDatabases('licenses that are selected for a change of many', (open) => {
  it('are those of a filter without the ones that were unticked, or those that were named, of this application alone', async () => {
    const { stores, license, own, other } = await testStoresOfTwo(await open())
    const [first, second, third] = [await license(own), await license(own), await license(own)]
    const foreign = await license(other)
    const idsOf = (selection: Parameters<typeof stores.bulkLicenses.idsAfter>[1], after = 0) =>
      stores.bulkLicenses.idsAfter(own, selection, after, 10)
    expect(await idsOf({ filter: {} })).toEqual([first, second, third])
    expect(await idsOf({ filter: {}, except: [second] })).toEqual([first, third])
    expect(await idsOf({ filter: {}, except: [second] }, first)).toEqual([third])
    expect(await idsOf({ ids: [second, foreign] })).toEqual([second])
  })
})
