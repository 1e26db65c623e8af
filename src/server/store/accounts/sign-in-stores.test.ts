import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { type Database, isUniqueViolation } from '../../db/open.ts'
import { openSecrets } from '../../lib/secrets.ts'
import { openStores, type Stores } from '../index.ts'

const folder = mkdtempSync(join(tmpdir(), 'keywright-secrets-'))
const secrets = openSecrets(folder)
afterAll(() => rmSync(folder, { recursive: true }))

const at = new Date('2026-01-01T00:00:00.000Z')
const later = (ms: number) => new Date(at.getTime() + ms)

describeOnBothDatabases('the stores of sign-in', (open) => {
  let database: Database
  let stores: Stores
  let serial = 0

  beforeAll(async () => {
    database = await open()
    stores = openStores(database, secrets)
  })

  const newEmail = () => {
    serial += 1
    return `user${serial}@example.com`
  }
  const newAccount = (email = newEmail()) =>
    stores.transaction((tx) =>
      tx.accounts.insert({ email, passwordHash: 'hash', role: 'admin', permissions: ['view_all_data'], at }),
    )
  const setActive = (id: number, isActive: boolean) =>
    database.transaction((tx) =>
      tx
        .updateTable('accounts')
        .set({ is_active: isActive ? 1 : 0 })
        .where('id', '=', id)
        .execute(),
    )
  const newSession = (accountId: number, tokenHash: string, createdAt = at) =>
    stores.transaction((tx) =>
      tx.sessions.insert({ tokenHash, accountId, createdAt, ipAddress: '192.0.2.1', userAgent: 'test' }),
    )

  test('an account comes back as it was made, and there is none before the first', async () => {
    expect(await stores.accounts.isEmpty()).toBe(true)
    const id = await newAccount('Marie.Müller@Example.com')
    expect(await stores.accounts.isEmpty()).toBe(false)
    expect(await stores.accounts.find(id)).toEqual({
      id,
      email: 'Marie.Müller@Example.com',
      firstName: null,
      lastName: null,
      role: 'admin',
      permissions: ['view_all_data'],
      isActive: true,
      createdAt: at,
      lastLogin: null,
      accessVersion: 0,
      timeZone: null,
    })
  })

  test('an e-mail address is one account in every spelling', async () => {
    const id = await newAccount('Renée@example.com')
    expect((await stores.accounts.findByEmail('RENE\u0301E@EXAMPLE.COM'))?.id).toBe(id)
    const error = await newAccount('rene\u0301e@Example.com').catch((caught: unknown) => caught)
    expect(isUniqueViolation(error)).toBe(true)
  })

  test('a sign-in is recorded only while the account is active and the checked password still its own', async () => {
    const id = await newAccount()
    const record = (hash: string) => stores.transaction((tx) => tx.accounts.recordLogin(id, hash, later(5)))
    expect((await record('hash'))?.lastLogin).toEqual(later(5))
    expect(await record('another')).toBeUndefined()
    await setActive(id, false)
    expect(await record('hash')).toBeUndefined()
  })

  test('changing the password of nobody says so', async () => {
    const id = await newAccount()
    expect(await stores.transaction((tx) => tx.accounts.setPasswordHash(id, 'new'))).toBe(true)
    expect(await stores.transaction((tx) => tx.accounts.setPasswordHash(id + 1000, 'new'))).toBe(false)
  })

  test('a session is found with its account, and not while that is switched off', async () => {
    const id = await newAccount()
    await newSession(id, 'session-1')
    const session = await stores.sessions.find('session-1')
    expect(session).toMatchObject({ tokenHash: 'session-1', createdAt: at, lastSeenAt: at, account: { id } })
    await setActive(id, false)
    expect(await stores.sessions.find('session-1')).toBeUndefined()
  })

  test('touching moves a session and never brings an ended one back', async () => {
    const id = await newAccount()
    await newSession(id, 'session-2')
    await stores.transaction((tx) => tx.sessions.touch('session-2', later(90)))
    expect((await stores.sessions.find('session-2'))?.lastSeenAt).toEqual(later(90))
    await stores.transaction((tx) => tx.sessions.remove('session-2'))
    await stores.transaction((tx) => tx.sessions.touch('session-2', later(99)))
    expect(await stores.sessions.find('session-2')).toBeUndefined()
  })

  test('signing an account out everywhere leaves the sessions of others', async () => {
    const [mine, other] = [await newAccount(), await newAccount()]
    await newSession(mine, 'mine-1')
    await newSession(mine, 'mine-2')
    await newSession(other, 'other-1')
    expect(await stores.transaction((tx) => tx.sessions.removeByAccount(mine))).toBe(2)
    expect(await stores.sessions.find('mine-1')).toBeUndefined()
    expect(await stores.sessions.find('other-1')).toBeDefined()
  })

  test('stale sessions go: long unseen, or begun too long ago', async () => {
    const id = await newAccount()
    await newSession(id, 'unseen', later(100))
    await newSession(id, 'old', later(50))
    await newSession(id, 'fresh', later(300))
    await stores.transaction((tx) => tx.sessions.touch('old', later(300)))
    await stores.transaction((tx) => tx.sessions.removeStale(later(200), later(60)))
    expect(await stores.sessions.find('unseen')).toBeUndefined()
    expect(await stores.sessions.find('old')).toBeUndefined()
    expect(await stores.sessions.find('fresh')).toBeDefined()
  })

  test('a remember share is sealed at rest and opens for its own device alone', async () => {
    const accountId = await newAccount()
    const insert = (deviceHash: string, share: string) =>
      stores.transaction((tx) => tx.remember.insert({ deviceHash, accountId, share, createdAt: at }))
    await insert('device-1', 'share of one')
    await insert('device-2', 'share of two')
    expect(await stores.remember.find('device-1', later(-1))).toBe('share of one')
    const rows = await database.reads.selectFrom('remember_shares').selectAll().orderBy('device_hash').execute()
    expect(JSON.stringify(rows)).not.toContain('share of')
    await database.transaction((tx) =>
      tx
        .updateTable('remember_shares')
        .set({ share_sealed: rows[0]?.share_sealed ?? '' })
        .where('device_hash', '=', 'device-2')
        .execute(),
    )
    await expect(stores.remember.find('device-2', later(-1))).rejects.toThrow()
  })

  test('a remember share ends by age, with its device, with its account and while that is switched off', async () => {
    const [accountId, other] = [await newAccount(), await newAccount()]
    const insert = (deviceHash: string, owner: number, createdAt = at) =>
      stores.transaction((tx) => tx.remember.insert({ deviceHash, accountId: owner, share: 'share', createdAt }))
    for (const device of ['a', 'b', 'c']) await insert(device, accountId)
    await insert('of-other', other)
    expect(await stores.remember.find('a', at)).toBeUndefined()
    await setActive(accountId, false)
    expect(await stores.remember.find('a', later(-1))).toBeUndefined()
    await setActive(accountId, true)
    await stores.transaction((tx) => tx.remember.remove('a'))
    expect(await stores.remember.find('a', later(-1))).toBeUndefined()
    await stores.transaction((tx) => tx.remember.removeByAccount(accountId))
    expect(await stores.remember.find('b', later(-1))).toBeUndefined()
    expect(await stores.remember.find('of-other', later(-1))).toBe('share')
    await stores.transaction((tx) => tx.remember.removeStale(at))
    expect(await stores.remember.find('of-other', later(-1))).toBeUndefined()
  })

  test('a reset link is found until its time is over, and of two who use it at once one wins', async () => {
    const id = await newAccount()
    await stores.transaction((tx) => tx.passwordResets.insert('link', id, later(100), at))
    expect(await stores.passwordResets.find('link', later(99))).toBe(id)
    expect(await stores.passwordResets.count(id, later(99))).toBe(1)
    expect(await stores.passwordResets.find('link', later(100))).toBeUndefined()
    expect(await stores.passwordResets.count(id, later(100))).toBe(0)
    const consume = (now: Date) => stores.transaction((tx) => tx.passwordResets.consume('link', now))
    expect(await consume(later(100))).toBe(false)
    expect((await Promise.all([consume(later(99)), consume(later(99))])).sort()).toEqual([false, true])
    expect(await stores.passwordResets.find('link', later(99))).toBeUndefined()
  })

  test('a session’s fingerprint follows the role and permissions of its account, and ends with either', async () => {
    const [id, other] = [await newAccount(), await newAccount()]
    await newSession(id, 'watched')
    await newSession(other, 'of-other')
    const more = Array.from({ length: 600 }, (_, n) => `no-session-${n}`)
    const read = () => stores.sessionFingerprints.find(['watched', ...more, 'of-other'])
    const change = (values: { role?: string; permissions?: string }) =>
      database.transaction((tx) => tx.updateTable('accounts').set(values).where('id', '=', id).execute())
    const seen = [await read()]
    expect([...(seen[0]?.keys() ?? [])].sort()).toEqual(['of-other', 'watched'])
    expect(await read()).toEqual(seen[0])
    for (const values of [{ role: 'user' }, { permissions: '[]' }]) {
      await change(values)
      seen.push(await read())
    }
    expect(new Set(seen.map((each) => each.get('watched'))).size).toBe(3)
    expect(new Set(seen.map((each) => each.get('of-other'))).size).toBe(1)
    await setActive(id, false)
    expect([...(await read()).keys()]).toEqual(['of-other'])
    await stores.transaction((tx) => tx.sessions.remove('of-other'))
    expect((await read()).size).toBe(0)
  })

  test('a new setup token ends the one before, and its time ends it too', async () => {
    await stores.transaction((tx) => tx.setup.replace('first', later(100)))
    await stores.transaction((tx) => tx.setup.replace('second', later(100)))
    expect(await stores.setup.isValid('first', at)).toBe(false)
    expect(await stores.setup.isValid('second', later(99))).toBe(true)
    expect(await stores.setup.isValid('second', later(100))).toBe(false)
    expect(await stores.transaction((tx) => tx.setup.consumeAll('second', later(100)))).toBe(false)
  })

  test('of eight who use setup tokens at once one wins, whichever tokens they hold', async () => {
    for (let round = 0; round < 20; round += 1) {
      await database.transaction(async (tx) => {
        await tx.deleteFrom('setup_tokens').execute()
        const tokens = ['even', 'odd'].map((token_hash) => ({ token_hash, expires_at: later(100).getTime() }))
        await tx.insertInto('setup_tokens').values(tokens).execute()
      })
      const takes = Array.from({ length: 8 }, (_, index) =>
        stores.transaction((tx) => tx.setup.consumeAll(index % 2 === 0 ? 'even' : 'odd', at)),
      )
      expect((await Promise.all(takes)).filter((isTaken) => isTaken)).toHaveLength(1)
    }
  })

  test('a taken token is there again when the transaction fails', async () => {
    await stores.transaction((tx) => tx.setup.replace('token', later(100)))
    const failed = stores.transaction(async (tx) => {
      await tx.setup.consumeAll('wrong', at)
      throw new Error('not this one')
    })
    await expect(failed).rejects.toThrow('not this one')
    expect(await stores.setup.isValid('token', at)).toBe(true)
    await stores.transaction((tx) => tx.setup.clear())
    expect(await stores.setup.isValid('token', at)).toBe(false)
  })
})
