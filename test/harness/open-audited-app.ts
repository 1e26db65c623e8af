import type { Database } from '../../src/server/db/open.ts'
import { createTestApp, type TestApp } from './create-test-app.ts'
import { openMemoryDatabase } from './memory-database.ts'

export interface AuditRow {
  readonly accountId: number | null
  readonly actor: string
  readonly action: string
  readonly subject: string
}

/** A test app whose audit log is read from the table, so that an entry the API omits is still seen. */
export async function openAuditedApp(
  env: Readonly<Record<string, string>> = {},
  given?: Database,
): Promise<TestApp & { audited(): Promise<AuditRow[]> }> {
  const database = given ?? (await openMemoryDatabase())
  const test = await createTestApp({ database, env })
  return {
    ...test,
    audited: async () => {
      const rows = await database.reads.selectFrom('audit').selectAll().orderBy('id').execute()
      return rows.map(({ account_id: accountId, actor, action, subject }) => ({ accountId, actor, action, subject }))
    },
    close: async () => {
      await test.close()
      await database.close()
    },
  }
}
