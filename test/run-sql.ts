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

/** From now on no change of this row succeeds, as by a fault in the middle of a batch; the answer lifts it. */
export async function failUpdates(database: Database, table: string, id: number): Promise<() => Promise<void>> {
  const name = `fault_${table}_${id}`
  const trigger = `CREATE TRIGGER ${name} BEFORE UPDATE ON ${table}`
  if (database.engine === 'sqlite') {
    await runSql(database, `${trigger} WHEN OLD.id = ${id} BEGIN SELECT RAISE(ABORT, 'a fault'); END`)
    return () => runSql(database, `DROP TRIGGER ${name}`)
  }
  await runSql(
    database,
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a fault'; END $$`,
  )
  await runSql(database, `${trigger} FOR EACH ROW WHEN (OLD.id = ${id}) EXECUTE FUNCTION ${name}()`)
  return () => runSql(database, `DROP TRIGGER ${name} ON ${table}`)
}
