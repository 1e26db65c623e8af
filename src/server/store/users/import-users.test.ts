import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStoresOfTwo, testUser } from '../../../../test/harness/test-stores.ts'
import type { ImportedUser } from './import-users.ts'

const imported = (username: string, more: Partial<ImportedUser> = {}): ImportedUser => ({
  ...testUser,
  isActive: true,
  isPaused: false,
  isBanned: false,
  banReason: null,
  lastLogin: null,
  username,
  ...more,
})
const bcrypt = '$2y$10$abcdefghijklmnopqrstuuOhT5xsWqn9vHU.NBxkXUWFJJFqzTf6C'

describeOnBothDatabases('imported users', (open) => {
  const given = async () => {
    const test = await testStoresOfTwo(await open())
    const insert = (users: readonly ImportedUser[], id = test.own) =>
      test.stores.transaction((tx) => tx.importUsers.insert(id, users, testNow))
    return { ...test, insert }
  }

  it('are made as the file has them, beside those who are there', async () => {
    const { stores, own, other, user, insert } = await given()
    await user(own, { username: 'Ada' })
    await user(other, { username: 'Bob' })
    const lastLogin = new Date(testNow.getTime() - 5)
    const made = await insert([
      imported('ÁDA'),
      imported('ada'),
      imported('Bob', { isBanned: true, banReason: 'shared', lastLogin, hwid: 'PC-1' }),
    ])
    expect(made).toEqual(new Set(['áda', 'bob']))
    expect((await stores.applications.find(own))?.userCount).toBe(3)
    expect(await stores.appUsers.findByName(own, 'BOB')).toMatchObject({
      isBanned: true,
      banReason: 'shared',
      lastLogin,
      hwidBoundAt: testNow,
    })
    expect((await stores.appUsers.findByName(other, 'bob'))?.isBanned).toBe(false)
    const there = await stores.importUsers.existing(own, ['bob', 'nobody'])
    expect([...there.keys()]).toEqual(['bob'])
  })

  it('hold seats of licenses, and more than there are fail as a whole', async () => {
    const { stores, own, license, insert } = await given()
    const licenseId = await license(own, { licenseKey: 'Two-Seats', maxUsers: 2 })
    const found = await stores.importUsers.licenses(own, ['two-seats', 'none'])
    expect(found).toEqual(new Map([['two-seats', { id: licenseId, freeSeats: 2 }]]))
    const three = ['a', 'b', 'c'].map((name) => imported(name, { licenseId }))
    await expect(insert(three)).rejects.toThrow()
    expect((await stores.applications.find(own))?.userCount).toBe(0)
    await insert(three.slice(0, 2))
    await insert(three.slice(0, 1))
    expect((await stores.licenses.find(own, licenseId))?.currentUsers).toBe(2)
  })

  it('are counted while their hash is another product’s, however it goes', async () => {
    const { stores, own, insert } = await given()
    const count = async () => (await stores.hashCounts.of(own)).reduce((sum, { users }) => sum + users, 0)
    await insert(['a', 'b', 'c', 'd', 'e'].map((name) => imported(name, { passwordHash: bcrypt })))
    await insert([imported('f')])
    expect(await count()).toBe(5)
    const id = async (name: string) => (await stores.appUsers.findByName(own, name))?.id ?? 0
    const [a, b, c, d] = [await id('a'), await id('b'), await id('c'), await id('d')]
    await stores.transaction((tx) => tx.appUsers.upgradeHash(own, a, bcrypt, 'ours'))
    await stores.transaction((tx) => tx.appUsers.upgradeHash(own, a, bcrypt, 'ours'))
    expect(await count()).toBe(4)
    await stores.transaction((tx) => tx.appUsers.update(own, b, { passwordHash: 'ours' }))
    await stores.transaction((tx) => tx.appUsers.update(own, b, { passwordHash: 'ours again' }))
    expect(await count()).toBe(3)
    await stores.transaction((tx) => tx.appUsers.remove(own, c))
    await stores.transaction((tx) => tx.bulkUsers.remove(own, [d, a], undefined))
    expect(await count()).toBe(1)
  })

  it('are counted by what their hash costs, of which two changes at once take one', async () => {
    const { stores, own, insert } = await given()
    const kinds = async () =>
      Object.fromEntries((await stores.hashCounts.of(own)).map(({ kind, users }) => [kind, users]))
    const argon2 = (parameters: string) => `$argon2id$v=19$${parameters}$${'A'.repeat(22)}$${'A'.repeat(43)}`
    await insert([
      imported('a', { passwordHash: bcrypt }),
      imported('b', { passwordHash: bcrypt.replace('$10$', '$12$') }),
      imported('c', { passwordHash: argon2('m=65536,t=4,p=1') }),
      imported('d', { passwordHash: argon2('m=19456,t=2,p=1') }),
      imported('e', { passwordHash: '' }),
    ])
    expect(await kinds()).toEqual({ 'bcrypt 10': 1, 'bcrypt 12': 1, 'argon2id m=65536,t=4,p=1': 1 })
    const id = async (name: string) => (await stores.appUsers.findByName(own, name))?.id ?? 0
    const [a, b] = [await id('a'), await id('b')]
    const replace = (passwordHash: string) => () =>
      stores.transaction((tx) => tx.appUsers.update(own, a, { passwordHash }))
    const ours = argon2('m=19456,t=2,p=1')
    await Promise.all([
      ...Array.from({ length: 10 }, replace(ours)),
      ...Array.from({ length: 10 }, () => stores.transaction((tx) => tx.appUsers.upgradeHash(own, a, bcrypt, ours))),
    ])
    expect(await kinds()).toEqual({ 'bcrypt 12': 1, 'argon2id m=65536,t=4,p=1': 1 })
    const [one, two] = [bcrypt.replace('$10$', '$11$'), bcrypt.replace('$10$', '$09$')]
    await Promise.all(Array.from({ length: 20 }, (_, n) => replace(n % 2 === 0 ? one : two)()))
    const kind = (await stores.hashCounts.of(own)).filter((each) => /bcrypt (09|11)/.test(each.kind))
    expect(kind).toHaveLength(1)
    expect(kind[0]?.users).toBe(1)
    const password = stores.transaction((tx) => tx.appUsers.update(own, b, { passwordHash: ours }))
    const removal = stores.transaction((tx) => tx.appUsers.remove(own, b))
    await Promise.all([password, removal])
    expect(await kinds()).not.toHaveProperty('bcrypt 12')
  })
})
