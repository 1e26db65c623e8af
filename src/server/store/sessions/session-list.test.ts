import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { planOf, recordQueries, rowsRead } from '../../../../test/harness/query-plans.ts'
import { testNow } from '../../../../test/harness/test-stores.ts'
import { useTestStores } from '../../../../test/harness/use-suite.ts'
import { clientSessionStore } from './client-sessions.ts'

const sessions = 6_000
const limit = 20
/** PostgreSQL may walk over ended sessions where it expects to meet few of them. */
const scanned = 5

describeOnBothDatabases('sessions of a large application', (open) => {
  const all = useTestStores(open)
  let applicationId: number

  beforeAll(async () => {
    const ownerId = await all.owner()
    applicationId = await all.application(ownerId)
    const other = await all.application(ownerId)
    const now = testNow.getTime()
    await all.database.transaction(async (tx) => {
      // a third has ended, a few were not heard of for long, and every tenth is another application's
      await sql`with recursive numbers(n) as (select cast(1 as bigint) union all select n + 1 from numbers where n < ${sql.lit(sessions)})
        insert into client_sessions (application_id, user_id, token_hash, ip_address, user_agent, started_at,
          last_seen_at, ended_at, end_reason)
        select case when n % 10 = 0 then ${sql.lit(other)} else ${sql.lit(applicationId)} end, n % 7, 't' || n, '', '',
          ${sql.lit(now)}, case when n % 500 = 1 then ${sql.lit(now - 100_000)} else ${sql.lit(now - 1_000)} end,
          case when n % 3 = 0 then ${sql.lit(now)} end, case when n % 3 = 0 then 'logout' end from numbers`.execute(tx)
    })
    if (all.database.engine === 'postgres') {
      await all.database.transaction((tx) => sql`analyze client_sessions`.execute(tx))
    }
  })

  it('are listed newest first without a sort or a scan', async () => {
    const { reads, queries } = recordQueries(all.database, 'client_sessions')
    const store = clientSessionStore(reads, all.database.engine)
    const first = await store.list(applicationId, undefined, undefined, limit)
    const next = await store.list(applicationId, undefined, first.at(-1)?.id, limit)
    const ids = [...first, ...next].map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
    expect(ids).toHaveLength(2 * limit)
    expect(queries.size).toBe(2)
    for (const query of queries.values()) {
      if (all.database.engine === 'sqlite') {
        expect(await planOf(all.database, 'client_sessions', query), query.sql).toEqual([
          expect.stringMatching(/^SEARCH client_sessions USING INDEX client_sessions_id \(application_id=\?/),
        ])
      } else expect(await rowsRead(all.database, 'client_sessions', query), query.sql).toBeLessThan(limit * scanned)
    }
  })

  it('are counted as live without those that ended, fell silent, or are of another application', async () => {
    let live = 0
    for (let n = 1; n <= sessions; n += 1) if (n % 10 !== 0 && n % 500 !== 1 && n % 3 !== 0) live += 1
    expect(await all.stores.clientSessions.countLive(applicationId, testNow)).toBe(live)
  })
})
