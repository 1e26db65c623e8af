import type { Database } from '../../db/open.ts'
import { hotPostgres } from './hot-postgres.ts'
import { hotSqlite } from './hot-sqlite.ts'
import type { HotStore } from './hot-store.ts'

/** The hot store of the current engine. */
export function openHotStore(database: Database): HotStore {
  return database.engine === 'sqlite' ? hotSqlite(database) : hotPostgres(database)
}
