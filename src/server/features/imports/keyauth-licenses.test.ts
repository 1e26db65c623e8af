import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { importFile, phpHash } from '../../../../test/harness/import-file.ts'
import { createSeededApp, type SeededApp } from '../../../../test/harness/seeded-app.ts'

describeOnBothDatabases('the licenses of users from KeyAuth', (open) => {
  let test: SeededApp
  let hash = ''
  const run = (file: unknown, query: object = {}) =>
    importFile(
      test,
      test.maker,
      test.applicationId,
      { kind: 'users', format: 'keyauth', ...query },
      JSON.stringify(file),
    )
  const find = async (name: string) => test.stores.appUsers.findByName(test.applicationId, name)
  const user = (username: string, more: object = {}) => ({
    username,
    ...{ email: null, password: hash, hwid: null, banned: null, ip: '203.0.113.9' },
    ...more,
  })
  const until = (name: string, expiry: string) => ({ user: name, subscription: 'default', expiry })
  const login = (username: string) => test.client('login', { username, password: 'secret of lena', hwid: 'PC' })

  beforeAll(async () => {
    hash = await phpHash('secret of lena')
    test = await createSeededApp({ database: await open() })
  })
  afterAll(() => test.close())

  it('binds a user to the key of the subscription, which is turned on and lasts as long as that', async () => {
    const seconds = Math.floor(test.clock.nowMs() / 1000)
    const used = { expiry: '86400', status: 'Used', usedon: String(seconds - 40_000), level: '1' }
    const keys = JSON.stringify({
      keys: ['KEY-BOUND', 'KEY-TAKEN', 'KEY-HELD'].map((key) => ({
        ...used,
        key,
        ...(key === 'KEY-HELD' && { banned: 'leaked' }),
      })),
    })
    const licenses = { kind: 'licenses', format: 'keyauth', existing: 'update' }
    await importFile(test, test.maker, test.applicationId, licenses, keys)
    const lastSecond = String(seconds + 900_000)
    const subscription = [
      { ...until('bound', lastSecond), key: 'KEY-BOUND' },
      { ...until('first', lastSecond), key: 'KEY-TAKEN' },
      { ...until('second', lastSecond), key: 'KEY-TAKEN' },
      { ...until('held', lastSecond), key: 'KEY-HELD' },
      { ...until('lost', lastSecond), key: 'DELETED-THERE' },
    ]
    const dates = { createdate: '1735689600', lastlogin: '1735776000' }
    const file = { users: subscription.map((each) => user(each.user, dates)), subscription }
    const dry = await run(file, { dryRun: 'true' })
    const { rows, end } = await run(file)
    expect(end).toMatchObject({ new: 5, wrong: 0 })
    expect(dry.rows).toEqual(rows)
    expect(rows.map(({ name, result, message }) => [name, result, message?.split('.')[0]])).toEqual([
      ['bound', 'new', undefined],
      ['first', 'new', undefined],
      ['second', 'new', 'Imported without a license: The license has no free seat'],
      ['held', 'new', undefined],
      ['lost', 'new', 'Imported without a license: This application has no license with this key'],
    ])
    const license = async (key: string) =>
      (await test.maker.api<{ licenseKey: string }[]>('GET', `${test.base}/licenses`)).body.find(
        ({ licenseKey }) => licenseKey === key,
      )
    const expiresAt = new Date(Number(lastSecond) * 1000).toISOString()
    const inUse = { currentUsers: 1, isActive: true, expiresAt }
    expect(await license('KEY-BOUND')).toMatchObject({ ...inUse, hold: null })
    expect(await license('KEY-HELD')).toMatchObject({ ...inUse, hold: 'banned' })
    expect(await find('bound')).toMatchObject({
      createdAt: new Date('2025-01-01T00:00:00.000Z'),
      lastLogin: new Date('2025-01-02T00:00:00.000Z'),
      effectiveExpiresAt: new Date(expiresAt),
    })
    expect(await find('second')).toMatchObject({ licenseId: null })
    expect((await login('bound')).body.code).toBe('login_successful')
    expect((await login('held')).body.code).toBe('license_banned')
    expect((await login('lost')).body.code).toBe('login_successful')
    // the used keys are inactive in their file: importing it again must not lock their users out
    const again = await importFile(test, test.maker, test.applicationId, licenses, keys)
    expect(again.end).toMatchObject({ unchanged: 3, changed: 0 })
    expect((await run(file)).end).toMatchObject({ skipped: 5, new: 0, changed: 0 })
  })

  it('makes a user whose name is a key the holder of the license: the key alone logs in, no password does', async () => {
    await test.maker.api('PATCH', test.base, { licenseLogin: true })
    const seconds = Math.floor(test.clock.nowMs() / 1000)
    const key = { expiry: '86400', status: 'Used', usedon: String(seconds - 40_000), level: '1' }
    const keys = { keys: ['KEYAUTH-NAMED-1', 'KEYAUTH-NAMED-2'].map((name) => ({ ...key, key: name })) }
    const licenses = { kind: 'licenses', format: 'keyauth' }
    await importFile(test, test.maker, test.applicationId, licenses, JSON.stringify(keys))
    const file = {
      users: [user('KEYAUTH-NAMED-1', { hwid: 'S-1-5-21-1' }), user('KEYAUTH-NAMED-2'), user('named')],
      subscription: [{ ...until('KEYAUTH-NAMED-1', String(seconds + 900_000)), key: 'KEYAUTH-NAMED-1' }],
    }
    const { rows } = await run(file, { hwids: 'keep' })
    expect(rows.map(({ result, message }) => [result, message?.split('.')[0]])).toEqual([
      ['new', 'Logs in with the license key'],
      ['new', 'Logs in with the license key'],
      ['new', expect.stringMatching(/^No subscription/)],
    ])
    expect(await find('named')).toMatchObject({ kind: 'account', licenseId: null })
    expect(await find('KEYAUTH-NAMED-1')).toBeUndefined()
    expect((await login('KEYAUTH-NAMED-1')).body.code).toBe('invalid_credentials')
    const byKey = async (license_key: string, hwid: string) =>
      (await test.client('license', { license_key, hwid })).body.code
    expect(await byKey('KEYAUTH-NAMED-1', 'PC-OF-A-STRANGER')).toBe('hwid_mismatch')
    expect(await byKey('KEYAUTH-NAMED-1', 'S-1-5-21-1')).toBe('login_successful')
    // no subscription: inactive, and its license is not turned on
    expect(await byKey('KEYAUTH-NAMED-2', 'PC')).toBe('account_disabled')
    const { body } = await test.maker.api<object[]>('GET', `${test.base}/licenses`)
    expect(body).toContainEqual(
      expect.objectContaining({ licenseKey: 'KEYAUTH-NAMED-2', isActive: false, currentUsers: 1 }),
    )
    expect((await run(file, { hwids: 'keep' })).end).toMatchObject({ skipped: 3, new: 0 })
  })
})
