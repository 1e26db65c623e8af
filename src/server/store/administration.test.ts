import { beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../test/databases.ts'
import { printFigure } from '../../../test/print-figure.ts'
import { testNow, testStores } from '../../../test/test-stores.ts'
import type { Role } from '../../shared/permissions.ts'
import type { Database } from '../db/open.ts'
import type { Stores } from './index.ts'

/** A long form is `npm run faults last-owner`. */
const rounds = 60

describeOnBothDatabases('administration of accounts', (open) => {
  let database: Database
  let stores: Stores
  let world: ReturnType<typeof testStores>
  let serial = 0
  beforeAll(async () => {
    database = await open()
    world = testStores(database)
    stores = world.stores
  })

  const account = (role: Role) => {
    serial += 1
    const email = `administered${serial}@example.com`
    return stores.transaction((tx) =>
      tx.accounts.insert({ email, passwordHash: 'hash', role, permissions: [], at: testNow }),
    )
  }
  const find = async (id: number) => {
    const found = await stores.accounts.find(id)
    if (!found) throw new Error('the account is gone')
    return found
  }

  it('two owners who take each other away at once: one of them stays', async () => {
    const ways = ['demote', 'switch off', 'delete'] as const
    const counts: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await database.transaction((tx) => tx.deleteFrom('accounts').where('role', '=', 'owner').execute())
      const [a, b] = [await find(await account('owner')), await find(await account('owner'))]
      const take = async (target: typeof a, way: (typeof ways)[number]) =>
        stores.transaction((tx) => {
          if (way === 'delete') return tx.administration.remove(target)
          return tx.administration.update(target, way === 'demote' ? { role: 'user' } : { isActive: false })
        })
      const way = (n: number) => ways[(round + n) % 3] ?? 'delete'
      const results = await Promise.all([take(a, way(0)), take(b, way(Math.floor(round / 3)))])
      expect(results.sort()).toEqual(['done', 'last_owner'])
      const owners = await database.reads
        .selectFrom('accounts')
        .select('id')
        .where('role', '=', 'owner')
        .where('is_active', '=', 1)
        .execute()
      counts.push(owners.length)
    }
    printFigure(`${database.engine}: two owners take each other away: ${rounds} rounds, one stays in each`)
    expect(new Set(counts)).toEqual(new Set([1]))
  })

  it('an account that changed meanwhile is left alone', async () => {
    await account('owner')
    const seen = await find(await account('user'))
    await stores.transaction((tx) => tx.administration.update(seen, { role: 'owner' }))
    expect(await stores.transaction((tx) => tx.administration.update(seen, { isActive: false }))).toBe('stale')
    expect(await stores.transaction((tx) => tx.administration.remove(seen))).toBe('stale')
    expect(await find(seen.id)).toMatchObject({ role: 'owner', isActive: true })
  })

  it('an account passes its applications on, its messages and its blacklist with them, and keeps nothing', async () => {
    const [from, to] = [await account('user'), await account('owner')]
    const own = await world.application(from, { loginFailedMessage: 'Mine' })
    const plain = await world.application(from)
    await stores.transaction(async (tx) => {
      await tx.customMessages.update(from, { loginFailed: 'Of the account', accountExpired: 'Over' })
      const entry = { type: 'username', value: 'mallory', valueKey: 'mallory', reason: '' } as const
      await tx.blacklist.insert({ ...entry, accountId: from, applicationId: null }, testNow)
      await tx.blacklist.insert({ ...entry, accountId: from, applicationId: own }, testNow)
      expect(await tx.administration.passApplications(from, to)).toBe(2)
      expect(await tx.administration.remove(await accountIn(tx, from))).toBe('done')
    })
    expect(await stores.applications.find(own)).toMatchObject({
      ownerId: to,
      loginFailedMessage: 'Mine',
      accountExpiredMessage: 'Over',
    })
    expect(await stores.applications.find(plain)).toMatchObject({ ownerId: to, loginFailedMessage: 'Of the account' })
    const entries = await database.reads
      .selectFrom('blacklist')
      .select(['account_id', 'application_id'])
      .orderBy('application_id')
      .execute()
    expect(entries).toEqual([
      { account_id: to, application_id: own },
      { account_id: to, application_id: plain },
    ])
  })

  it('the audit log is filtered by account, action, entity, subject and time, the latest first', async () => {
    const actions = ['license.create', 'license.delete', 'license_x.create', 'account.update', 'license']
    await stores.transaction(async (tx) => {
      for (const [index, action] of actions.entries()) {
        const at = new Date(testNow.getTime() + index)
        await tx.audit.insert({
          accountId: 77,
          actor: 'ada',
          action,
          subject: `s${index % 2}`,
          ip: '',
          at,
          details: 'd',
        })
      }
    })
    const listed = async (filter: Parameters<typeof stores.audit.list>[0]) =>
      (await stores.audit.list({ accountId: 77, ...filter }, undefined, 10)).rows.map(({ action }) => action)
    expect(await listed({})).toEqual([...actions].reverse())
    expect(await listed({ action: 'license' })).toEqual(['license', 'license.delete', 'license.create'])
    expect(await listed({ action: 'license.delete' })).toEqual(['license.delete'])
    expect(await listed({ subject: 's1' })).toEqual(['account.update', 'license.delete'])
    const from = new Date(testNow.getTime() + 3)
    expect(await listed({ from, to: from })).toEqual(['account.update'])
    const first = await stores.audit.list({ accountId: 77 }, undefined, 3)
    const second = await stores.audit.list({ accountId: 77 }, first.next, 3)
    expect([...first.rows, ...second.rows].map(({ action }) => action)).toEqual([...actions].reverse())
    expect(second.next).toBeUndefined()
  })
})

async function accountIn(tx: Pick<Stores, 'accounts'>, id: number) {
  const found = await tx.accounts.find(id)
  if (!found) throw new Error('the account is gone')
  return found
}
