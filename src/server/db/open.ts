import type { Database, DatabaseOptions } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

// biome-ignore lint/performance/noBarrelFile: the only module through which the rest of the server uses a database
export { backUp, inspect, type MadeCopy, type Restored, restore, type SealedKey, tryCopy } from './backup.ts'
export type { CopyFacts } from './copy-facts.ts'
export { lockBackups } from './data-folder-lock.ts'
export type * from './database.ts'
export { withReserve } from './disk-space.ts'
export {
  DiskFull,
  ignoreUnavailable,
  isUniqueViolation,
  Overloaded,
  ReadAborted,
  ReadTooLong,
  SchemaTooNew,
  Unavailable,
} from './errors.ts'
export { inspectDatabase } from './inspect-database.ts'
export type * from './inspect-facts.ts'
export type { PlannedStep, PlannedTable } from './migration-plan.ts'
export { newestStep } from './migrations/index.ts'
export type { MovedRows, MoveOptions } from './move/move-database.ts'
export { type MigrationPlan, migrateInPlace, planMigration } from './plan-migration.ts'
export { abortReadsWith, readWithin } from './read-signal.ts'
export { rehearseDump } from './rehearse-dump.ts'
export { openSchemaWatch, type SchemaWatch } from './schema-watch.ts'
export { giveWay } from './transaction-guards.ts'

/** Loaded by the command alone. */
export const loadMove = () => import('./move/move-database.ts')

/** Opens the database and migrates its schema. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl ? openPostgres(options.databaseUrl, options) : openSqlite(options)
}
