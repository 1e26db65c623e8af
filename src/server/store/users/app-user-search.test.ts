import { type CompiledQuery, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { planOf, recordQueries, rowsRead } from '../../../../test/harness/query-plans.ts'
import { testLicense, testNow, testStores, testUser } from '../../../../test/harness/test-stores.ts'
import { useTestStores } from '../../../../test/harness/use-suite.ts'
import { appUserSorts } from '../../../shared/contract/app-users.ts'
import type { Database } from '../../db/open.ts'
import type { Position } from '../keyset-pagination.ts'
import { readUsers } from './app-user-search.ts'
import type { AppUserFilter, AppUserSort } from './app-users.ts'

const users = 120
const limit = 12
/** The bounds of a large application, at a scale where a test can follow each user. */
const small = { anyPartUsers: 10, fewMatches: 6, pageSteps: 25 }
const now = testNow
const later = (ms: number) => new Date(testNow.getTime() + ms)
const sorts = appUserSorts.flatMap((field) => [`${field}:asc`, `${field}:desc`] as const)

describeOnBothDatabases('pages of a large application', (open) => {
  const all = useTestStores(open)
  let applicationId: number
  let filters: readonly AppUserFilter[]

  const page = (filter: AppUserFilter, sort: AppUserSort, after: Position | undefined, bounds = small, most = limit) =>
    readUsers(all.database.reads, applicationId, { ...filter, now }, sort, after, most, bounds)
  const idsOf = async (filter: AppUserFilter, sort: AppUserSort, bounds = small) => {
    const ids: number[] = []
    let pages = 0
    let after: Position | undefined
    do {
      const slice = await page(filter, sort, after, bounds)
      ids.push(...slice.rows.map(({ id }) => id))
      after = slice.next
      pages += 1
    } while (after)
    return { ids, pages }
  }

  beforeAll(async () => {
    const ownerId = await all.owner()
    applicationId = await all.application(ownerId)
    const [valid, over] = [
      await all.license(applicationId, { maxUsers: users }),
      await all.license(applicationId, { maxUsers: users, licenseKey: 'OVER', expiresAt: testNow }),
    ]
    for (let n = 0; n < users; n += 1) {
      // long runs of one value, shared ones, and nulls
      const expiresAt = n % 5 === 0 ? null : later(n < 60 ? -1 : (n % 4) - 1)
      const licenseId = n % 7 === 0 ? over : n % 3 === 0 ? valid : null
      const username = `${'abcdef'[n % 6]}-${String(n).padStart(3, '0')}`
      const createdAt = later(Math.floor(n / 40))
      const id = await all.user(applicationId, { username, email: `mail-${n}@x.org`, expiresAt, licenseId, createdAt })
      await all.stores.transaction(async (tx) => {
        if (n % 2 === 0) await tx.appUsers.recordLogin(applicationId, id, later(n % 3), `192.0.2.${n}`)
        await tx.appUsers.update(applicationId, id, { isBanned: n > 100, isPaused: n % 11 === 0, isActive: n % 13 > 0 })
      })
    }
    // seats were not claimed one by one
    await all.database.transaction((tx) => tx.updateTable('licenses').set({ current_users: users }).execute())
    filters = [
      {},
      { q: 'a-0' },
      { q: 'f' },
      { q: 'mail' },
      { q: 'c-00' },
      { status: 'active' },
      { status: 'expired' },
      { status: 'banned' },
      { status: 'paused' },
      { status: 'inactive' },
      { hasLoggedIn: true },
      { hasLoggedIn: false },
      { hasHwid: false },
      { licenseId: valid },
      { expiresFrom: later(0), expiresTo: later(2) },
      { status: 'active', expiresFrom: later(-1) },
      { status: 'expired', hasLoggedIn: false, q: 'mail-1' },
    ]
  })

  it('hold together what one read of everybody finds, each user once, in every order', async () => {
    const whole = { anyPartUsers: users * 2, fewMatches: 0, pageSteps: 0 }
    for (const filter of filters) {
      for (const sort of sorts) {
        // both agree on prefixes only when prefixes are asked for
        const found = await page({ ...filter, isBeginning: true }, sort, undefined, whole, users)
        const together = found.rows.map(({ id }) => id)
        expect((await idsOf(filter, sort)).ids, `${JSON.stringify(filter)} ${sort}`).toEqual(together)
      }
    }
  })

  it('come after so many users even when none of them matches, and say where to go on', async () => {
    // the most recently banned users, in creation order
    const first = await page({ status: 'banned' }, 'createdAt:asc', undefined)
    expect(first.rows).toEqual([])
    expect(first.next).toBeDefined()
    const { ids, pages } = await idsOf({ status: 'banned' }, 'createdAt:asc')
    expect(ids).toHaveLength(users - 101)
    expect(pages).toBeLessThanOrEqual(Math.ceil(users / small.pageSteps) + 8)
  })

  it('of active users in the order of their expiry do not begin among the expired ones', async () => {
    const first = await page({ status: 'active' }, 'expiresAt:asc', undefined)
    expect(first.rows[0]?.expires_at).toBe(later(1).getTime())
    const bounded = await page({ status: 'active', expiresFrom: later(2) }, 'expiresAt:asc', undefined)
    expect(bounded.rows[0]?.expires_at).toBe(later(2).getTime())
  })

  describe('with thirty thousand more', () => {
    beforeAll(() => addCrowd(all.database, applicationId, now))

    it('look at no more users than the bounds say, on the way that each engine takes', async () => {
      const bounds = { anyPartUsers: 10, fewMatches: 300, pageSteps: 700 }
      const { reads, queries } = recordQueries(all.database, 'app_users')
      for (const filter of filters) {
        for (const sort of sorts) {
          let after: Position | undefined
          for (let count = 0; count < 2; count += 1) {
            const slice = await readUsers(reads, applicationId, { ...filter, now }, sort, after, limit, bounds)
            after = slice.next
            if (!after) break
          }
        }
      }
      expect(queries.size).toBeGreaterThan(100)
      for (const query of queries.values()) {
        if (all.database.engine === 'sqlite') expect(await faultsOf(all.database, query), query.sql).toEqual([])
        // one query compares four columns with a prefix
        else
          expect(await rowsRead(all.database, 'app_users', query), query.sql).toBeLessThanOrEqual(
            bounds.pageSteps + 4 * 301,
          )
      }
    })
  })
})

/**
 * Thirty thousand more users, inserted by the database itself; most flags are rare, as in practice. Their ids are above
 * 31 bits: the ids of the other users are random below.
 */
async function addCrowd(database: Database, applicationId: number, now: Date): Promise<void> {
  const crowd = 30_000
  const dayMs = 86_400_000
  await database.transaction(async (tx) => {
    await sql`with recursive numbers(n) as (select cast(1 as bigint) union all select n + 1 from numbers where n < ${sql.lit(crowd)})
      insert into app_users (id, application_id, username, username_key, email, email_key, password_hash, is_active,
        is_paused, is_banned, hwid, hwid_key, is_hwid_locked, expires_at, last_login_at, last_login_ip, created_at)
      select 3000000000 + (n * 791903) % 1000003, ${sql.lit(applicationId)}, 'u' || n, 'u' || n, 'm' || n, 'm' || n, '-',
        case when n % 50 = 0 then 0 else 1 end, case when n % 20 = 0 then 1 else 0 end,
        case when n > 29000 then 1 else 0 end, case when n % 3 = 0 then null else 'h' || n end,
        case when n % 3 = 0 then null else 'h' || n end, 1,
        case when n % 4 = 0 then null else ${sql.lit(now.getTime())} + (n % 60 - 20) * ${sql.lit(dayMs)} end,
        case when n % 10 = 0 then null else ${sql.lit(now.getTime())} - n * 1000 end, '10.0.' || n % 200 || '.1',
        ${sql.lit(now.getTime())} - (n / 5000) * 1000 from numbers`.execute(tx)
    await sql`update applications set user_count = ${sql.lit(crowd + users)}`.execute(tx)
  })
  if (database.engine === 'postgres') await database.transaction((tx) => sql`analyze app_users`.execute(tx))
}

/** Steps of SQLite's plan other than scanning an index range or reading rows by id; none is expected. */
async function faultsOf(database: Database, query: CompiledQuery): Promise<string[]> {
  const isLookup = query.sql.startsWith('with few')
  return (await planOf(database, 'app_users', query)).filter((detail) => {
    // the few rows that were read by id are sorted
    if (isLookup && /^(SCAN app_users|USE TEMP B-TREE FOR (LAST TERM OF )?ORDER BY)$/.test(detail)) return false
    return !/^SEARCH app_users USING (INTEGER PRIMARY KEY|(COVERING )?INDEX \w+) \(/.test(detail)
  })
}

describeOnBothDatabases('of a large application whose unsold licenses expired by the thousand', (open) => {
  it('the users of an expired license are listed and counted as expired', async () => {
    const all = testStores(await open())
    const applicationId = await all.application(await all.owner())
    const [unsold, users] = [4_100, 200]
    const over = await all.license(applicationId, { maxUsers: users, expiresAt: later(-9) })
    const valid = await all.license(applicationId, { maxUsers: users })
    const expiresAt = later(-1)
    const licenses = Array.from({ length: unsold }, (_, n) => ({
      ...testLicense,
      licenseKey: `UNSOLD-${n}`,
      expiresAt,
    }))
    await all.stores.transaction((tx) => tx.licenses.insertMany(applicationId, licenses))
    const expired = new Set<number>()
    await all.stores.transaction(async (tx) => {
      for (let n = 0; n < users; n += 1) {
        await tx.licenses.claimSeat(applicationId, over, later(-10))
        const held = { ...testUser, licenseId: over, username: `over-${n}` }
        expired.add(await tx.appUsers.insert(applicationId, held))
      }
      await tx.licenses.claimSeat(applicationId, valid, now)
      await tx.appUsers.insert(applicationId, { ...testUser, licenseId: valid, username: 'valid' })
    })
    // enough for the search to count index ranges before it reads users
    await all.database.transaction((tx) => tx.updateTable('applications').set({ user_count: 20_000 }).execute())
    for (const sort of sorts) {
      const { rows } = await all.stores.appUsers.list(applicationId, { status: 'expired', now }, sort, undefined, 300)
      expect(new Set(rows.map(({ id }) => id)), sort).toEqual(expired)
    }
    expect(await all.stores.appUsers.count(applicationId, { status: 'expired', now })).toBe(users)
    const active = await all.stores.appUsers.list(applicationId, { status: 'active', now }, 'id:asc', undefined, 300)
    expect(active.rows.map(({ username }) => username)).toEqual(['valid'])
  })
})
