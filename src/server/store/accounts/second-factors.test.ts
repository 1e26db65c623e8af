import { beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { openSecrets } from '../../lib/secrets.ts'
import { openStores, type Stores } from '../index.ts'

const at = new Date('2026-01-01T00:00:00.000Z')

describeOnBothDatabases('what protects an account besides its password', (open) => {
  let stores: Stores
  let serial = 0

  beforeAll(async () => {
    stores = openStores(await open(), openSecrets('', { masterKey: 'a master key of the tests, long enough' }))
  })

  const newAccount = () => {
    serial += 1
    const email = `factor${serial}@example.com`
    return stores.transaction((tx) =>
      tx.accounts.insert({ email, passwordHash: 'hash', role: 'user', permissions: [], at }),
    )
  }
  const withTotp = async () => {
    const accountId = await newAccount()
    await stores.transaction((tx) => tx.secondFactors.beginTotp(accountId, `SECRET${accountId}`, at))
    expect(await stores.transaction((tx) => tx.secondFactors.consumeTotpStep(accountId, 1, at))).toBe(true)
    return accountId
  }
  const newPasskey = async (signCount: number) => {
    const accountId = await newAccount()
    const passkey = await stores.transaction((tx) =>
      tx.passkeys.insert({
        accountId,
        credentialId: `credential ${accountId}`,
        publicKey: 'key',
        signCount,
        transports: ['usb'],
        name: 'Key ring',
        isSynced: false,
        createdAt: at,
      }),
    )
    if (!passkey) throw new Error('no passkey')
    return passkey
  }
  const use = (id: number, signCount: number) =>
    stores.transaction((tx) => tx.passkeys.recordUse(id, signCount, new Date(at.getTime() + signCount)))
  const countOf = async (accountId: number) => (await stores.passkeys.list(accountId))[0]?.signCount

  test('an authenticator app is removed from its own account, and from no other', async () => {
    const [own, other] = [await withTotp(), await withTotp()]
    expect(await stores.transaction((tx) => tx.secondFactors.removeTotp(own))).toBe(true)
    expect(await stores.secondFactors.findTotp(own)).toBeUndefined()
    expect(await stores.secondFactors.findTotp(other)).toMatchObject({ secret: `SECRET${other}` })
    expect(await stores.transaction((tx) => tx.secondFactors.removeTotp(own))).toBe(false)
  })

  test('an app that no code has confirmed protects nothing, so there is none to remove', async () => {
    const accountId = await newAccount()
    await stores.transaction((tx) => tx.secondFactors.beginTotp(accountId, 'UNCONFIRMED', at))
    expect(await stores.transaction((tx) => tx.secondFactors.removeTotp(accountId))).toBe(false)
    expect(await stores.secondFactors.summary(accountId)).toMatchObject({ hasTotp: false })
  })

  test('a passkey whose counter stands still or goes back is refused: there may be a copy of it', async () => {
    const passkey = await newPasskey(5)
    for (const copied of [5, 4, 0]) expect(await use(passkey.id, copied)).toBe(false)
    expect(await countOf(passkey.accountId)).toBe(5)
    expect(await use(passkey.id, 6)).toBe(true)
    expect(await use(passkey.id, 6)).toBe(false)
    expect(await countOf(passkey.accountId)).toBe(6)
  })

  test('a passkey without a counter is used as often as one likes, and its use changes no other passkey', async () => {
    const [own, other] = [await newPasskey(0), await newPasskey(0)]
    expect([await use(own.id, 0), await use(own.id, 0)]).toEqual([true, true])
    expect((await stores.passkeys.list(other.accountId))[0]?.lastUsedAt).toBeNull()
  })

  test('of 200 uses of one counter value at once one is accepted', async () => {
    const passkey = await newPasskey(1)
    const used = await Promise.all(Array.from({ length: 200 }, () => use(passkey.id, 2)))
    expect(used.filter(Boolean)).toHaveLength(1)
  })
})
