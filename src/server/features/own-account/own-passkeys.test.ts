import { expect, test } from 'vitest'
import { cookieFrom, type TestAccount, testPassword } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { twoSteps } from '../../../../test/harness/second-factor.ts'
import { type SoftPasskey, softPasskey } from '../../../../test/harness/soft-passkey.ts'
import { useTestApp } from '../../../../test/harness/use-suite.ts'

const origin = 'https://licenses.example.com'
const minuteMs = 60_000

interface Options {
  readonly challenge: string
  readonly code?: string
}

describeOnBothDatabases('passkeys', (open) => {
  const it = useTestApp({ open, env: { PUBLIC_URL: origin, RATE_LIMIT_SCALE: '100' } })

  const register = async (account: TestAccount, passkey: SoftPasskey, name = 'Laptop') => {
    const { body: options } = await account.api<Options>('POST', '/api/account/passkeys/options')
    const body = { name, response: passkey.create(options) }
    return account.api<{ code?: string; recoveryCodes: string[]; passkey: { id: number } }>(
      'POST',
      '/api/account/passkeys',
      body,
    )
  }
  const furnish = async () => {
    const account = await it.account()
    const passkey = softPasskey(origin)
    const added = await register(account, passkey)
    return { account, passkey, id: added.body.passkey.id }
  }
  const signInOptions = async () => (await it.call<Options>('POST', '/api/auth/passkey/options')).body
  const signIn = (passkey: object) => it.call<{ code?: string }>('POST', '/api/auth/passkey', { body: { passkey } })

  test('are added with a name, and the first one brings recovery codes along', async () => {
    const account = await it.account()
    const added = await register(account, softPasskey(origin))
    expect(added.status).toBe(200)
    expect(added.body.recoveryCodes).toHaveLength(10)
    expect((await register(account, softPasskey(origin), 'Phone')).body.recoveryCodes).toEqual([])
    const { body } = await account.api('GET', '/api/account/passkeys')
    expect(body).toEqual([
      expect.objectContaining({ name: 'Laptop', isSynced: false, lastUsedAt: null }),
      expect.objectContaining({ name: 'Phone' }),
    ])
  })

  test('sign in alone, without e-mail and password', async () => {
    const { account, passkey } = await furnish()
    const done = await signIn(passkey.get(await signInOptions()))
    expect(done.status).toBe(200)
    const cookie = cookieFrom(done, '__Host-sid') ?? ''
    const user = await it.call<{ id: number }>('GET', '/api/auth/user', { headers: { cookie } })
    expect(user.body.id).toBe(account.id)
  })

  test('that did not check who holds them are no sign-in alone, but a second step', async () => {
    const { account, passkey } = await furnish()
    expect((await signIn(passkey.get(await signInOptions(), { isVerified: false }))).status).toBe(401)
    const browser = twoSteps(it)
    const { body } = await browser.password(account.email, testPassword)
    expect(body.secondFactor).toMatchObject({ hasTotp: false, hasPasskey: true })
    const { ticket } = body.secondFactor
    const asked = await it.call<Options>('POST', '/api/auth/second-factor/passkey', { body: { ticket } })
    expect((await browser.passkey(ticket, passkey.get(asked.body, { isVerified: false }))).status).toBe(200)
  })

  test('an answer counts once, also when it is sent twice at once', async () => {
    const { passkey } = await furnish()
    const answer = passkey.get(await signInOptions())
    const statuses = (await Promise.all([signIn(answer), signIn(answer)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 401])
    expect((await signIn(answer)).status).toBe(401)
  })

  test('an answer to one question is none to another', async () => {
    const { account, passkey } = await furnish()
    const stranger = await furnish()
    const { body: proveOptions } = await account.api<Options>('POST', '/api/account/prove/passkey')
    expect((await signIn(passkey.get(proveOptions))).status).toBe(401)
    const own = passkey.get(proveOptions)
    expect((await stranger.account.api('POST', '/api/account/prove', { passkey: own })).status).toBe(403)
    const foreign = stranger.passkey.get(proveOptions)
    expect((await account.api('POST', '/api/account/prove', { passkey: foreign })).status).toBe(403)
    expect((await account.api('POST', '/api/account/prove', { passkey: own })).status).toBe(200)
  })

  test('a question ends after five minutes', async () => {
    const { passkey } = await furnish()
    const options = await signInOptions()
    it.clock.advance(5 * minuteMs)
    expect((await signIn(passkey.get(options))).status).toBe(401)
  })

  test('a question that this server did not ask is refused, and so is a changed one', async () => {
    const { passkey } = await furnish()
    const options = await signInOptions()
    const bytes = Buffer.from(options.challenge, 'base64url')
    for (const index of [0, 20, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      const forged = passkey.get({ ...options, challenge: changed.toString('base64url') })
      expect((await signIn(forged)).status).toBe(401)
    }
    expect((await signIn(passkey.get({ ...options, challenge: 'AAAA' }))).status).toBe(401)
  })

  test('from another origin or for another host are refused', async () => {
    const account = await it.account()
    expect((await register(account, softPasskey('https://evil.example'))).body.code).toBe('passkey_invalid')
    const { passkey } = await furnish()
    const options = { ...(await signInOptions()), rpId: 'evil.example' }
    expect((await signIn(passkey.get(options))).status).toBe(401)
  })

  test('whose counter stands still are refused: there are two of them', async () => {
    const { passkey } = await furnish()
    expect((await signIn(passkey.get(await signInOptions(), { signCount: 7 }))).status).toBe(200)
    expect((await signIn(passkey.get(await signInOptions(), { signCount: 7 }))).status).toBe(401)
    expect((await signIn(passkey.get(await signInOptions(), { signCount: 8 }))).status).toBe(200)
  })

  test('are renamed and removed by their owner alone; afterwards they sign nobody in', async () => {
    const { account, passkey, id } = await furnish()
    const stranger = await it.account()
    expect((await stranger.api('PATCH', `/api/account/passkeys/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await stranger.api('DELETE', `/api/account/passkeys/${id}`)).status).toBe(404)
    const renamed = await account.api<{ name: string }>('PATCH', `/api/account/passkeys/${id}`, { name: 'Desk' })
    expect(renamed.body.name).toBe('Desk')
    expect((await account.api('DELETE', `/api/account/passkeys/${id}`)).status).toBe(200)
    expect((await signIn(passkey.get(await signInOptions()))).status).toBe(401)
    expect((await it.stores.secondFactors.summary(account.id)).recoveryCodesLeft).toBe(0)
  })

  test('of an account that is switched off sign nobody in', async () => {
    const { account, passkey } = await furnish()
    const owner = await it.account('owner')
    expect((await owner.api('PATCH', `/api/admin/users/${account.id}`, { isActive: false })).status).toBe(200)
    expect((await signIn(passkey.get(await signInOptions()))).status).toBe(401)
  })
})
