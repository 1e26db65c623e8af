import { type CompiledQuery, sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { planOf, recordQueries, rowsRead } from '../../../../test/harness/query-plans.ts'
import { testNow } from '../../../../test/harness/test-stores.ts'
import { useTestStores } from '../../../../test/harness/use-suite.ts'
import { licenseUseStore } from './license-use.ts'

const users = 5_000
/** About what is looked at for a count and the ten that are shown. */
const readAtMost = 1_100

describeOnBothDatabases('who uses a license', (open) => {
  const all = useTestStores(open)
  let applicationId: number
  let crowded: number
  let small: number

  beforeAll(async () => {
    applicationId = await all.application(await all.owner())
    crowded = await all.license(applicationId, { maxUsers: users })
    small = await all.license(applicationId, { maxUsers: 9 })
    const sample = await all.user(applicationId)
    const numbers = sql`with recursive numbers(n) as
      (select cast(1 as bigint) union all select n + 1 from numbers where n < ${sql.lit(users)})`
    await all.database.transaction(async (tx) => {
      await sql`${numbers}
        insert into app_users (id, application_id, username, username_key, password_hash, is_active, is_paused, is_banned,
          hwid, hwid_key, is_hwid_locked, license_id, created_at)
        select n, application_id, 'of crowded ' || n, 'of crowded ' || n, password_hash, 1, 0, 0,
          'PC-' || n, 'pc-' || n, 1, ${sql.lit(crowded)}, created_at
        from numbers, app_users where app_users.id = ${sql.lit(sample)}`.execute(tx)
      await sql`${numbers}
        insert into client_sessions (application_id, user_id, token_hash, ip_address, user_agent, started_at, last_seen_at)
        select ${sql.lit(applicationId)}, n, 'token ' || n, '192.0.2.1', 'demo', ${sql.lit(testNow.getTime())},
          ${sql.lit(testNow.getTime())} from numbers`.execute(tx)
      await sql`update licenses set current_users = ${sql.lit(users)} where id = ${sql.lit(crowded)}`.execute(tx)
    })
    if (all.database.engine === 'postgres') {
      for (const table of ['app_users', 'client_sessions']) {
        await all.database.transaction((tx) => sql`analyze ${sql.table(table)}`.execute(tx))
      }
    }
  })

  const start = (userId: number, token: string) =>
    all.stores.transaction((tx) =>
      tx.clientSessions.insert(applicationId, {
        userId,
        tokenHash: token,
        hwid: null,
        ipAddress: '192.0.2.1',
        userAgent: 'demo',
        at: testNow,
        isProved: false,
      }),
    )

  it('is its first ten users with their devices and live sessions, and nobody of another application', async () => {
    const ids: number[] = []
    for (let n = 0; n < 12; n += 1) {
      const hwid = n < 6 ? `Device-${n % 3}` : null
      ids.push(await all.user(applicationId, { licenseId: small, hwid }))
    }
    const [first = 0, second = 0] = ids
    for (const token of ['a', 'b']) await start(first, token)
    await start(second, 'c')
    await all.stores.transaction((tx) => tx.clientSessions.endForUsers(applicationId, [second], 'logout', testNow))
    const use = await all.stores.licenseUse.read(applicationId, small)
    expect(use.users.map(({ id }) => id)).toEqual(ids.sort((a, b) => a - b).slice(0, 10))
    expect(use).toMatchObject({ devices: 3, sessions: 2 })
    const other = await all.application(await all.owner())
    expect(await all.stores.licenseUse.read(other, small)).toEqual({ users: [], devices: 0, sessions: 0 })
  })

  it('is not counted beyond 1,000 users, and no more rows are read than that', async () => {
    const read: Record<string, number> = {}
    for (const table of ['app_users', 'client_sessions']) {
      const { reads, queries } = recordQueries(all.database, table)
      const use = await licenseUseStore(reads).read(applicationId, crowded)
      expect(use.users).toHaveLength(10)
      expect(use).toMatchObject({ devices: null, sessions: null })
      read[table] = await rowsOf(table, queries)
    }
    expect(read.client_sessions).toBe(0)
    if (all.database.engine === 'postgres') expect(read.app_users).toBeLessThanOrEqual(readAtMost)
  })

  it('reads the users of a license and their sessions, whatever else the application holds', async () => {
    for (const table of ['app_users', 'client_sessions']) {
      const { reads, queries } = recordQueries(all.database, table)
      await licenseUseStore(reads).read(applicationId, small)
      expect(queries.size).toBe(table === 'app_users' ? 2 : 1)
      const rows = await rowsOf(table, queries)
      if (all.database.engine === 'postgres') expect(rows).toBeLessThanOrEqual(40)
    }
  })

  /** Rows read on PostgreSQL; on SQLite the plan has to search an index for a license, users by ID, or sessions. */
  async function rowsOf(table: string, queries: ReadonlyMap<string, CompiledQuery>): Promise<number> {
    let rows = 0
    for (const query of queries.values()) {
      if (all.database.engine === 'postgres') {
        rows += await rowsRead(all.database, table, query)
      } else {
        const steps = await planOf(all.database, table, query)
        expect(steps.length, query.sql).toBeGreaterThan(0)
        for (const step of steps) expect(step).toMatch(bySearch)
      }
    }
    return rows
  }
})

const bySearch =
  /INDEX app_users_of_license \(license_id=\?|USING INTEGER PRIMARY KEY \(rowid=\?|INDEX app_users_id \(application_id=\? AND id=\?|INDEX client_sessions_live \(application_id=\? AND user_id=\?/
