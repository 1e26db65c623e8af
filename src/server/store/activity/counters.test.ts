import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStores } from '../../../../test/harness/test-stores.ts'
import { successRateDays } from '../../../shared/constants.ts'
import { utcDay } from '../columns.ts'

describeOnBothDatabases('counts per day', (open) => {
  it('are kept twice as long as any statistic covers, those of another application and totals longer', async () => {
    const { stores, owner, application } = testStores(await open())
    const [own, other] = [await application(await owner()), await application(await owner())]
    const today = utcDay(testNow)
    const ages = [0, successRateDays - 1, 2 * successRateDays, 2 * successRateDays + 1]
    for (const applicationId of [own, other]) {
      const name = 'login:login_successful' as const
      const steps = ages.map((age) => ({ applicationId, name, day: today - age, by: 1 }))
      const total = { applicationId, name: 'api_requests' as const, day: 0, by: 5 }
      await stores.transaction((tx) => tx.counters.add([...steps, total]))
    }
    await stores.transaction((tx) => tx.counters.removeOldDays(own, testNow))
    const agesOf = async (applicationId: number) => {
      const days = await stores.counters.dailyLogins(applicationId, testNow, 100)
      return days.flatMap(({ succeeded }, index) => (succeeded > 0 ? [99 - index] : [])).reverse()
    }
    expect(await agesOf(own)).toEqual(ages.slice(0, 3))
    expect(await agesOf(other)).toEqual(ages)
    expect((await stores.counters.summary(own, testNow)).totalApiRequests).toBe(5)
  })
})
