import type { CompiledQuery } from 'kysely'
import { expect, it } from 'vitest'
import { openMemoryDatabase } from '../../../../test/harness/memory-database.ts'
import { planOf } from '../../../../test/harness/query-plans.ts'
import { testNow, testStores, testUser } from '../../../../test/harness/test-stores.ts'
import { newToken } from '../../../../test/harness/world.ts'
import type { Database } from '../../db/open.ts'

/** The database, and the statements of its transactions. */
function withRecordedStatements(database: Database) {
  const statements: CompiledQuery[] = []
  const executor = database.reads.getExecutor()
  const transaction: Database['transaction'] = (job) =>
    database.transaction((tx) =>
      job(
        tx.withPlugin({
          transformQuery: ({ node, queryId }) => {
            statements.push(executor.compileQuery(node, queryId))
            return node
          },
          transformResult: async ({ result }) => result,
        }),
      ),
    )
  return { database: { ...database, transaction } as Database, statements }
}

it('a deleted application is removed by its own rows: no slice reads those of all others (SQLite)', async () => {
  const { database, statements } = withRecordedStatements(await openMemoryDatabase())
  const { stores, owner, application, user } = testStores(database)
  const ownerId = await owner()
  const [gone, kept] = [await application(ownerId), await application(ownerId)]
  for (const id of [gone, kept]) {
    const userId = await user(id, testUser)
    await stores.transaction(async (tx) => {
      for (let n = 0; n < 2; n += 1) {
        const session = { userId, tokenHash: newToken(), hwid: null, ipAddress: '::1', userAgent: 'x', at: testNow }
        await tx.clientSessions.insert(id, { ...session, isProved: false })
        if (n === 0) await tx.clientSessions.endForUsers(id, [userId], 'logout', testNow)
      }
    })
  }
  await stores.transaction((tx) => tx.applications.remove(gone, testNow))
  statements.length = 0
  let removed = 0
  for (let rows = 1; rows > 0; removed += rows) {
    rows = await stores.transaction((tx) => tx.applications.purgeDeleted(testNow, 1))
  }
  // two sessions, a user, and the application
  expect(removed).toBe(4)
  for (const table of ['client_sessions', 'activity', 'app_users', 'licenses', 'operation_rows']) {
    const own = statements.filter(({ sql }) => sql.includes(table))
    expect(own).not.toEqual([])
    for (const statement of own) {
      for (const step of await planOf(database, table, statement)) expect(step).toMatch(/^SEARCH/)
    }
  }
  expect((await stores.applications.find(kept))?.id).toBe(kept)
  expect(
    await stores.clientSessions.liveOf(
      kept,
      (await stores.appUsers.list(kept, {}, 'id:asc', undefined, 1)).rows[0]?.id ?? 0,
    ),
  ).toHaveLength(1)
  await database.close()
})
