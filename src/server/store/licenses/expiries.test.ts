import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStores } from '../../../../test/harness/test-stores.ts'
import { dayMs } from '../columns.ts'

const later = (ms: number) => new Date(testNow.getTime() + ms)

describeOnBothDatabases('users and licenses that expire day by day', (open) => {
  it('are counted for their application, on each day from its first moment on and without its last', async () => {
    const { stores, owner, application, user, license } = testStores(await open())
    const ownerId = await owner()
    const [own, other] = [await application(ownerId), await application(ownerId)]
    for (const ms of [-1, 0, dayMs - 1, 2 * dayMs, 3 * dayMs]) await user(own, { expiresAt: later(ms) })
    for (const ms of [0, 50, dayMs, 3 * dayMs - 1, 3 * dayMs]) await license(own, { expiresAt: later(ms) })
    await user(own, { expiresAt: null })
    await user(other, { expiresAt: later(1) })
    await license(other, { expiresAt: later(1) })
    const days = [0, 1, 2, 3].map((day) => testNow.getTime() + day * dayMs)
    const daily = await stores.expiries.between(own, days)
    expect(daily).toEqual({ users: [2, 0, 1], licenses: [2, 1, 1] })
  })
})
