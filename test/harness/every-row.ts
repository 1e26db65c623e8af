import { sql } from 'kysely'
import type { Database } from '../../src/server/db/open.ts'

/** Marks of when somebody was last seen, and the limits: reading alone changes them. */
const changedByReading = ['rate_limits', 'dashboard_sessions', 'management_tokens']

/** Every row of every table but those, as text, by table: the same before and after if nothing was changed. */
export async function everyRow(database: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = await database.transaction((tx) =>
    database.engine === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(tx)
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(tx),
  )
  const rows = new Map<string, readonly string[]>()
  for (const { name } of names.rows) {
    if (changedByReading.includes(name)) continue
    const found = await database.transaction((tx) => sql`select * from ${sql.table(name)}`.execute(tx))
    rows.set(name, found.rows.map((row) => JSON.stringify(row)).sort())
  }
  return rows
}
