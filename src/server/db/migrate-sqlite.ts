import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { assertSound, copyDatabase } from './copy-database.ts'
import type { DatabaseLog } from './database.ts'
import { type Migration, sqliteDialect } from './dialect.ts'
import {
  appliedSteps,
  type MigrationSession,
  migrate,
  pendingSteps,
  refusePending,
  stepBegins,
  stepsFor,
} from './migrate.ts'
import { migrations } from './migrations/index.ts'

interface MigrateOptions {
  readonly file: string
  readonly log?: DatabaseLog | undefined
  readonly list?: readonly Migration[]
  readonly keepsSchema?: boolean | undefined
  /** Makes the schema of an empty database, with the record of its steps. */
  readonly schema?: string | undefined
}

/** Migrates an SQLite database, after a backup if it holds any data. */
export async function migrateSqlite(db: DatabaseSync, options: MigrateOptions): Promise<void> {
  const { file, log = () => {}, list = migrations, keepsSchema = false } = options
  const steps = stepsFor(sqliteDialect, list)
  const session = createSession(db)
  if (options.schema !== undefined && !isMigrated(db)) db.exec(`BEGIN IMMEDIATE;\n${options.schema};\nCOMMIT`)
  const applied = isMigrated(db) ? await appliedSteps(session) : []
  if (keepsSchema) return refusePending(applied, steps)
  const [next] = pendingSteps(applied, steps)
  if (next && applied.length > 0) log(`Backed up the database to ${backUp(db, file, next.name)}.`)
  await migrate(session, sqliteDialect, steps, (name) => {
    if (applied.length > 0) log(stepBegins(name))
  })
}

function isMigrated(db: DatabaseSync): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'").get() !== undefined
}

function createSession(db: DatabaseSync): MigrationSession {
  return {
    begin: async () => db.exec('BEGIN IMMEDIATE'),
    run: async (sql) => db.prepare(sql).all(),
    async record({ name, checksum, readableFrom }) {
      db.prepare('INSERT INTO migrations (name, checksum, applied_at) VALUES (?, ?, ?)').run(name, checksum, Date.now())
      if (readableFrom === null) return
      db.prepare('UPDATE migrations SET readable_from = ? WHERE name = ?').run(readableFrom, name)
    },
    commit: async () => db.exec('COMMIT'),
    async rollback() {
      if (db.isTransaction) db.exec('ROLLBACK')
    },
  }
}

/** Writes a verified copy beside the database. */
function backUp(db: DatabaseSync, file: string, nextStep: string): string {
  const target = join(dirname(file), 'backups', `before-${nextStep}.db`)
  copyDatabase(db, target, assertSound)
  return target
}
