import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { planOf, recordQueries, rowsRead } from '../../../../test/harness/query-plans.ts'
import { type TestStores, testNow, testStores } from '../../../../test/harness/test-stores.ts'
import { licenseSorts, licenseStatuses } from '../../../shared/contract/licenses.ts'
import { openSecrets } from '../../lib/secrets.ts'
import type { Position } from '../keyset-pagination.ts'
import { type LicenseFilter, matchingLicenses } from './license-list.ts'
import { countLicenses, readLicenses } from './license-pages.ts'
import { licenseStore } from './licenses.ts'

const sorts = licenseSorts.flatMap((field) => [`${field}:asc`, `${field}:desc`] as const)
const licenses = 5_000
const limit = 20
const filters: readonly LicenseFilter[] = [
  ...licenseStatuses.map((status) => ({ status })),
  { isUsed: true },
  { isUsed: false },
  { expiresWithinDays: 1 },
  { status: 'active', isUsed: true, expiresWithinDays: 1 },
  { status: 'inactive', isUsed: false },
  { q: 'seldom' },
  { q: 'nowhere', status: 'active' },
  // a whole key, of a license in the middle of every order
  { q: 'k2500' },
]
const byIndex = /^SEARCH \w+ USING (INTEGER PRIMARY KEY|(COVERING )?INDEX \w+) \((rowid|application_id)=\?/
/** The few that were read by id are sorted. */
const byIndexOrOfFew = new RegExp(`${byIndex.source}|^(SCAN licenses|USE TEMP B-TREE FOR (LAST TERM OF )?ORDER BY)$`)
/** Half of those that expire have expired. */
const now = new Date(testNow.getTime() + 25)
/** PostgreSQL may walk another order where it expects to meet the wanted rows there nearly as soon. */
const scanned = 5

describeOnBothDatabases('pages of many licenses', (open) => {
  let all: TestStores
  let applicationId: number

  beforeAll(async () => {
    all = testStores(await open())
    applicationId = await all.application(await all.owner())
    const sample = await all.license(applicationId)
    await all.database.transaction(async (tx) => {
      // long runs of one value, shared ones, and nulls
      await sql`with recursive numbers(n) as (select cast(1 as bigint) union all select n + 1 from numbers where n < ${sql.lit(licenses)})
        insert into licenses (application_id, key_lookup, key_sealed, max_users, current_users, validity_days,
          validity_start, description, description_key, hold, is_active, active_after_hold, expires_at, created_at)
        select application_id, 'k' || n, key_sealed, 9, n % 3, 30, validity_start, '',
          case when n % 1000 = 7 then 'seldom' else '' end,
          case when n % 100 = 9 then 'banned' when n % 1000 = 8 then 'paused' end,
          case when n % 100 = 9 or n % 1000 = 8 then 0 else 1 end, case when n % 100 = 9 or n % 1000 = 8 then 1 end,
          case when n % 4 = 0 then null else ${sql.lit(testNow.getTime())} + n % 50 end,
          ${sql.lit(testNow.getTime())} + n / 1000
        from numbers, licenses where licenses.id = ${sql.lit(sample)}`.execute(tx)
      await sql`update applications set license_count = ${licenses + 1}`.execute(tx)
    })
    if (all.database.engine === 'postgres') await all.database.transaction((tx) => sql`analyze licenses`.execute(tx))
  })

  it('are read in the order of an index, without a sort or a scan', async () => {
    const { reads, queries } = recordQueries(all.database, 'licenses')
    const store = licenseStore(
      reads,
      openSecrets('', { masterKey: 'a master key of the tests, long enough' }),
      all.database.engine,
    )
    for (const sort of sorts) {
      let after: Position | undefined
      // deep enough to pass from nulls to values, and through equal ones
      for (let page = 0; page < 4; page += 1) {
        const slice: Awaited<ReturnType<typeof store.list>> = await store.list(applicationId, {}, sort, after, limit)
        expect(slice.rows).toHaveLength(limit)
        after = slice.next
      }
    }
    expect(queries.size).toBeGreaterThan(sorts.length)
    for (const query of queries.values()) {
      if (all.database.engine === 'sqlite') {
        expect(await planOf(all.database, 'licenses', query), query.sql).toEqual([
          expect.stringMatching(/^SEARCH licenses USING INDEX \w+ \(application_id=\?/),
        ])
      } else expect(await rowsRead(all.database, 'licenses', query), query.sql).toBeLessThan(limit * scanned)
    }
  })

  it('read no more than so many licenses in the order of an index, whatever the filter', async () => {
    const { reads, queries } = recordQueries(all.database, 'licenses')
    const bounds = { fewLicenses: 1_000, pageSteps: 500, fewMatches: 10 }
    for (const sort of sorts) {
      for (const filter of filters) {
        queries.clear()
        let after: Position | undefined
        for (let page = 0; page < 3; page += 1) {
          const asked = { applicationId, filter: { ...filter, now }, keyLookup: filter.q, sort, after, limit }
          after = (await readLicenses(reads, all.database.engine, asked, bounds)).next
        }
        for (const query of queries.values()) {
          const text = `${sort} ${JSON.stringify(filter)}: ${query.sql}`
          if (all.database.engine === 'sqlite') {
            const plan = await planOf(all.database, 'licenses', query)
            const isOfFew = query.sql.startsWith('with few')
            for (const step of plan) expect(step, text).toMatch(isOfFew ? byIndexOrOfFew : byIndex)
          } else
            expect(await rowsRead(all.database, 'licenses', query), text).toBeLessThanOrEqual(
              bounds.pageSteps * scanned,
            )
        }
      }
    }
  })

  it('search descriptions in an index and read few matches by id, many in order', async () => {
    const { reads, queries } = recordQueries(all.database, 'licenses')
    const { engine } = all.database
    const found = { applicationId, filter: { q: 'seldom', now }, keyLookup: 'seldom' }
    const page = { ...found, sort: 'createdAt:desc', after: undefined, limit } as const
    const queriesOf = async (fewMatches: number) => {
      queries.clear()
      const { rows } = await readLicenses(reads, engine, page, { fewLicenses: 1_000, pageSteps: 5_100, fewMatches })
      expect(rows.map(({ description_key }) => description_key)).toEqual(Array(5).fill('seldom'))
      return [...queries.values()]
    }
    const [few, many] = [await queriesOf(5), await queriesOf(4)]
    expect(few.filter(({ sql: text }) => text.startsWith('with few')).length).toBeGreaterThan(0)
    expect(many.filter(({ sql: text }) => text.startsWith('with few'))).toEqual([])
    queries.clear()
    expect(await countLicenses(reads, found)).toBe(5)
    expect(await countLicenses(reads, { ...found, filter: { q: '\u200b', now } })).toBe(licenses + 1)
    const [count] = [...queries.values()].filter(({ sql: text }) => text.includes('count('))
    const searches = [...few, ...(count ? [count] : [])].filter(({ sql: text }) => text.includes('description_key <>'))
    expect(searches).toHaveLength(2)
    for (const query of searches) {
      if (engine === 'sqlite')
        expect(await planOf(all.database, 'licenses', query)).toContainEqual(
          'SEARCH licenses USING COVERING INDEX licenses_described (application_id=?)',
        )
      else expect(await rowsRead(all.database, 'licenses', query), query.sql).toBeLessThan(5 * scanned)
    }
  })

  it('hold together every license that matches once, in every order, in pages that may be short', async () => {
    const bounds = { fewLicenses: 1_000, pageSteps: 500, fewMatches: 10 }
    for (const sort of sorts) {
      for (const filter of filters) {
        const found: number[] = []
        const asked = { applicationId, filter: { ...filter, now }, keyLookup: filter.q, sort, limit: 1_000 }
        let after: Position | undefined
        do {
          const slice = await readLicenses(all.database.reads, all.database.engine, { ...asked, after }, bounds)
          found.push(...slice.rows.map(({ id }) => id))
          after = slice.next
        } while (after)
        const ids = await matchingLicenses(all.database.reads, applicationId, asked.filter, filter.q)
          .select('id')
          .execute()
        expect([ids.length, undefined], `the count of ${JSON.stringify(filter)}`).toContain(
          await countLicenses(all.database.reads, asked),
        )
        expect(found.length, `${sort} ${JSON.stringify(filter)}`).toBe(ids.length)
        expect(new Set(found)).toEqual(new Set(ids.map(({ id }) => id)))
      }
    }
  })

  it('are counted where more than 100,000 could match only if an index has those that do', async () => {
    const setCount = (count: number) =>
      all.database.transaction((tx) => sql`update applications set license_count = ${count}`.execute(tx))
    const counted = (filter: LicenseFilter) =>
      countLicenses(all.database.reads, { applicationId, filter: { ...filter, now }, keyLookup: filter.q })
    await setCount(100_001)
    expect(await counted({ status: 'paused' })).toBe(5)
    expect(await counted({ q: 'k2500' })).toBe(1)
    expect(await counted({ q: 'seldom' })).toBeUndefined()
    await setCount(licenses + 1)
    expect(await counted({ q: 'seldom' })).toBe(5)
  })

  it('hold together every license once, in every order', async () => {
    for (const sort of sorts) {
      const ids = new Set<number>()
      let after: Position | undefined
      let pages = 0
      do {
        const slice = await all.stores.licenses.list(applicationId, {}, sort, after, 1_000)
        for (const { id } of slice.rows) ids.add(id)
        after = slice.next
        pages += 1
      } while (after && pages < 10)
      expect(ids.size, sort).toBe(licenses + 1)
    }
  })
})
