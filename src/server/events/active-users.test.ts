import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { ManualClock } from '../../../test/harness/manual-clock.ts'
import { testStores, testUser } from '../../../test/harness/test-stores.ts'
import { abortReadsWith } from '../db/open.ts'
import { openActiveUsers } from './active-users.ts'

describeOnBothDatabases('the count of active users', (open) => {
  it('that two wait for goes on when the first of them goes away', async () => {
    const all = testStores(await open())
    const id = await all.application(await all.owner())
    const clock = new ManualClock()
    await all.stores.transaction((tx) => tx.appUsers.insert(id, { ...testUser, expiresAt: null }))
    const { count } = openActiveUsers(all.stores, clock)
    const large = { id, userCount: 10_000 }
    const first = new AbortController()
    const counts = [abortReadsWith(first.signal, () => count(large)), count(large)]
    first.abort()
    expect(await Promise.all(counts)).toEqual([1, 1])
  })
})
