import { sql } from 'kysely'
import type { Database } from '../src/server/db/open.ts'

/**
 * PostgreSQL: changes one row and keeps it locked until a statement of `other` waits for it; only then the change is
 * committed. What `other` came to.
 */
export async function whileLocked<T>(
  database: Database,
  table: 'app_users' | 'licenses',
  id: number,
  set: Readonly<Record<string, string | number>>,
  other: () => Promise<T>,
): Promise<T> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let locked = () => {}
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve
  })
  const change = database.transaction(async (tx) => {
    await tx.updateTable(table).set(set).where('id', '=', id).execute()
    locked()
    await released
  })
  await isLocked
  const running = other()
  const waiting = sql<{ n: number }>`select count(*) as n from pg_locks
    where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`
  while (Number((await waiting.execute(database.reads)).rows[0]?.n) === 0) {
    // asks again at once
  }
  release()
  await change
  return running
}
