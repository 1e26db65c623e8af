import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testActivity, testNow, testStores } from '../../../../test/harness/test-stores.ts'
import type { Position } from '../keyset-pagination.ts'
import type { ActivityFilter } from './activity.ts'

const later = (ms: number) => new Date(testNow.getTime() + ms)

describeOnBothDatabases('counts of logins', (open) => {
  it('are kept for as long as any statistic covers them, and go then', async () => {
    const { stores, owner, application } = testStores(await open())
    const applicationId = await application(await owner())
    const dayMs = 86_400_000
    const today = Math.floor(testNow.getTime() / dayMs)
    const count = (name: 'login:login_successful' | 'login:invalid_credentials', daysAgo: number) =>
      stores.transaction((tx) => tx.counters.add([{ applicationId, name, day: today - daysAgo, by: 1 }]))
    await count('login:login_successful', 0)
    await count('login:invalid_credentials', 29)
    await count('login:invalid_credentials', 61)
    await stores.transaction((tx) => tx.counters.removeOldDays(applicationId, testNow))
    expect((await stores.counters.summary(applicationId, testNow)).loginSuccessRate).toBe(50)
    const ago = new Date(testNow.getTime() - 61 * dayMs)
    expect(await stores.counters.dailyLogins(applicationId, ago, 1)).toMatchObject([{ succeeded: 0, failed: 0 }])
  })
})

describeOnBothDatabases('activity log', (open) => {
  it('gives back what was logged, newest first', async () => {
    const { stores, owner, application } = testStores(await open())
    const applicationId = await application(await owner())
    expect(await stores.activity.lastAt(applicationId)).toBeNull()
    const failed = {
      event: 'login_failed',
      success: false,
      userId: null,
      username: null,
      code: null,
      at: later(5),
    } as const
    await stores.transaction((tx) => tx.activity.insert({ ...testActivity, applicationId }))
    await stores.transaction((tx) => tx.activity.insert({ ...testActivity, ...failed, applicationId }))
    const [newest, oldest, ...none] = await stores.activity.list([applicationId], {}, undefined, 10)
    const { at, ...logged } = testActivity
    expect(oldest).toEqual({ ...logged, applicationId, id: oldest?.id, createdAt: at, detail: null })
    expect(newest).toMatchObject({ event: 'login_failed', success: false, userId: null, createdAt: later(5) })
    expect(none).toEqual([])
    expect(await stores.activity.lastAt(applicationId)).toEqual(later(5))
  })

  it('merges the logs of several applications page by page, each row once, nobody else’s', async () => {
    const { stores, owner, application } = testStores(await open())
    const ownerId = await owner()
    const ids = [await application(ownerId), await application(ownerId), await application(ownerId)]
    const [one = 0, two = 0, foreign = 0] = ids
    const order = [one, one, two, foreign, two, one, foreign, two, one, two, two]
    for (const applicationId of order) {
      await stores.transaction((tx) => tx.activity.insert({ ...testActivity, applicationId }))
    }
    for (const limit of [1, 2, 3, 9, 20]) {
      const seen: number[] = []
      let before: Position | undefined
      for (;;) {
        const page = await stores.activity.list([one, two], {}, before, limit)
        seen.push(...page.map((row) => row.applicationId))
        const last = page.at(-1)
        before = last && { value: last.createdAt.getTime(), id: last.id }
        if (page.length < limit) break
      }
      expect(seen).toEqual(order.filter((id) => id !== foreign).reverse())
    }
    expect(await stores.activity.list([], {}, undefined, 5)).toEqual([])
  })

  it('filters by event, success, user, address and time', async () => {
    const { stores, owner, application } = testStores(await open())
    const applicationId = await application(await owner())
    const rows = [
      { code: 'a', event: 'user_login' },
      { code: 'b', event: 'login_failed', success: false },
      { code: 'c', userId: 8 },
      { code: 'd', ipAddress: '2001:db8::1' },
      { code: 'e', at: later(1000) },
    ] as const
    for (const row of rows)
      await stores.transaction((tx) => tx.activity.insert({ ...testActivity, applicationId, ...row }))
    const codes = async (filter: ActivityFilter) =>
      (await stores.activity.list([applicationId], filter, undefined, 10)).map((row) => row.code).join('')
    expect(await codes({ event: ['login_failed'] })).toBe('b')
    expect(await codes({ success: false })).toBe('b')
    expect(await codes({ success: true })).toBe('edca')
    // an event that contradicts it, also beside a filter of one range
    expect(await codes({ success: false, event: ['user_login'] })).toBe('')
    expect(await codes({ success: false, event: ['user_login'], code: 'b' })).toBe('')
    expect(await codes({ userId: 8 })).toBe('c')
    expect(await codes({ ip: '2001:db8::1' })).toBe('d')
    expect(await codes({ from: later(1000) })).toBe('e')
    expect(await codes({ to: later(999) })).toBe('dcba')
  })
})
