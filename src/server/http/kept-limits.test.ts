import { beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp, testPassword } from '../../../test/create-test-app.ts'
import { describeOnBothDatabases } from '../../../test/databases.ts'
import { ManualClock } from '../../../test/manual-clock.ts'
import type { Database } from '../db/open.ts'

const key = 'k'.repeat(32)

/** Each is a server on one database, one after the other or at once, with one clock and the real limits. */
describeOnBothDatabases('limits on guessing', (open) => {
  let database: Database
  const clock = new ManualClock(Date.now())
  beforeAll(async () => {
    database = await open()
  })
  const start = () => createTestApp({ database, clock, env: { ADMIN_KEY: key, MASTER_KEY: key } })

  it('outlive a restart: of an end-user, of a dashboard account, and of the admin key', {
    timeout: 60_000,
  }, async () => {
    const first = await start()
    const maker = await first.account()
    const made = await maker.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Kept' })
    await maker.api('POST', `/api/applications/${made.body.id}/users`, { username: 'ada', password: 'right password' })
    /** Each from another address, so that only the name is what counts. */
    const login = (test: TestApp, n: number, password: string) =>
      test.call('POST', '/api/v1/login', {
        body: { username: 'ada', password, hwid: 'PC-1' },
        headers: { 'x-api-key': made.body.apiKey },
        ip: `198.51.100.${n}`,
      })
    const signIn = (test: TestApp, n: number, password: string) =>
      test.call('POST', '/api/auth/login', { body: { email: maker.email, password }, ip: `203.0.113.${n}` })
    const admin = (test: TestApp, sent: string) =>
      test.call('GET', '/api/admin/users', { headers: { 'x-admin-key': sent }, ip: '192.0.2.9' })
    for (let n = 0; n < 11; n += 1) await login(first, n, 'wrong')
    for (let n = 0; n < 11; n += 1) await signIn(first, n, 'wrong password')
    for (let n = 0; n < 5; n += 1) await admin(first, 'wrong')
    const all = async (test: TestApp) => [
      (await login(test, 100, 'right password')).status,
      (await signIn(test, 100, testPassword)).status,
      (await admin(test, 'wrong')).status,
      (await admin(test, key)).status,
    ]
    expect(await all(first)).toEqual([429, 429, 429, 200])
    await first.close()

    const second = await start()
    expect(await all(second)).toEqual([429, 429, 429, 200])
    clock.advance(60_000)
    expect(await all(second)).toEqual([200, 200, 401, 200])
    await second.close()
    const third = await start()
    expect(await all(third)).toEqual([200, 200, 401, 200])
    await third.close()
  })
})
