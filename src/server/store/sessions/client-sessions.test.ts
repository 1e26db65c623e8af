import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStores } from '../../../../test/harness/test-stores.ts'

describeOnBothDatabases('sessions of clients', (open) => {
  it('are listed newest first and page by page, those of one application or user, none that has ended', async () => {
    const { stores, owner, application, user } = testStores(await open())
    const ownerId = await owner()
    const [own, other] = [await application(ownerId), await application(ownerId)]
    const [ada, eve] = [await user(own, { username: 'Ada' }), await user(own, { username: 'Eve' })]
    const start = (applicationId: number, userId: number, tokenHash: string) => {
      const device = { hwid: null, ipAddress: '192.0.2.1', userAgent: tokenHash }
      const session = { ...device, userId, tokenHash, at: testNow, isProved: false }
      return stores.transaction((tx) => tx.clientSessions.insert(applicationId, session))
    }
    for (const name of ['a1', 'a2', 'over', 'a3']) await start(own, ada, name)
    await start(own, eve, 'e1')
    await start(other, await user(other), 'foreign')
    const over = (await stores.clientSessions.list(own, ada, undefined, 2))[1]
    await stores.transaction((tx) => tx.clientSessions.endById(over?.id ?? 0, 'logout', testNow))
    const read = async (userId: number | undefined, limit: number) => {
      const seen: string[] = []
      for (let before: number | undefined; ; ) {
        const page = await stores.clientSessions.list(own, userId, before, limit)
        seen.push(...page.map(({ userAgent }) => userAgent))
        before = page.at(-1)?.id
        if (before === undefined || seen.length > 9) return seen
      }
    }
    for (const limit of [1, 2, 3, 100]) {
      expect(await read(undefined, limit)).toEqual(['e1', 'a3', 'a2', 'a1'])
      expect(await read(ada, limit)).toEqual(['a3', 'a2', 'a1'])
    }
    expect((await stores.clientSessions.list(own, eve, undefined, 1))[0]).toMatchObject({
      userId: eve,
      username: 'Eve',
      startedAt: testNow,
    })
    const end = (userIds: readonly number[]) =>
      stores.transaction((tx) => tx.clientSessions.endForUsers(own, userIds, 'ended_by_owner', testNow))
    expect(await end([])).toEqual([])
    expect((await end([eve])).map(({ username }) => username)).toEqual(['Eve'])
    expect(await end([eve])).toEqual([])
    expect(await read(undefined, 100)).toEqual(['a3', 'a2', 'a1'])
  })
})
