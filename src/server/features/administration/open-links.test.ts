import { beforeAll, expect, test } from 'vitest'
import { signedInAccount, type TestAccount } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { useTestApp } from '../../../../test/harness/use-suite.ts'
import type { Role } from '../../../shared/permissions.ts'
import { hashToken, randomToken } from '../../lib/tokens.ts'

const adminKey = 'the-admin-key-of-these-tests-32-or-more'
const password = 'plenty of letters here'
const hourMs = 3_600_000

interface Invited {
  readonly id: number
  readonly invite: { readonly token: string }
}

describeOnBothDatabases('open links of a dashboard account', (open) => {
  const it = useTestApp({ open, env: { ADMIN_KEY: adminKey, RATE_LIMIT_SCALE: '1000' } })
  let owner: TestAccount
  let manager: TestAccount
  let serial = 0
  beforeAll(async () => {
    owner = await signedInAccount(it, 'owner')
    manager = await signedInAccount(it, 'user', ['manage_users'])
  })

  const invited = async (role: Role = 'user') => {
    serial += 1
    const body = { email: `invited${serial}@example.com`, role }
    return (await manager.api<Invited>('POST', '/api/admin/users', body)).body
  }
  const accept = (token: string) => it.call('POST', '/api/auth/invite', { body: { token, password } })
  const withKey = (id: number, body: object) =>
    it.call('PATCH', `/api/admin/users/${id}`, { body, headers: { 'x-admin-key': adminKey } })

  /** A password reset link and a sign-in that waits for its second factor. */
  const openMore = async (accountId: number) => {
    const [reset, ticket] = [hashToken(randomToken()), hashToken(randomToken())]
    const now = it.clock.now()
    const later = new Date(now.getTime() + hourMs)
    await it.stores.transaction(async (tx) => {
      await tx.passwordResets.insert(reset, accountId, later, now)
      await tx.signInTickets.insert(ticket, { accountId, checkedHash: '', isRemembered: false }, later, now)
    })
    return async () => [
      await it.stores.passwordResets.find(reset, it.clock.now()),
      await it.stores.signInTickets.find(ticket, it.clock.now()),
    ]
  }

  test('let the invited user in as long as nothing is changed', async () => {
    const { id, invite } = await invited()
    const more = await openMore(id)
    expect((await owner.api('PATCH', `/api/admin/users/${id}`, { role: 'user', isActive: true })).status).toBe(200)
    expect((await accept(invite.token)).status).toBe(200)
    // A new password also ends all other pending links and sign-ins.
    expect(await more()).toEqual([undefined, undefined])
  })

  test.each([
    ['role', [{ role: 'admin' }]],
    ['permissions', [{ permissions: ['manage_users'] }]],
    ['activity', [{ isActive: false }, { isActive: true }]],
  ])('are void after a change of %s, by a session and by the admin key', async (_what, changes) => {
    for (const change of [
      (id: number, body: object) => owner.api('PATCH', `/api/admin/users/${id}`, body),
      withKey,
    ] as const) {
      const { id, invite } = await invited()
      const more = await openMore(id)
      for (const body of changes) expect((await change(id, body)).status).toBe(200)
      expect(await accept(invite.token)).toMatchObject({ status: 404, body: { code: 'invite_invalid' } })
      expect(await more()).toEqual([undefined, undefined])
      expect((await it.stores.accounts.find(id))?.lastLogin).toBeNull()
    }
  })

  test('stay void on a server whose clock is an hour behind', async () => {
    const { id, invite } = await invited()
    await withKey(id, { role: 'admin' })
    it.clock.advance(-hourMs)
    expect((await accept(invite.token)).status).toBe(404)
    it.clock.advance(hourMs)
  })

  test('can be made anew by who holds what the account holds now, and by nobody else', async () => {
    const { id, invite } = await invited()
    await withKey(id, { permissions: ['delete_applications'] })
    expect(await manager.api('POST', `/api/admin/users/${id}/invite`)).toMatchObject({
      status: 403,
      body: { message: "This user has the permission delete_applications, which you don't have." },
    })
    const anew = await owner.api<{ token: string }>('POST', `/api/admin/users/${id}/invite`)
    expect((await accept(invite.token)).status).toBe(404)
    expect((await accept(anew.body.token)).status).toBe(200)
  })

  test('never let anybody into a promoted account, however a new link or its use falls together with it', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id, invite } = await invited()
      const [again, used] = await Promise.all([
        manager.api<{ token: string }>('POST', `/api/admin/users/${id}/invite`),
        round % 2 === 0 ? accept(invite.token) : undefined,
        withKey(id, { permissions: ['delete_applications', 'manage_users'] }),
      ])
      const before = await it.stores.accounts.find(id)
      expect(before?.permissions).toContain('delete_applications')
      if (again.status === 200) expect((await accept(again.body.token)).status).toBe(404)
      expect((await accept(invite.token)).status).toBe(404)
      // The link may have been used before the promotion; the time of the user's last sign-in shows it.
      if (used?.status !== 200) expect(before?.lastLogin).toBeNull()
    }
  })
})
