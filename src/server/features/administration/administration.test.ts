import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPassword } from '../../../../test/harness/create-test-app.ts'
import { openAuditedApp } from '../../../../test/harness/open-audited-app.ts'
import { type Permission, permissions, type Role, rolePresets } from '../../../shared/permissions.ts'

interface Shown {
  readonly id: number
  readonly email: string
  readonly role: Role
  readonly permissions: readonly Permission[]
  readonly isActive: boolean
  readonly applicationCount: number
  readonly sessionCount: number
  readonly invitedUntil: string | null
  readonly invite?: { readonly token: string; readonly expiresAt: string }
}

const adminKey = 'the admin key of these tests, 32 or more'.replaceAll(' ', '-')
const password = 'plenty of letters here'

describe('users of the dashboard', () => {
  let test: Awaited<ReturnType<typeof openAuditedApp>>
  let owner: Awaited<ReturnType<(typeof test)['account']>>
  let serial = 0
  beforeAll(async () => {
    test = await openAuditedApp({ ADMIN_KEY: adminKey, RATE_LIMIT_SCALE: '1000' })
    owner = await test.account('owner')
  })
  afterAll(() => test.close())

  const newEmail = () => {
    serial += 1
    return `person${serial}@example.com`
  }
  const withKey = <T>(method: string, path: string, body?: unknown) =>
    test.call<T>(method, path, { ...(body !== undefined && { body }), headers: { 'x-admin-key': adminKey } })
  const signIn = (email: string, secret = password) =>
    test.call('POST', '/api/auth/login', { body: { email, password: secret } })
  const shown = async (id: number) => {
    const { body } = await withKey<Shown[]>('GET', '/api/admin/users')
    return body.find((user) => user.id === id)
  }
  const path = (id: number, rest = '') => `/api/admin/users/${id}${rest}`
  const lastAudit = async () => (await test.audited()).at(-1)

  it('are listed for the admin key, with everything the screens show', async () => {
    const { status, body, headers } = await withKey<Shown[]>('GET', '/api/admin/users')
    expect(status).toBe(200)
    expect(headers['x-total-count']).toBe(String(body.length))
    expect(body.find(({ id }) => id === owner.id)).toEqual({
      id: owner.id,
      email: owner.email,
      firstName: null,
      lastName: null,
      role: 'owner',
      permissions,
      userPermissions: { role: 'owner', permissions },
      isActive: true,
      createdAt: test.clock.now().toISOString(),
      lastLogin: test.clock.now().toISOString(),
      hasSecondFactor: false,
      invitedUntil: null,
      applicationCount: 0,
      sessionCount: 1,
    })
  })

  it('come page by page, each once', async () => {
    await Promise.all([test.account(), test.account(), test.account()])
    const first = await withKey<Shown[]>('GET', '/api/admin/users?limit=2')
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
    const second = await withKey<Shown[]>('GET', next)
    expect([...first.body, ...second.body].map(({ id }) => id)).toEqual(
      [...new Set([...first.body, ...second.body].map(({ id }) => id))].sort((a, b) => a - b),
    )
    expect(second.body).toHaveLength(2)
  })

  it('are created with the admin key as the specification sends it, and can sign in', async () => {
    const email = newEmail()
    const { status, body } = await withKey<Shown>('POST', '/api/admin/users', { email, password, role: 'moderator' })
    expect({ status, ...body }).toMatchObject({ status: 200, email, role: 'moderator', permissions: ['view_all_data'] })
    expect(body.invite).toBeUndefined()
    expect((await signIn(email)).status).toBe(200)
    expect(await lastAudit()).toMatchObject({ accountId: null, actor: 'admin key', action: 'account.create' })
    expect(JSON.stringify(await test.audited())).not.toContain(password)
  })

  it('have the role user unless another one is sent, with a stored list that may be smaller than the preset', async () => {
    const { body } = await withKey<Shown>('POST', '/api/admin/users', { email: newEmail(), password })
    expect(body).toMatchObject({ role: 'user', permissions: [] })
    const admin = await withKey<Shown>('POST', '/api/admin/users', {
      email: newEmail(),
      password,
      role: 'admin',
      permissions: ['manage_users'],
    })
    expect(admin.body).toMatchObject({ role: 'admin', permissions: ['manage_users'] })
  })

  it.each([
    ['no e-mail address', { email: 'nobody', password }, 400],
    ['a password that is tried first', { email: 'weak@example.com', password: 'passwordpassword' }, 400],
    ['a short password', { email: 'short@example.com', password: 'short' }, 400],
    ['an unknown role', { email: 'role@example.com', password, role: 'god' }, 400],
    ['an unknown field', { email: 'field@example.com', password, isActive: false }, 400],
    ['a permission twice', { email: 'twice@example.com', password, permissions: ['edit_code', 'edit_code'] }, 400],
  ])('are not created with %s', async (_name, body, status) => {
    expect((await withKey('POST', '/api/admin/users', body)).status).toBe(status)
    expect(await test.stores.accounts.findByEmail(body.email)).toBeUndefined()
  })

  it('are not created twice, in whatever spelling', async () => {
    const email = newEmail()
    await withKey('POST', '/api/admin/users', { email, password })
    const again = await withKey('POST', '/api/admin/users', { email: email.toUpperCase(), password })
    expect(again).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  })

  it('can be invited: the link sets the password once, signs in, and works for nobody afterwards', async () => {
    const email = newEmail()
    const { body } = await withKey<Shown>('POST', '/api/admin/users', { email, role: 'staff' })
    const token = body.invite?.token ?? ''
    expect(body.invitedUntil).toBe(body.invite?.expiresAt)
    expect((await signIn(email, '')).status).toBe(400)
    expect((await signIn(email)).status).toBe(401)
    const check = await test.call('POST', '/api/auth/invite/check', { body: { token } })
    expect(check).toMatchObject({ status: 200, body: { email } })
    const accepted = await test.call<{ user: { id: number } }>('POST', '/api/auth/invite', {
      body: { token, password, firstName: 'Ada', lastName: '' },
    })
    expect(accepted).toMatchObject({
      status: 200,
      body: { user: { email, role: 'staff', firstName: 'Ada', lastName: null } },
    })
    const cookie = String(accepted.headers['set-cookie']).split(';')[0] ?? ''
    expect((await test.call('GET', '/api/auth/user', { headers: { cookie } })).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
    for (const call of ['/api/auth/invite', '/api/auth/invite/check']) {
      const again = await test.call('POST', call, {
        body: call.endsWith('check') ? { token } : { token, password: 'another long one' },
      })
      expect(again).toMatchObject({ status: 404, body: { code: 'invite_invalid' } })
    }
    expect((await shown(body.id))?.invitedUntil).toBeNull()
  })

  it('who are switched off are signed out in the same breath, and can be switched on again', async () => {
    const user = await test.account('staff')
    const { body } = await withKey<Shown>('PATCH', path(user.id), { isActive: false })
    expect(body).toMatchObject({ isActive: false, sessionCount: 0 })
    expect((await user.api('GET', '/api/auth/user')).status).toBe(401)
    expect((await signIn(user.email, testPassword)).status).toBe(401)
    await withKey('PATCH', path(user.id), { isActive: true })
    expect((await signIn(user.email, testPassword)).status).toBe(200)
  })

  it('who are demoted are signed out; who lose a permission feel it at the next call', async () => {
    const admin = await test.account('admin')
    expect((await admin.api('GET', '/api/admin/users')).status).toBe(200)
    await withKey('PATCH', path(admin.id), { permissions: ['view_all_data'] })
    expect((await admin.api('GET', '/api/admin/users')).status).toBe(403)
    expect((await admin.api('GET', '/api/auth/user')).status).toBe(200)
    await withKey('PATCH', path(admin.id), { role: 'user' })
    expect((await admin.api('GET', '/api/auth/user')).status).toBe(401)
  })

  it('a change says what changed, and a form that changes nothing changes nothing', async () => {
    const user = await test.account('staff')
    const before = (await test.audited()).length
    const same = { role: 'staff', permissions: ['view_all_data'], isActive: true }
    expect((await withKey('PATCH', path(user.id), same)).status).toBe(200)
    // one row for the use of the admin key
    expect(await test.audited()).toHaveLength(before + 1)
    await withKey('PATCH', path(user.id), { role: 'admin', permissions: ['manage_users'], isActive: false })
    const history = await withKey<{ action: string; details: string; actor: string }[]>(
      'GET',
      path(user.id, '/history'),
    )
    expect(history.body[0]).toMatchObject({
      actor: 'admin key',
      action: 'account.update',
      details: 'role staff to admin, +manage_users, -view_all_data, switched off',
    })
  })

  it('who are deleted pass their applications on, with texts and blocks, and lose their sessions', async () => {
    const maker = await test.account('user')
    const made = await maker.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Left behind' })
    await maker.api('PUT', '/api/custom-messages', {
      ...{ loginSuccess: '', accountDisabled: '', accountExpired: '', versionMismatch: '', hwidMismatch: '' },
      loginFailed: 'Not like that.',
    })
    await maker.api('POST', '/api/blacklist', { type: 'username', value: 'mallory', reason: 'all of mine' })
    await maker.api('POST', '/api/blacklist', { applicationId: made.body.id, type: 'ip', value: '203.0.113.7' })
    const login = (username: string) =>
      test.call<{ message: string; code: string }>('POST', '/api/v1/login', {
        body: { username, password: 'wrong' },
        headers: { 'x-api-key': made.body.apiKey },
      })
    const before = [(await login('ada')).body.message, (await login('mallory')).body.code]
    expect(before).toEqual(['Not like that.', 'access_blocked'])

    expect(await owner.api('DELETE', path(maker.id))).toMatchObject({ status: 200, body: { applicationsPassed: 1 } })
    expect((await maker.api('GET', '/api/auth/user')).status).toBe(401)
    expect((await signIn(maker.email, testPassword)).status).toBe(401)
    expect([(await login('ada')).body.message, (await login('mallory')).body.code]).toEqual(before)
    const mine = await owner.api<{ id: number }[]>('GET', '/api/applications')
    expect(mine.body.map(({ id }) => id)).toContain(made.body.id)
    const entries = await owner.api<{ value: string }[]>('GET', `/api/blacklist?applicationId=${made.body.id}`)
    expect(entries.body.map(({ value }) => value).sort()).toEqual(['203.0.113.7', 'mallory'])
    expect(await shown(maker.id)).toBeUndefined()
  })

  it('who takes over is told before the deletion, with the blocks that will apply, and no client reads another text', async () => {
    const heir = await test.account('owner')
    const maker = await test.account('user')
    const made = await maker.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Passed on' })
    const texts = { loginSuccess: '', accountDisabled: '', accountExpired: '', versionMismatch: '', hwidMismatch: '' }
    await heir.api('PUT', '/api/custom-messages', { ...texts, loginFailed: 'Words of the heir.' })
    for (const value of ['mallory', 'eve']) await heir.api('POST', '/api/blacklist', { type: 'username', value })
    const login = async (username: string) =>
      (
        await test.call<{ message: string }>('POST', '/api/v1/login', {
          body: { username, password: 'wrong' },
          headers: { 'x-api-key': made.body.apiKey },
        })
      ).body
    const before = await login('ada')
    const told = { status: 200, body: { id: heir.id, email: heir.email, blacklistEntries: 2 } }
    expect(await heir.api('GET', path(maker.id, '/heir'))).toMatchObject(told)
    // The admin key has no account, so applications are transferred to the owner who was created first.
    expect(await withKey('GET', path(maker.id, '/heir'))).toMatchObject({ body: { email: owner.email } })
    expect((await maker.api('GET', path(maker.id, '/heir'))).status).toBe(403)
    expect((await heir.api('GET', path(999_999, '/heir'))).status).toBe(404)

    expect((await heir.api('DELETE', path(maker.id))).status).toBe(200)
    expect((await login('ada')).message).toBe(before.message)
    expect(await login('mallory')).toMatchObject({ code: 'access_blocked' })
    expect((await heir.api('DELETE', path(heir.id))).status).toBe(409)
    await owner.api('DELETE', path(heir.id))
  })

  it('nobody deletes or switches off the own account', async () => {
    expect(await owner.api('DELETE', path(owner.id))).toMatchObject({
      status: 409,
      body: { code: 'own_account', message: 'You cannot delete your own account.' },
    })
    expect(await owner.api('PATCH', path(owner.id), { isActive: false })).toMatchObject({ status: 409 })
    expect((await owner.api('GET', '/api/auth/user')).status).toBe(200)
  })

  it('the last active owner stays, even for the admin key', async () => {
    const changes = [
      withKey('PATCH', path(owner.id), { isActive: false }),
      withKey('PATCH', path(owner.id), { role: 'admin' }),
      withKey('DELETE', path(owner.id)),
    ]
    for (const refused of await Promise.all(changes)) {
      expect(refused).toMatchObject({ status: 409, body: { code: 'last_owner' } })
    }
    const second = await test.account('owner')
    expect((await withKey('PATCH', path(second.id), { role: 'admin', permissions: rolePresets.admin })).status).toBe(
      200,
    )
    expect((await shown(owner.id))?.role).toBe('owner')
  })

  it('sessions are shown and revoked one by one', async () => {
    const user = await test.account('staff')
    await signIn(user.email, testPassword)
    const list = await owner.api<{ id: string; isOwn: boolean }[]>('GET', path(user.id, '/sessions'))
    expect(list.body).toHaveLength(2)
    expect(list.text).not.toContain(user.cookie.split('=')[1])
    for (const { id } of list.body) await owner.api('DELETE', path(user.id, `/sessions/${id}`))
    expect((await user.api('GET', '/api/auth/user')).status).toBe(401)
    const gone = await owner.api('DELETE', path(user.id, `/sessions/${list.body[0]?.id}`))
    expect(gone).toMatchObject({ status: 404, body: { code: 'session_not_found' } })
    const own = await owner.api<{ isOwn: boolean }[]>('GET', path(owner.id, '/sessions'))
    expect(own.body.filter(({ isOwn }) => isOwn)).toHaveLength(1)
  })

  it.each(['0', '-1', '99999', '1e3', 'x', '%00'])('an id like %s is nobody', async (id) => {
    for (const [method, rest] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/sessions'],
      ['GET', '/history'],
      ['POST', '/invite'],
    ] as const) {
      const { status } = await withKey(method, `/api/admin/users/${id}${rest}`, method === 'PATCH' ? {} : undefined)
      expect([400, 404]).toContain(status)
    }
  })

  it('get a new invite link that ends the former one; who signed in gets none', async () => {
    const { body } = await withKey<Shown>('POST', '/api/admin/users', { email: newEmail() })
    const second = await withKey<{ token: string }>('POST', path(body.id, '/invite'))
    const former = await test.call('POST', '/api/auth/invite/check', { body: { token: body.invite?.token } })
    expect(former.status).toBe(404)
    test.clock.advance(7 * 86_400_000 - 1)
    const late = await test.call('POST', '/api/auth/invite/check', { body: { token: second.body.token } })
    expect(late.status).toBe(200)
    test.clock.advance(1)
    const over = await test.call('POST', '/api/auth/invite/check', { body: { token: second.body.token } })
    expect(over.status).toBe(404)
    expect(await withKey('POST', path(owner.id, '/invite'))).toMatchObject({ status: 409 })
  })
})
