import { afterAll, beforeAll, expect, it } from 'vitest'
import { whileRowLocked } from '../../../test/harness/database-faults.ts'
import { describeOnPostgres } from '../../../test/harness/databases.ts'
import { askForFile, devicesOf, listFiles, type MadeFile, requestOf } from '../../../test/harness/offline-files.ts'
import { createWorld, openSuite, type Suite } from '../../../test/harness/world.ts'

describeOnPostgres('an offline file that waited for another change', (open) => {
  let suite: Suite
  beforeAll(async () => {
    // not strict: the transaction that holds the lock waits for the other statement
    suite = await openSuite(await open({ isStrict: false }))
  })
  afterAll(() => suite.test.close())

  it.each([
    ['app_users', 'is_banned', 1, 'account_banned'],
    ['app_users', 'expires_at', 1, 'account_expired'],
    ['licenses', 'is_active', 0, 'license_inactive'],
    ['licenses', 'expires_at', 1, 'license_expired'],
  ] as const)('is not made where %s.%s changed meanwhile', async (table, column, value, reason) => {
    const of = await createWorld(suite, suite.maker, { hwidLockEnabled: true })
    const { id: licenseId } = await of.license({ maxUsers: 2 })
    const who = await of.user({ licenseId, isHwidLocked: true })
    const request = await requestOf(of, { user: who.username })
    const ask = () => askForFile(of, { request, userId: who.id })
    const id = table === 'licenses' ? licenseId : who.id
    const answer = await whileRowLocked(suite.database, table, id, { [column]: value }, ask)
    expect(answer.body as MadeFile).toMatchObject({ code: 'offline_refused', reason })
    expect(await listFiles(of)).toEqual([])
    expect((await devicesOf(of, who)).devices).toEqual([])
  })
})
