import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStores } from '../../../../test/harness/test-stores.ts'
import { idsPerPart, newListId } from './operation-list.ts'

describeOnBothDatabases('the rows of an operation', (open) => {
  it('are read from any position as they were stored in slices, and are gone once they are done', async () => {
    const { stores } = testStores(await open())
    const [id, other] = [newListId(testNow), newListId(new Date(testNow.getTime() + 1))]
    const ids = Array.from({ length: 3 * idsPerPart + 7 }, (_, n) => n + 1)
    await stores.transaction(async (tx) => {
      await tx.operations.saveIds(id, 0, ids.slice(0, idsPerPart))
      await tx.operations.saveIds(id, idsPerPart, ids.slice(idsPerPart))
      await tx.operations.saveIds(other, 0, [1])
    })
    const read: number[] = []
    while (read.length < ids.length) read.push(...(await stores.operations.idsFrom(id, read.length, 400)))
    expect(read).toEqual(ids)
    await stores.transaction((tx) => tx.operations.dropIdsBefore(id, 2 * idsPerPart))
    expect(await stores.operations.idsFrom(id, 2 * idsPerPart, 2)).toEqual([2001, 2002])
    await expect(stores.operations.idsFrom(id, 0, 1)).rejects.toThrow('no result')
    const purge = () => stores.transaction((tx) => tx.operations.purgeLists(new Date(testNow.getTime() + 1), 1))
    expect([await purge(), await purge(), await purge()]).toEqual([1, 1, 0])
    expect(await stores.operations.idsFrom(other, 0, 1)).toEqual([1])
  })
})
