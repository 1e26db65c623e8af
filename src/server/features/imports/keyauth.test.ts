import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { importFile, phpHash } from '../../../../test/harness/import-file.ts'
import { createSeededApp, type SeededApp } from '../../../../test/harness/seeded-app.ts'

const dayMs = 86_400_000

describeOnBothDatabases('an import from KeyAuth', (open) => {
  let test: SeededApp
  let lenasHash = ''
  const run = (file: unknown, query: object = {}) => {
    const text = typeof file === 'string' ? file : JSON.stringify(file)
    return importFile(test, test.maker, test.applicationId, { kind: 'users', format: 'keyauth', ...query }, text)
  }
  const find = async (name: string) => test.stores.appUsers.findByName(test.applicationId, name)
  const user = (username: string, more: object = {}) => ({
    username,
    email: 'f1d2d2f924e986ac86fdf7b36c94bcdf32beec15',
    password: lenasHash,
    hwid: null,
    banned: null,
    ip: '203.0.113.9',
    ...more,
  })
  const until = (name: string, expiry: string) => ({ user: name, subscription: 'default', expiry })
  const foreign = async () =>
    (await test.stores.hashCounts.of(test.applicationId)).find(({ kind }) => kind === 'bcrypt 10')?.users ?? 0
  const login = (username: string, password = 'secret of lena') =>
    test.client('login', { username, password, hwid: 'PC' })

  beforeAll(async () => {
    lenasHash = await phpHash('secret of lena')
    test = await createSeededApp({ database: await open() })
  })
  afterAll(() => test.close())

  it('keeps the hash, lets its owner in once by it, and replaces it then by ours', async () => {
    const far = String(Math.floor(test.clock.nowMs() / 1000) + 86_400)
    const { end } = await run({ users: [user('lena')], subscription: [until('lena', far)] })
    expect(end).toMatchObject({ new: 1, wrong: 0 })
    expect(await foreign()).toBe(1)
    expect((await login('lena', 'wrong')).body.code).toBe('invalid_credentials')
    expect(await foreign()).toBe(1)
    expect((await login('LENA')).body.code).toBe('login_successful')
    await test.app.whenIdle()
    expect(await foreign()).toBe(0)
    const exported = await test.maker.api<string>('GET', `${test.base}/users/export?passwordHashes=true`)
    expect(exported.text).toContain('$argon2id$')
    expect(exported.text).not.toContain('$2y$')
    expect((await login('lena')).body.code).toBe('login_successful')
    expect((await login('nobody at all')).body.code).toBe('invalid_credentials')
  })

  it('reads expiries: the latest counts, small ones are a paused rest, far ones are never', async () => {
    const seconds = Math.floor(test.clock.nowMs() / 1000)
    const { rows } = await run({
      users: [user('two'), user('paused'), user('lifetime'), user('old'), user('none')],
      subscription: [
        until('two', String(seconds + 100)),
        until('two', String(seconds + 900)),
        until('paused', '7200'),
        until('lifetime', '9999999999'),
        until('old', '1500000000'),
      ],
    })
    expect(rows.map(({ result }) => result)).toEqual(Array(5).fill('new'))
    expect((await find('two'))?.expiresAt).toEqual(new Date((seconds + 900) * 1000))
    expect(await find('paused')).toMatchObject({
      isPaused: true,
      expiresAt: new Date(test.clock.nowMs() + 7_200_000),
    })
    expect(await find('lifetime')).toMatchObject({ expiresAt: null, isActive: true })
    expect(await find('old')).toMatchObject({ expiresAt: new Date(1_500_000_000_000) })
    expect(await find('none')).toMatchObject({ isActive: false })
    expect(rows.map(({ message }) => message)).toEqual([
      undefined,
      expect.stringMatching(/Paused/),
      expect.stringMatching(/Lifetime/),
      expect.stringMatching(/2022/),
      expect.stringMatching(/No subscription/),
    ])
  })

  it('takes no hash for an address, no blank password for any, and no joined ids for a machine', async () => {
    const far = String(Math.floor((test.clock.nowMs() + 9 * dayMs) / 1000))
    const names = ['plain', 'mailed', 'banned', 'blank']
    const file = {
      users: [
        user('plain', { hwid: 'S-1-5-21-1S-1-5-21-2' }),
        user('mailed', { email: 'm@example.com' }),
        user('banned', { banned: 'chargeback' }),
        user('blank', { password: null }),
      ],
      subscription: names.map((name) => until(name, far)),
    }
    await run(file)
    expect(await find('plain')).toMatchObject({ email: null, hwid: null, isHwidLocked: true })
    expect(await find('mailed')).toMatchObject({ email: 'm@example.com' })
    expect(await find('banned')).toMatchObject({ isBanned: true, banReason: 'chargeback' })
    expect(await find('blank')).toMatchObject({ isActive: true })
    for (const password of ['', 'x']) expect((await login('blank', password)).body.success).toBe(false)
    await run({ users: [user('kept', { hwid: 'S-1-5-21-1' })], subscription: [] }, { hwids: 'keep' })
    expect(await find('kept')).toMatchObject({ hwid: 'S-1-5-21-1' })
  })

  it('lists names that are one here, names too long and rows that are none, and merges nothing', async () => {
    const { rows } = await run({ users: [user('Same'), user('same'), user('x'.repeat(70)), 'odd'], subscription: [] })
    expect(rows.map(({ line, result }) => [line, result])).toEqual([
      [1, 'new'],
      [2, 'wrong'],
      [3, 'wrong'],
      [4, 'wrong'],
    ])
  })

  it.each([
    [
      'JSON',
      JSON.stringify([
        { key: 'KEYAUTH-AB12CD', level: '1', expiry: 30 },
        { key: 'KEYAUTH-PART', level: '2', expiry: 0.5 },
      ]),
    ],
    ['text', 'KEYAUTH-AB12CD,1,30| KEYAUTH-PART , 2, 0.5'],
  ])('takes keys as %s: days, levels, first use', async (form, file) => {
    const id = (await test.maker.api<{ id: number }>('POST', '/api/applications', { name: form })).body.id
    const query = { kind: 'licenses', format: 'keyauth', keys: form === 'text' ? 'inactive' : 'active' }
    const { end } = await importFile(test, test.maker, id, query, file)
    expect(end).toMatchObject({ new: 2, wrong: 0 })
    const { body } = await test.maker.api<object[]>('GET', `/api/applications/${id}/licenses?sort=id:asc`)
    const common = { maxUsers: 1, validityStart: 'first_use', expiresAt: null, isActive: form === 'JSON' }
    expect(body).toMatchObject([
      { ...common, licenseKey: 'KEYAUTH-AB12CD', validityDays: 30, description: 'Level 1' },
      { ...common, licenseKey: 'KEYAUTH-PART', validityDays: 1, description: 'Level 2' },
    ])
    expect((await importFile(test, test.maker, id, query, file)).end).toMatchObject({ new: 0, skipped: 2 })
  })

  it('takes the newer file of keys by its seconds and states, none that was used or banned as active', async () => {
    const id = (await test.maker.api<{ id: number }>('POST', '/api/applications', { name: 'Newer' })).body.id
    const usedon = 1_767_225_600
    const key = (name: string, more: object) => ({
      key: name,
      note: '',
      expiry: '2592000',
      status: 'Not Used',
      level: '1',
      genby: 'maker',
      gendate: '1735689600',
      usedon: null,
      banned: null,
      ...more,
    })
    const file = JSON.stringify({
      keys: [
        key('FRESH', { note: 'for the fair' }),
        key('HOURS', { expiry: '90000' }),
        key('USED', { status: 'Used', usedon: String(usedon) }),
        key('USED-LONG-AGO', { status: 'Used' }),
        key('BANNED', { status: 'Banned', banned: 'chargeback' }),
        key('USED-BANNED', { status: 'Used', usedon: String(usedon), banned: 'leaked' }),
        key('LIFETIME', { expiry: '9999999999' }),
      ],
      tokens: [{ token: 'a', assigned: 'FRESH' }, { token: 'b' }],
    })
    const query = { kind: 'licenses', format: 'keyauth' }
    const dry = await importFile(test, test.maker, id, { ...query, dryRun: 'true' }, file)
    const { rows, end } = await importFile(test, test.maker, id, query, file)
    expect(end).toMatchObject({ new: 7, skipped: 2, wrong: 0 })
    expect(dry.rows).toEqual(rows)
    expect(rows.map(({ name, message }) => [name, message])).toEqual([
      ['FRESH', undefined],
      ['HOURS', 'Rounded up to a whole day'],
      ['USED', expect.stringContaining('Already used: imported as inactive')],
      ['USED-LONG-AGO', expect.stringContaining('Already used: imported as inactive')],
      ['BANNED', undefined],
      ['USED-BANNED', expect.stringContaining('Already used: imported as inactive')],
      ['LIFETIME', 'Lifetime: 100 years'],
      ['Token', "Tokens can't be imported"],
      ['Token', "Tokens can't be imported"],
    ])
    const licenses = await test.maker.api<object[]>('GET', `/api/applications/${id}/licenses?sort=id:asc`)
    const end30 = new Date((usedon + 2_592_000) * 1000).toISOString()
    const fresh = {
      isActive: true,
      hold: null,
      expiresAt: null,
      validityDays: 30,
      createdAt: '2025-01-01T00:00:00.000Z',
    }
    expect(licenses.body).toMatchObject([
      { ...fresh, licenseKey: 'FRESH', description: 'Level 1, for the fair, Created by maker' },
      { ...fresh, licenseKey: 'HOURS', validityDays: 2 },
      { ...fresh, licenseKey: 'USED', isActive: false, expiresAt: end30 },
      { ...fresh, licenseKey: 'USED-LONG-AGO', isActive: false },
      { ...fresh, licenseKey: 'BANNED', hold: 'banned', holdReason: 'chargeback' },
      { ...fresh, licenseKey: 'USED-BANNED', isActive: false, expiresAt: end30, hold: 'banned', holdReason: 'leaked' },
      { ...fresh, licenseKey: 'LIFETIME', validityDays: 36_500 },
    ])
    const again = await importFile(test, test.maker, id, { ...query, existing: 'update' }, file)
    expect(again.end).toMatchObject({ unchanged: 7, changed: 0 })
  })

  it('gives who was paused no more time when the same file is read again later', async () => {
    const file = {
      users: [user('resting'), user('flagged')],
      subscription: [until('resting', '7200'), { ...until('flagged', '2000000000'), paused: '1' }],
    }
    await run(file)
    const [given, long] = [(await find('resting'))?.expiresAt, (await find('flagged'))?.expiresAt]
    expect(given).toEqual(new Date(test.clock.nowMs() + 7_200_000))
    const flaggedUntil = new Date(test.clock.nowMs() + 2_000_000_000_000)
    test.clock.advance(3_600_000)
    expect((await run(file, { existing: 'update' })).end).toMatchObject({ unchanged: 2, changed: 0 })
    // resuming first does not help either
    await test.maker.api('POST', `${test.base}/users/${(await find('resting'))?.id}/unpause`)
    expect((await run(file, { existing: 'update' })).end).toMatchObject({ unchanged: 1, changed: 1 })
    expect((await find('resting'))?.expiresAt).toEqual(given)
    expect([long, (await find('flagged'))?.expiresAt]).toEqual([flaggedUntil, flaggedUntil])
  })

  it.each([
    ['not JSON', 'users'],
    ['{"users":[{"username":"a"', 'users'],
    ['{"users":[{"username":"a"} {"username":"b"}]}', 'users'],
    ['nothing here', 'licenses'],
  ])('says that %s is no such file', async (file, kind) => {
    const { end } = await importFile(test, test.maker, test.applicationId, { kind, format: 'keyauth' }, file)
    expect(end.message).toBeDefined()
  })
})
