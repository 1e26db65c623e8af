import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/open.ts'
import { licenseSorts, licenseStatuses } from '../../src/shared/contract/licenses.ts'
import { createTestApp, type TestAccount, type TestApp } from '../harness/create-test-app.ts'
import { describeOnBothDatabases } from '../harness/databases.ts'
import { recordQueries } from '../harness/query-plans.ts'
import { type DashboardCall, dashboardCalls } from './dashboard-calls.ts'
import { seedTenant } from './tenant.ts'

/** Tables with rows for each user, license, session, decision or delivery. */
const growing = ['app_users', 'licenses', 'client_sessions', 'activity', 'deliveries', 'webhook_messages', 'audit']

const licenseFilters = [
  ...licenseStatuses.map((status) => `status=${status}`),
  'isUsed=true',
  'isUsed=false',
  'expiresWithinDays=30',
  'q=description',
  'status=full&isUsed=true&expiresWithinDays=30&q=description',
]

/** The audit log in the order of its ids, a page of it or a range of ids. */
const readFromItsEnd = 'SCAN audit'

describeOnBothDatabases('what the dashboard reads', (open) => {
  let test: TestApp
  let maker: TestAccount
  let database: Database
  let queries: ReturnType<typeof recordQueries>['queries']
  beforeAll(async () => {
    database = await open()
    const recorded = recordQueries(database, '')
    queries = recorded.queries
    const env = { RATE_LIMIT_SCALE: '1000' }
    test = await createTestApp({ database: { ...database, reads: recorded.reads }, env })
    maker = await test.account('owner')
  })
  afterAll(() => test.close())

  it('comes from a range of an index in its order: no large table is scanned, and no part of one sorted', async () => {
    const reads = dashboardCalls(await seedTenant(test, maker)).filter(({ isRepeated }) => isRepeated)
    expect(reads.length).toBeGreaterThan(60)
    expect(await faultsOfAll(reads)).toEqual({})
  })

  it('comes from a range of an index in every order of licenses with every filter and search', async () => {
    const { ids } = await seedTenant(test, maker)
    const path = `/api/applications/${ids.application}/licenses`
    const reads = licenseSorts.flatMap((sort) =>
      ['asc', 'desc'].flatMap((order) =>
        licenseFilters.map((filter) => `${path}?limit=2&sort=${sort}:${order}&${filter}`),
      ),
    )
    expect(await faultsOfAll(reads.map((url) => ({ name: url, method: 'GET', url })))).toEqual({})
  })

  /** The queries of these calls that would read or sort a large table, each with its faults. */
  async function faultsOfAll(calls: readonly Pick<DashboardCall, 'name' | 'method' | 'url' | 'body'>[]) {
    const faults: Record<string, string[]> = {}
    for (const { name, method, url, body } of calls) {
      queries.clear()
      const { status } = await maker.api(method, url, body)
      expect(status, name).toBeLessThan(500)
      for (const query of queries.values()) {
        const steps = await faultsOf(database, query)
        if (steps.length > 0) faults[query.sql] = [name, ...steps]
      }
    }
    return faults
  }
})

async function faultsOf(database: Database, query: CompiledQuery): Promise<string[]> {
  if (!growing.some((table) => query.sql.includes(table))) return []
  return database.engine === 'sqlite' ? faultsOnSqlite(database, query) : faultsOnPostgres(database, query)
}

async function faultsOnSqlite({ reads }: Database, { sql: text, parameters }: CompiledQuery): Promise<string[]> {
  const explained = CompiledQuery.raw(`explain query plan ${text}`, [...parameters])
  const { rows } = await reads.executeQuery<{ detail: string }>(explained)
  const steps = rows.map(({ detail }) => detail)
  const named = [...text.matchAll(/\) as "?(\w+)|with (?:recursive )?(\w+)\(/g)].flatMap(([, ...names]) => names)
  // the elements of a parameter are no table either
  const subqueries = new Set([...named, 'json_each'])
  return steps.filter((step) => {
    if (/^SCAN (\d+ )?CONSTANT ROW/.test(step)) return false
    const [, scanned] = /^SCAN (\w+)/.exec(step) ?? []
    if (scanned === undefined) return /TEMP B-TREE|AUTOMATIC/.test(step)
    return !subqueries.has(scanned) && !(step === readFromItsEnd && text.endsWith('limit ?'))
  })
}

async function faultsOnPostgres(database: Database, { sql: text, parameters }: CompiledQuery): Promise<string[]> {
  return database.transaction(async (tx) => {
    // of an empty table it reads all: a plan that does so although it costs much has no index to use
    await sql`SET LOCAL enable_seqscan = off`.execute(tx)
    await sql`SET LOCAL enable_sort = off`.execute(tx)
    const explained = CompiledQuery.raw(`explain ${text}`, [...parameters])
    const { rows } = await tx.executeQuery<Record<string, string>>(explained)
    const steps = rows.flatMap((row) => Object.values(row))
    return steps.filter((step) => new RegExp(`Seq Scan on (${growing.join('|')})|^ *(-> +)?Sort +\\(`).test(step))
  })
}
