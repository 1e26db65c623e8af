import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Answer,
  createTestApp,
  signedInAccount,
  type TestApp,
  testPassword,
} from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { openPasswords } from '../../lib/passwords/passwords.ts'
import { hashToken } from '../../lib/tokens.ts'

const adminKey = 'the-admin-key-of-these-tests-32-or-more'
const minuteMs = 60_000
const weak = 'Liverpool2023!'
const strong = 'quiet otter rows home'
const many = Array.from({ length: 200 }, (_, n) => n)

describeOnBothDatabases('weak new passwords', (open) => {
  let test: TestApp
  let made = 0
  beforeAll(async () => {
    const cost = { memoryCost: 8, timeCost: 2, parallelism: 1 }
    const passwords = openPasswords({ cost, dashboardQueueLimit: 1000 })
    test = await createTestApp({ database: await open(), passwords, env: { ADMIN_KEY: adminKey } })
  })
  afterAll(() => test.close())

  const newEmail = () => {
    made += 1
    return `chooses${made}@example.com`
  }
  const address = (n: number) => `10.${made}.${n >> 8}.${n & 255}`
  const withKey = (body: object) =>
    test.call<{ invite: { token: string } }>('POST', '/api/admin/users', { body, headers: { 'x-admin-key': adminKey } })
  /** How many were rated and refused, and how many refused without. */
  const counts = (answers: readonly Answer[]) =>
    [400, 429].map((code) => answers.filter((a) => a.status === code).length)

  const withInvite = async () => {
    const { token } = (await withKey({ email: newEmail() })).body.invite
    return (password: string, n: number) =>
      test.call('POST', '/api/auth/invite', { body: { token, password }, ip: address(n) })
  }

  const withResetLink = async () => {
    const { id } = await test.account('user', newEmail())
    const token = `${made}`.padStart(43, 'x')
    const [now, later] = [test.clock.now(), new Date(test.clock.nowMs() + 10 * minuteMs)]
    await test.stores.transaction((tx) => tx.passwordResets.insert(hashToken(token), id, later, now))
    return (password: string, n: number) =>
      test.call('POST', '/api/auth/reset-password', { body: { token, password }, ip: address(n) })
  }

  const inOwnAccount = async () => {
    const { api } = await test.account('user', newEmail())
    return (newPassword: string) => api('POST', '/api/account/password', { currentPassword: testPassword, newPassword })
  }

  const forOthers = async () => {
    const { api } = await signedInAccount(test, 'user', ['manage_users'])
    return (password: string) => api('POST', '/api/admin/users', { email: newEmail(), password })
  }

  it.each([
    ['with an invite, from 200 addresses', withInvite],
    ['with a link for a new password, from 200 addresses', withResetLink],
    ['in the own account', inOwnAccount],
    ['for new users', forOthers],
  ])('%s: of 200 at once ten are rated; a minute later a strong one is accepted', async (_name, prepare) => {
    const choose = await prepare()
    expect(counts(await Promise.all(many.map((n) => choose(weak, n))))).toEqual([10, 190])
    expect((await choose(strong, 300)).status).toBe(429)
    const others = await withInvite()
    expect((await others(strong, 301)).status).toBe(200)
    test.clock.advance(minuteMs)
    expect((await choose(strong, 302)).status).toBeLessThan(300)
  })

  it('are the only ones that count: of 40 strong ones at once for new users all are accepted', async () => {
    const choose = await forOthers()
    const answers = await Promise.all(many.slice(0, 40).map(() => choose(strong)))
    expect(answers.filter(({ status }) => status >= 300)).toEqual([])
  })

  it('do not limit who has the admin key', async () => {
    const bodies = many.slice(0, 30).map(() => ({ email: newEmail(), password: weak }))
    expect(counts(await Promise.all(bodies.map(withKey)))).toEqual([30, 0])
  })
})
