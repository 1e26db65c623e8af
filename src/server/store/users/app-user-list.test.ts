import { beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { type TestStores, testNow, testStores } from '../../../../test/harness/test-stores.ts'
import { appUserSorts } from '../../../shared/contract/app-users.ts'
import type { Position } from '../keyset-pagination.ts'
import type { AppUser, AppUserFilter, AppUserSort } from './app-users.ts'

const later = (ms: number) => new Date(testNow.getTime() + ms)

describeOnBothDatabases('lists of users', (open) => {
  let all: TestStores
  let applicationId: number

  const read = async (sort: AppUserSort, limit: number, filter: AppUserFilter = {}): Promise<AppUser[]> => {
    const users: AppUser[] = []
    let after: Position | undefined
    do {
      const slice = await all.stores.appUsers.list(applicationId, filter, sort, after, limit)
      expect(slice.rows.length).toBeLessThanOrEqual(limit)
      users.push(...slice.rows)
      after = slice.next
    } while (after)
    return users
  }
  const names = async (filter: AppUserFilter) => (await read('username:asc', 10, filter)).map((user) => user.username)

  beforeAll(async () => {
    all = testStores(await open())
    const ownerId = await all.owner()
    applicationId = await all.application(ownerId)
    await all.user(await all.application(ownerId), { username: 'foreign' })
    // equal values and nulls in every nullable column
    for (let n = 0; n < 23; n += 1) {
      const expiresAt = n % 3 === 0 ? null : later((n % 4) - 2)
      const username = `user${String(n).padStart(2, '0')}`
      const id = await all.user(applicationId, { username, expiresAt, createdAt: later(n % 5) })
      if (n % 2 === 0) continue
      await all.stores.transaction((tx) => tx.appUsers.recordLogin(applicationId, id, later(n % 4), '192.0.2.1'))
    }
  })

  for (const field of appUserSorts) {
    it(`visits each user once in the order of ${field}, whatever the size of the page`, async () => {
      for (const direction of ['asc', 'desc'] as const) {
        const whole = await read(`${field}:${direction}`, 1000)
        expect(new Set(whole.map((user) => user.id)).size).toBe(23)
        const sorted = [...whole].sort((a, b) => compare(a, b, field) * (direction === 'asc' ? 1 : -1))
        expect(whole).toEqual(sorted)
        for (const limit of [1, 2, 7, 22, 23]) expect(await read(`${field}:${direction}`, limit)).toEqual(whole)
      }
    })
  }

  it('goes on behind the last row also when that row is gone meanwhile', async () => {
    const first = await all.stores.appUsers.list(applicationId, {}, 'expiresAt:asc', undefined, 5)
    const last = first.rows.at(-1)
    if (!last) throw new Error('no rows')
    const rest = await all.stores.appUsers.list(applicationId, {}, 'expiresAt:asc', first.next, 100)
    await all.stores.transaction((tx) => tx.appUsers.remove(applicationId, last.id))
    expect(await all.stores.appUsers.list(applicationId, {}, 'expiresAt:asc', first.next, 100)).toEqual(rest)
    await all.user(applicationId, { ...last, passwordHash: 'hash' })
  })

  it('finds part of a name, e-mail or hardware id in any spelling, wildcards taken literally', async () => {
    await all.user(applicationId, { username: 'Émile_100%', email: 'emile@Example.org', hwid: 'ABC-9' })
    expect(await names({ q: 'ÉMI' })).toEqual(['Émile_100%'])
    expect(await names({ q: 'EXAMPLE.ORG' })).toEqual(['Émile_100%'])
    expect(await names({ q: 'bc-9' })).toEqual(['Émile_100%'])
    expect(await names({ q: '100%' })).toEqual(['Émile_100%'])
    expect(await names({ q: 'e_1' })).toEqual(['Émile_100%'])
    for (const q of ['%', '_']) expect(await names({ q })).toEqual(['Émile_100%'])
    expect(await names({ q: '\\' })).toEqual([])
    expect(await names({ hasHwid: true })).toEqual(['Émile_100%'])
    expect(await names({ q: "'; DROP TABLE app_users" })).toEqual([])
  })

  it('filters by status and license, and counts the same', async () => {
    const now = later(-1)
    const licenseId = await all.license(applicationId, { maxUsers: 5, expiresAt: now })
    await all.user(applicationId, { username: 'held', licenseId })
    const { stores } = all
    for (const [username, change] of Object.entries({
      paused: { isPaused: true },
      banned: { isBanned: true },
      inactive: { isActive: false },
    })) {
      const id = await all.user(applicationId, { username })
      await stores.transaction((tx) => tx.appUsers.update(applicationId, id, change))
      expect(await names({ status: username as 'paused', now })).toEqual([username])
    }
    expect(await names({ licenseId })).toEqual(['held'])
    const expired = await names({ status: 'expired', now })
    expect(expired).toContain('held')
    const active = await names({ status: 'active', now })
    expect(active.length + expired.length + 3).toBe(await stores.appUsers.count(applicationId, {}))
    expect(active.length).toBe(await stores.appUsers.count(applicationId, { status: 'active', now }))
    expect(active.length).toBe(await stores.activeCounts.users(applicationId, now))
    for (const status of ['active', 'expired'] as const) {
      const found = status === 'active' ? active : expired
      for (const sort of ['expiresAt:asc', 'expiresAt:desc'] as const) {
        const users = await read(sort, 3, { status, now })
        expect(users.map(({ username }) => username).sort(), sort).toEqual([...found].sort())
      }
    }
  })

  it('of a large application are searched by beginnings, and filtered ones come in the same order', async () => {
    const { stores } = all
    const large = await all.application(await all.owner())
    const now = later(-1)
    for (let n = 0; n < 12; n += 1) {
      const username = `${'abc'[n % 3]}-${String(n).padStart(2, '0')}`
      const expiresAt = n % 4 === 0 ? later(-5) : null
      const id = await all.user(large, { username, email: `mail-${n}@example.org`, hwid: `PC-${n}`, expiresAt })
      await stores.transaction((tx) => tx.appUsers.update(large, id, { isBanned: n === 5, isPaused: n === 7 }))
    }
    const find = async (filter: AppUserFilter, sort: AppUserSort = 'username:asc') =>
      (await stores.appUsers.list(large, { now, ...filter }, sort, undefined, 50)).rows.map((user) => user.username)
    const filters: AppUserFilter[] = [
      { q: 'a-0' },
      { q: 'MAIL-1' },
      { q: 'pc-3' },
      { status: 'banned' },
      { status: 'paused' },
      { status: 'expired' },
      { status: 'active' },
      { hasHwid: true },
      { hasHwid: false },
      { hasLoggedIn: false },
      { q: 'b', status: 'active' },
      { expiresFrom: later(-10), expiresTo: later(0) },
    ]
    const sorts = appUserSorts.flatMap((field) => [`${field}:asc`, `${field}:desc`] as const)
    const answers = () => Promise.all(filters.flatMap((filter) => sorts.map((sort) => find(filter, sort))))
    const small = await answers()
    expect(await find({ q: '-0' })).toHaveLength(10)
    // as if there were many more
    await all.database.transaction((tx) =>
      tx.updateTable('applications').set({ user_count: 1_000_000 }).where('id', '=', large).execute(),
    )
    expect(await answers()).toEqual(small)
    expect(await find({ q: '-0' })).toEqual([])
    expect(await find({ q: 'a-0' })).toEqual(['a-00', 'a-03', 'a-06', 'a-09'])
    expect(await stores.appUsers.count(large, { now, q: 'a-0' })).toBe(4)
  })

  it('finds users by the address of their last login, by their expiry, and those who never logged in', async () => {
    const count = (filter: AppUserFilter) => all.stores.appUsers.count(applicationId, filter)
    const everybody = await read('id:asc', 100)
    const loggedIn = everybody.filter(({ lastLogin }) => lastLogin !== null).length
    expect(loggedIn).toBeGreaterThan(5)
    expect(await count({ q: '192.0.2' })).toBe(loggedIn)
    expect(await count({ hasLoggedIn: true })).toBe(loggedIn)
    expect(await count({ hasLoggedIn: false })).toBe(everybody.length - loggedIn)
    const expiring = await read('id:asc', 100, { expiresFrom: later(-1), expiresTo: later(1) })
    expect(new Set(expiring.map((user) => user.expiresAt?.getTime()))).toEqual(
      new Set([later(-1).getTime(), later(0).getTime()]),
    )
  })
})

/** No expiry sorts last, no login first; equal values by id. */
function compare(a: AppUser, b: AppUser, field: (typeof appUserSorts)[number]): number {
  const rank = (user: AppUser) => {
    if (field === 'username') return 0
    const value = user[field]
    if (value === null) return field === 'expiresAt' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
    return Number(value)
  }
  if (field === 'username' && a.username !== b.username) return a.username < b.username ? -1 : 1
  return rank(a) === rank(b) ? a.id - b.id : rank(a) < rank(b) ? -1 : 1
}
