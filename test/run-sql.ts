import { sql } from 'kysely'
import type { Database } from '../src/server/db/open.ts'

/** A statement that no store makes: triggers and the like, by which a test lets something go wrong. */
export async function runSql(database: Database, statement: string): Promise<void> {
  await database.transaction((tx) =>
    sql
      .raw(statement)
      .execute(tx)
      .then(() => undefined),
  )
}
