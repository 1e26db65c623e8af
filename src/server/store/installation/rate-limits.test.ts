import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStores } from '../../../../test/harness/test-stores.ts'
import type { LimitAddition } from './rate-limits.ts'

describeOnBothDatabases('the stored counts of rate limits', (open) => {
  it('add up within a window, begin anew after it, and are replaced by a reset; each limit has its own window', async () => {
    const { stores } = testStores(await open())
    const nowMs = testNow.getTime()
    const add = (additions: readonly Partial<LimitAddition>[]) =>
      stores.transaction((tx) =>
        tx.rateLimits.add(
          additions.map((addition) => ({
            ...{ name: 'minute', keyHash: 'ada', count: 1, firstAtMs: nowMs, lastAtMs: nowMs },
            ...{ aliveAfterMs: nowMs - 60_000, isReset: false, ...addition },
          })),
          testNow,
        ),
      )
    const counts = async () => {
      const rows = await stores.rateLimits.changedSince(testNow)
      return Object.fromEntries(rows.map(({ name, keyHash, count }) => [`${name} ${keyHash}`, count]))
    }
    const hour = { name: 'hour', aliveAfterMs: nowMs - 3_600_000, firstAtMs: nowMs - 60_000 }
    await add([{ count: 3, firstAtMs: nowMs - 60_000 }, { keyHash: 'bob', count: 2 }, hour])
    await add([{ count: 4 }, { keyHash: 'bob', count: 5 }, hour])
    expect(await counts()).toEqual({ 'minute ada': 4, 'minute bob': 7, 'hour ada': 2 })
    await add([{ count: 0, isReset: true }, { keyHash: 'bob' }])
    expect(await counts()).toEqual({ 'minute ada': 0, 'minute bob': 8, 'hour ada': 2 })
  })
})
