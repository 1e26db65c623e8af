import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStores } from '../../../../test/harness/test-stores.ts'

const operation = {
  entity: 'user',
  action: 'pause',
  actor: 'maker@example.com',
  total: 1,
  canUndo: true,
  startedAt: testNow,
} as const
const later = (ms: number) => new Date(testNow.getTime() + ms)

describeOnBothDatabases('the lease on an operation', (open) => {
  it('is renewed and released by its holder alone, and no other operation’s with it', async () => {
    const { stores, owner, application } = testStores(await open())
    const applicationId = await application(await owner())
    for (const id of ['one', 'two']) {
      await stores.transaction((tx) => tx.operations.begin(applicationId, { ...operation, id }))
    }
    const acquire = (id: string, now: Date, until: Date) =>
      stores.transaction((tx) => tx.operations.acquireLease(id, now, until, '{}'))
    const renew = (id: string, mine: Date, until: Date) =>
      stores.transaction((tx) => tx.operations.renewLease(id, mine, until))
    const release = (id: string, mine: Date) => stores.transaction((tx) => tx.operations.releaseLease(id, mine))
    for (const id of ['one', 'two']) expect(await acquire(id, testNow, later(100))).toBe(true)
    expect(await renew('none', later(100), later(500))).toBe(false)
    expect(await renew('one', later(99), later(500))).toBe(false)
    expect(await renew('one', later(100), later(500))).toBe(true)
    await release('one', later(100))
    expect(await acquire('one', later(101), later(600))).toBe(false)
    // the other one’s time is over as before
    expect(await acquire('two', later(100), later(600))).toBe(false)
    expect(await acquire('two', later(101), later(600))).toBe(true)
    await release('two', later(600))
    expect(await acquire('one', later(102), later(700))).toBe(false)
    expect(await acquire('two', later(102), later(700))).toBe(true)
  })

  it('that a server left in the middle is taken one by one, the oldest first', async () => {
    const { stores, owner, application } = testStores(await open())
    const applicationId = await application(await owner())
    const begin = (id: string, startedAt: Date) => {
      const resumption = { asked: '{}', askedBy: '{}', listId: `list of ${id}` }
      return stores.transaction((tx) => tx.operations.begin(applicationId, { ...operation, id, startedAt, resumption }))
    }
    for (const [n, id] of ['second', 'first', 'third'].entries())
      expect(await begin(id, later(n === 1 ? -1 : n))).toBe(true)
    const claim = async () =>
      (await stores.transaction((tx) => tx.operations.claimUnfinished('change', later(100), later(200))))?.listId
    expect([await claim(), await claim(), await claim(), await claim()]).toEqual([
      ...['list of first', 'list of second', 'list of third', undefined],
    ])
  })
})
