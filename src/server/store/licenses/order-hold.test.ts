import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testStoresOfTwo } from '../../../../test/harness/test-stores.ts'

describeOnBothDatabases('licenses whose order is refunded or disputed', (open) => {
  it('are held once and let go once, in the application of the order alone', async () => {
    const { stores, license, own, other } = await testStoresOfTwo(await open())
    const [sold, foreign] = [await license(own), await license(other)]
    const hold = (state: 'refunded' | 'disputed' | null) =>
      stores.transaction((tx) => tx.licenses.holdByOrder(own, [foreign, sold], state))
    const shown = async () => {
      const both = [await stores.licenses.find(own, sold), await stores.licenses.find(other, foreign)]
      return both.map((one) => [one?.orderHold, one?.isActive])
    }
    expect([await hold('disputed'), await hold('disputed')]).toEqual([1, 0])
    expect(await shown()).toEqual([
      ['disputed', false],
      [null, true],
    ])
    expect([await hold(null), await hold(null)]).toEqual([1, 0])
    expect(await shown()).toEqual([
      [null, true],
      [null, true],
    ])
  })
})
