import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStores } from '../../../../test/harness/test-stores.ts'

const later = (ms: number) => new Date(testNow.getTime() + ms)

describeOnBothDatabases('users and licenses that expire within a period', (open) => {
  it('are counted for their application, from the first moment on and without the last', async () => {
    const { stores, owner, application, user, license } = testStores(await open())
    const ownerId = await owner()
    const [own, other] = [await application(ownerId), await application(ownerId)]
    for (const ms of [-1, 0, 99, 100]) await user(own, { expiresAt: later(ms) })
    for (const ms of [0, 50, 99, 100]) await license(own, { expiresAt: later(ms) })
    await user(own, { expiresAt: null })
    await user(other, { expiresAt: later(1) })
    await license(other, { expiresAt: later(1) })
    const [from, to] = [testNow.getTime(), testNow.getTime() + 100]
    expect(await stores.expiries.users(own, from, to)).toBe(2)
    expect(await stores.expiries.licenses(own, from, to)).toBe(3)
  })
})
