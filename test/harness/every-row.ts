import { sql } from 'kysely'
import type { Database } from '../../src/server/db/open.ts'

/** Marks of when somebody was last seen, and the limits: reading alone changes them. */
const changedByReading = ['rate_limits', 'dashboard_sessions', 'management_tokens']
const tableNames = (engine: Database['engine']) =>
  engine === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
    : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`

/** Every row of every table but those, as text, by table: the same before and after if nothing was changed. Read at once. */
export function everyRow(database: Database): Promise<unknown> {
  return database.transaction(async (tx) => {
    const names = await tableNames(database.engine).execute(tx)
    const kept = names.rows.map(({ name }) => name).filter((name) => !changedByReading.includes(name))
    if (database.engine === 'postgres') {
      const rowsOf = (name: string) =>
        sql`select ${sql.lit(name)} as name, array_agg(t::text order by t::text) as found from ${sql.table(name)} t`
      return (await sql`${sql.join(kept.map(rowsOf), sql` union all `)}`.execute(tx)).rows
    }
    const rows = new Map<string, unknown>()
    for (const name of kept) {
      const found = await sql`select * from ${sql.table(name)}`.execute(tx)
      rows.set(name, found.rows.map((row) => JSON.stringify(row)).sort())
    }
    return rows
  })
}
