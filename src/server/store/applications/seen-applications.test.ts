import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testStores } from '../../../../test/harness/test-stores.ts'

describeOnBothDatabases('applications as an account sees them', (open) => {
  it('are listed in the order in which they were made, whoever owns them and whichever was changed last', async () => {
    const { stores, owner, application } = testStores(await open())
    const [ada, bob] = [await owner(), await owner()]
    const ids: number[] = []
    for (let n = 0; n < 40; n += 1) ids.push(await application(n % 2 === 0 ? bob : ada))
    // a changed row lies behind the others in the table of PostgreSQL
    for (const id of ids.slice(0, 5)) {
      await stores.transaction((tx) => tx.applications.update(id, { description: 'changed' }))
    }
    const listed = async (list: Promise<readonly { readonly id: number }[]>) => (await list).map(({ id }) => id)
    expect(await listed(stores.seenApplications.listAll(ada))).toEqual(ids)
    expect(await listed(stores.seenApplications.list(ada, true))).toEqual(ids.filter((_, n) => n % 2 === 1))
  })
})
