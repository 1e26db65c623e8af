import type { DatabaseSync } from 'node:sqlite'
import { assertSound } from './copy-database.ts'
import { sqliteDialect } from './dialect.ts'
import { appliedSteps, pendingSteps, stepsFor } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { quoted } from './move/moved-tables.ts'

/** What a copy of the database holds, by which a later reader can tell whether it is all there. */
export interface CopyFacts {
  /** Of the master key that its secrets are encrypted with. The key itself is never in a backup. */
  readonly masterKeyId: string
  /** The newest step of its schema. */
  readonly schema: string
  /** The number of rows by table. */
  readonly rows: Readonly<Record<string, number>>
}

/** Returns the id of its master key. Throws when this program can't use the database. */
export function assertRestorable(db: DatabaseSync): string {
  assertSound(db)
  pendingSteps(stepsOf(db), stepsFor(sqliteDialect, migrations))
  const row = db.prepare("SELECT value FROM installation WHERE name = 'master_key_id'").get()
  return String(row?.value ?? '')
}

/** The same, with everything else that a manifest says. Counts all rows. */
export function readFacts(db: DatabaseSync): CopyFacts {
  const masterKeyId = assertRestorable(db)
  return { masterKeyId, schema: String(stepsOf(db).at(-1)?.name ?? ''), rows: countRows(db) }
}

const stepsOf = (db: DatabaseSync) => appliedSteps({ run: (sql) => db.prepare(sql).all() })

function countRows(db: DatabaseSync): Record<string, number> {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'").all()
  return Object.fromEntries(
    tables
      .map(({ name }) => String(name))
      .map((name) => [name, Number(db.prepare(`SELECT count(*) AS count FROM ${quoted(name)}`).get()?.count)]),
  )
}

/** Throws when the database doesn't hold what its manifest says. */
export function assertHolds(db: DatabaseSync, expected: CopyFacts['rows']): void {
  const found = countRows(db)
  for (const [table, count] of Object.entries(expected)) {
    if (found[table] !== count) {
      throw new Error(`The table ${table} has ${found[table] ?? 'no'} rows, and should have ${count}.`)
    }
  }
}
