import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStores } from '../../../../test/harness/test-stores.ts'
import { type Database, Unavailable } from '../../db/open.ts'

/** An application with this many log entries, a second apart, and their count. */
async function openLogged(database: Database, rows: number) {
  const { stores, owner, application } = testStores(database)
  const applicationId = await application(await owner())
  await stores.transaction(async (tx) => {
    for (let second = 0; second < rows; second += 1) {
      await tx.activity.insert({
        applicationId,
        event: 'user_login',
        success: true,
        code: 'login_successful',
        userId: 7,
        username: `${second}`,
        ipAddress: '192.0.2.1',
        userAgent: 'demo/1.0',
        count: 1,
        at: new Date(testNow.getTime() + second * 1000),
      })
    }
    await tx.counters.add([{ applicationId, name: 'activity', day: 0, by: rows }])
  })
  const left = async () => {
    const kept = await stores.activity.list([applicationId], {}, undefined, 100)
    return kept.map(({ username }) => Number(username)).toReversed()
  }
  const counted = async () => (await stores.counters.summary(applicationId, testNow)).activityCount
  return { stores, applicationId, left, counted }
}

const rename = (database: Database, from: string, to: string) =>
  database.transaction((tx) => sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(tx))

describeOnBothDatabases('a purge of activity', (open) => {
  it('takes the oldest rows with their count, those before a time only, beside other changes', async () => {
    const { stores, applicationId, left, counted } = await openLogged(await open(), 20)
    const purge = stores.openActivityPurge()
    const others = Array.from({ length: 20 }, () =>
      stores.transaction((tx) => tx.counters.add([{ applicationId, name: 'api_requests', day: 0, by: 1 }])),
    )
    expect(await purge.remove({ applicationId, before: undefined, limit: 3 })).toBe(3)
    const before = new Date(testNow.getTime() + 8000)
    expect(await purge.remove({ applicationId, before, limit: 10 })).toBe(5)
    expect(await purge.remove({ applicationId, before, limit: 10 })).toBe(0)
    await Promise.all(others)
    await purge.close()
    expect(await left()).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
    expect(await counted()).toBe(12)
    expect((await stores.counters.summary(applicationId, testNow)).totalApiRequests).toBe(20)
  })

  it('that fails tells so, changes nothing, and holds up neither other changes nor the next try', async () => {
    const database = await open()
    const { stores, applicationId, left, counted } = await openLogged(database, 4)
    const purge = stores.openActivityPurge()
    const slice = { applicationId, before: undefined, limit: 2 }
    expect(await purge.remove(slice)).toBe(2)
    await rename(database, 'counters', 'counters_away')
    const failed = purge.remove(slice)
    await expect(failed).rejects.toThrow(/counters/)
    if (database.engine === 'sqlite') await expect(failed).rejects.toThrow(Unavailable)
    await rename(database, 'counters_away', 'counters')
    expect([await left(), await counted()]).toEqual([[2, 3], 2])
    expect(await purge.remove(slice)).toBe(2)
    await purge.close()
    expect([await left(), await counted()]).toEqual([[], 0])
  })
})
