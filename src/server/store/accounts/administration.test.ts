import { beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { printFigure } from '../../../../test/harness/print-figure.ts'
import { testNow, testStores } from '../../../../test/harness/test-stores.ts'
import type { Role } from '../../../shared/permissions.ts'
import type { Database } from '../../db/open.ts'
import type { Stores } from '../index.ts'

/** Runs longer as `npm run faults last-owner`. */
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
      expect(await tx.administration.transferApplications(from, to)).toBe(2)
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

  it('an account passes on what was in force: defaults where the heir has other texts, and what its blocks kept out', async () => {
    const [from, to] = [await account('user'), await account('owner')]
    const id = await world.application(from, { hwidMismatchMessage: 'Of the application' })
    const untouched = await world.application(to)
    const entry = { type: 'username', reason: 'why', accountId: from } as const
    const [wide, own] = await stores.transaction(async (tx) => {
      await tx.customMessages.update(to, { loginFailed: 'The heir’s', accountExpired: 'Hers too', hwidMismatch: 'No' })
      await tx.customMessages.update(from, { accountExpired: 'Over' })
      const made = [
        await tx.blacklist.insert({ ...entry, applicationId: null, value: 'wide', valueKey: 'wide' }, testNow),
        await tx.blacklist.insert({ ...entry, applicationId: id, value: 'own', valueKey: 'own' }, testNow),
      ].map((each) => each?.id ?? 0)
      await tx.blacklist.addHits(made.map((entryId, index) => ({ entryId, count: index + 3, lastAt: testNow })))
      return made
    })
    await stores.transaction(async (tx) => {
      await tx.administration.transferApplications(from, to)
      expect(await tx.administration.remove(await accountIn(tx, from))).toBe('done')
    })
    expect(await stores.applications.find(id)).toMatchObject({
      loginFailedMessage: 'Invalid username or password. Please try again.',
      accountExpiredMessage: 'Over',
      hwidMismatchMessage: 'Of the application',
      // No account changed it, so it keeps following the default.
      versionMismatchMessage: null,
    })
    expect(await stores.applications.find(untouched)).toMatchObject({ loginFailedMessage: null })
    const passed = await stores.blacklist.forApplication(id, to)
    expect(passed.map(({ value, hits, lastHitAt, reason }) => [value, hits, lastHitAt, reason]).sort()).toEqual([
      ['own', 4, testNow, 'why'],
      ['wide', 3, testNow, 'why'],
    ])
    expect(passed.find(({ value }) => value === 'own')?.id).toBe(own)
    expect(passed.find(({ value }) => value === 'wide')?.id).not.toBe(wide)
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
      (await stores.audit.list({ accountId: 77, ...filter }, true, undefined, 10)).rows.map(({ action }) => action)
    expect(await listed({})).toEqual([...actions].reverse())
    expect(await listed({ action: 'license' })).toEqual(['license', 'license.delete', 'license.create'])
    expect(await listed({ action: 'license.delete' })).toEqual(['license.delete'])
    expect(await listed({ subject: 's1' })).toEqual(['account.update', 'license.delete'])
    const from = new Date(testNow.getTime() + 3)
    expect(await listed({ from, to: from })).toEqual(['account.update'])
    const first = await stores.audit.list({ accountId: 77 }, true, undefined, 3)
    const second = await stores.audit.list({ accountId: 77 }, true, first.next, 3)
    expect([...first.rows, ...second.rows].map(({ action }) => action)).toEqual([...actions].reverse())
    expect(second.next).toBeUndefined()
    expect((await stores.audit.list({ accountId: 77 }, false, undefined, 2)).rows.map(({ action }) => action)).toEqual(
      actions.slice(0, 2),
    )
  })

  it('the audit log is searched in every field, page by page and in both directions, and signs are no wildcards', async () => {
    const subjects = ['application 1', 'user 50%', 'application 2', 'user 501', 'Application 3']
    await stores.transaction(async (tx) => {
      for (const subject of subjects) {
        const entry = { accountId: 78, actor: 'Eve@example.com', action: 'x.change', ip: '203.0.113.9', at: testNow }
        await tx.audit.insert({ ...entry, subject, ...(subject === 'user 501' && { details: 'role user to staff' }) })
      }
    })
    const page = (q: string, isDescending: boolean, after?: Parameters<typeof stores.audit.list>[2]) =>
      stores.audit.list({ accountId: 78, q }, isDescending, after, 2)
    for (const [isDescending, expected] of [
      [true, ['Application 3', 'application 2', 'application 1']],
      [false, ['application 1', 'application 2', 'Application 3']],
    ] as const) {
      const first = await page('APPLICATION', isDescending)
      const second = await page('APPLICATION', isDescending, first.next)
      expect([...first.rows, ...second.rows].map(({ subject }) => subject)).toEqual(expected)
      expect(second.next).toBeUndefined()
    }
    const found = async (q: string) => (await page(q, true)).rows.map(({ subject }) => subject)
    expect(await found('50%')).toEqual(['user 50%'])
    expect(await found('to staff')).toEqual(['user 501'])
    expect(await found('no such text')).toEqual([])
    for (const everywhere of ['eve@', 'x.change', '203.0.113']) expect(await found(everywhere)).toHaveLength(2)
  })
})

async function accountIn(tx: Pick<Stores, 'accounts'>, id: number) {
  const found = await tx.accounts.find(id)
  if (!found) throw new Error('the account is gone')
  return found
}
