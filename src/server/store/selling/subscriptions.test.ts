import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStoresOfTwo } from '../../../../test/harness/test-stores.ts'

describeOnBothDatabases('a subscription', (open) => {
  it('has its periods once, in the order of their ends, and its last end, for its own application, shop and number alone', async () => {
    const { stores, own, other } = await testStoresOfTwo(await open())
    const inDays = (days: number) => new Date(testNow.getTime() + days * 86_400_000)
    const { id: shop } = await stores.transaction((tx) =>
      tx.shops.insert(
        own,
        {
          name: 'Shop',
          provider: 'generic',
          path: 'path',
          secret: null,
          onRefund: 'act',
          onDispute: 'act',
          hasOrderPage: false,
        },
        testNow,
      ),
    )
    const add = (number: string, from: number, to: number) =>
      stores.transaction((tx) =>
        tx.subscriptions.addPeriod(own, shop, number, { startsAt: inDays(from), endsAt: inDays(to) }),
      )
    expect([await add('A', 30, 60), await add('A', 0, 30), await add('A', 0, 30), await add('B', 0, 7)]).toEqual([
      ...[true, true, false, true],
    ])
    for (const end of [50, 40]) await stores.transaction((tx) => tx.subscriptions.addEnd(own, shop, 'A', inDays(end)))
    const { periods, endedAt } = await stores.subscriptions.read(own, shop, 'A')
    expect(periods.map(({ startsAt, endsAt }) => [startsAt, endsAt])).toEqual([
      [inDays(0), inDays(30)],
      [inDays(30), inDays(60)],
    ])
    expect(endedAt).toEqual(inDays(50))
    for (const [application, ofShop, number] of [
      [other, shop, 'A'],
      [own, shop + 1, 'A'],
      [own, shop, 'C'],
    ] as const) {
      expect(await stores.subscriptions.read(application, ofShop, number)).toEqual({ periods: [], endedAt: null })
    }
  })
})
