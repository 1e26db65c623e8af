import { expect, it, onTestFinished } from 'vitest'
import { openPasswords, type Passwords } from '../../src/server/lib/passwords/passwords.ts'
import { createTestApp, type TestApp, testPassword } from '../harness/create-test-app.ts'
import { describeOnBothDatabases, type OpenTestDatabase } from '../harness/databases.ts'
import { codeAt, enrollTotp, twoSteps } from '../harness/second-factor.ts'

/** The shipped hashing at a low cost, with a hook that runs while a password is verified. */
function interrupted() {
  const passwords = openPasswords({ cost: { memoryCost: 8, timeCost: 2, parallelism: 1 } })
  let meanwhile: (() => Promise<unknown>) | undefined
  const verify: Passwords['verify'] = async (...sent) => {
    const isRight = await passwords.verify(...sent)
    const happens = meanwhile
    meanwhile = undefined
    await happens?.()
    return isRight
  }
  return {
    passwords: { ...passwords, verify },
    /** Runs once, while the next password is verified. */
    during: (happens: () => Promise<unknown>) => {
      meanwhile = happens
    },
  }
}

async function openApp(open: OpenTestDatabase) {
  const { passwords, during } = interrupted()
  const test = await createTestApp({ database: await open(), passwords, env: { RATE_LIMIT_SCALE: '1000' } })
  onTestFinished(() => test.close())
  return { test, during }
}

/** The same with an end-user of an application, who logs in. */
async function openAppWithUser(open: OpenTestDatabase, fields: object) {
  const { test, during } = await openApp(open)
  const maker = await test.account()
  const portal = { portalEnabled: true, portalSlug: 'changed' }
  const made = await maker.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Changed' })
  const { id: applicationId, apiKey } = made.body
  expect(await maker.api('PATCH', `/api/applications/${applicationId}`, portal)).toMatchObject({ status: 200 })
  const base = `/api/applications/${applicationId}/users`
  const user = { username: 'ada', password: 'the first password' }
  const { id } = (await maker.api<{ id: number }>('POST', base, { ...user, ...fields })).body
  const login = (hwid?: string) =>
    test.call('POST', '/api/v1/login', { body: { ...user, hwid }, headers: { 'x-api-key': apiKey } })
  const portalSignIn = () => test.call('POST', `/api/portal/${portal.portalSlug}/sign-in`, { body: user })
  return { test, during, maker, applicationId, id, path: `${base}/${id}`, password: user.password, login, portalSignIn }
}

const nothing = async () => {}

describeOnBothDatabases('while a password waits to be hashed', (open) => {
  it.each(['login', 'portalSignIn'] as const)(
    'an end-user whose password or state is changed does not get in with the old one: %s',
    async (way) => {
      const { during, maker, path, password, [way]: login } = await openAppWithUser(open, { isHwidLocked: false })
      const change = (to: object) => async () => {
        expect((await maker.api('PUT', path, to)).status).toBe(200)
      }
      during(nothing)
      expect(await login()).toMatchObject({ status: 200 })
      during(change({ isPaused: true }))
      expect(await login()).toMatchObject({ body: { code: 'account_paused' } })
      await change({ isPaused: false })()
      during(change({ password: 'the second password' }))
      expect(await login()).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
      expect(await login()).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
      await change({ password })()
      during(async () => maker.api('DELETE', path))
      expect(await login()).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
    },
  )

  it('a machine that cannot be told apart is not bound, though another one is reset meanwhile', async () => {
    const { test, during, maker, applicationId, id, path, login } = await openAppWithUser(open, { hwid: 'PC-1' })
    during(() => maker.api('POST', `${path}/reset-hwid`))
    expect(await login('To be filled by O.E.M.')).toMatchObject({ body: { code: 'hwid_mismatch' } })
    expect(await test.stores.appUsers.find(applicationId, id)).toMatchObject({ hwid: null, isHwidLocked: true })
    expect(await login('PC-2')).toMatchObject({ status: 200 })
  })

  it('a dashboard user whose password or state is changed does not get in with the old one', async () => {
    const { test, during } = await openApp(open)
    const owner = await test.account('owner')
    const person = await test.account('staff')
    const { stores } = test
    const signIn = async () => {
      const { email } = person
      const { status, headers } = await test.call('POST', '/api/auth/login', {
        body: { email, password: testPassword },
      })
      expect(headers['set-cookie'] !== undefined).toBe(status === 200)
      return status
    }
    const changePassword = async () => {
      const passwordHash = await test.app.passwords.hash('quiet otter rows home')
      await stores.transaction((tx) => tx.accounts.setPasswordHash(person.id, passwordHash))
    }
    during(nothing)
    expect(await signIn()).toBe(200)
    during(() => owner.api('PATCH', `/api/admin/users/${person.id}`, { isActive: false }))
    expect(await signIn()).toBe(401)
    expect((await owner.api('PATCH', `/api/admin/users/${person.id}`, { isActive: true })).status).toBe(200)
    expect(await signIn()).toBe(200)
    during(changePassword)
    expect(await signIn()).toBe(401)
    expect(await stores.accounts.find(person.id)).toMatchObject({ isActive: true })
  })

  it('a dashboard user whose hash is renewed changes the password all the same, and nobody with a former one', async () => {
    const { test, during } = await openApp(open)
    const person = await test.account('staff')
    const setPassword = (password: string) => async () => {
      const passwordHash = await test.app.passwords.hash(password)
      await test.stores.transaction((tx) => tx.accounts.setPasswordHash(person.id, passwordHash))
    }
    const changed = { currentPassword: testPassword, newPassword: 'quiet otter rows home' }
    const signIn = async (password: string) =>
      (await test.call('POST', '/api/auth/login', { body: { email: person.email, password } })).status
    during(setPassword('seven green herons wade'))
    expect(await person.api('POST', '/api/account/password', changed)).toMatchObject({
      status: 400,
      body: { fields: { currentPassword: expect.any(String) } },
    })
    expect(await signIn('seven green herons wade')).toBe(200)
    await setPassword(testPassword)()
    during(setPassword(testPassword))
    expect(await person.api('POST', '/api/account/password', changed)).toMatchObject({ status: 200 })
    expect(await signIn(testPassword)).toBe(401)
    expect(await signIn(changed.newPassword)).toBe(200)
  })

  it('a dashboard user with a second factor gets no further than to the code', async () => {
    const { test, during } = await openApp(open)
    const person = await test.account('staff')
    const { secret } = await enrolled(test, person)
    const { password, code } = twoSteps(test)
    during(async () => {
      const passwordHash = await test.app.passwords.hash('quiet otter rows home')
      await test.stores.transaction((tx) => tx.accounts.setPasswordHash(person.id, passwordHash))
    })
    const step = await password(person.email, testPassword)
    const ticket = step.body.secondFactor?.ticket ?? 'none'
    expect((await code(ticket, codeAt(secret, test.clock.nowMs()))).status).toBe(401)
  })
})

/** Sensitive changes need a recent re-authentication. */
async function enrolled(test: TestApp, person: Awaited<ReturnType<TestApp['account']>>) {
  await person.api('POST', '/api/account/prove', { password: testPassword })
  return enrollTotp(test, person)
}
