import { type Database, openDatabase } from '../../src/server/db/open.ts'
import { createTestApp, type TestApp } from './create-test-app.ts'

export interface AuditRow {
  readonly accountId: number | null
  readonly actor: string
  readonly action: string
  readonly subject: string
}

/** A test app whose audit log is read past the product: what a call leaves out would be missed otherwise. */
export async function openAuditedApp(
  env: Readonly<Record<string, string>> = {},
  given?: Database,
): Promise<TestApp & { audited(): Promise<AuditRow[]> }> {
  const database = given ?? (await openDatabase({ dataDir: '', inMemory: true, isStrict: true, checkpoint: false }))
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
