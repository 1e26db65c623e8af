import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { assertSound, copyDatabase, putInPlace, reading, writeCopy } from './copy-database.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { sqliteDialect } from './dialect.ts'
import { appliedSteps, pendingSteps, stepsFor } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { type SetAside, setAside } from './set-aside.ts'
import { openSqliteConnection } from './sqlite-connection.ts'

/** What a backup holds, as far as it matters for putting it back. */
interface BackupFacts {
  readonly bytes: number
  /** Of the master key without which its secrets can't be read; the key itself is never in a backup. */
  readonly masterKeyId: string
}

const nameOf = (dataDir: string) => join(dataDir, 'keywright.db')

/** Copies the embedded database, also of a server that runs. Of a copy that isn't sound nothing is left: it throws. */
export function backUp(dataDir: string, target: string): BackupFacts {
  if (existsSync(target)) throw new Error(`${target} exists already.`)
  if (!existsSync(nameOf(dataDir))) throw new Error(`${dataDir} holds no database.`)
  const db = openSqliteConnection(nameOf(dataDir))
  try {
    const masterKeyId = copyDatabase(db, target, assertRestorable)
    return { bytes: statSync(target).size, masterKeyId }
  } catch (error) {
    throw new Error(`No backup could be made of ${nameOf(dataDir)}: ${reasonOf(error)}`, { cause: error })
  } finally {
    db.close()
  }
}

/** Opens a backup and checks that it is whole, of Keywright, and no newer than this program. */
export function inspect(file: string): BackupFacts {
  if (!existsSync(file)) throw new Error(`There is no ${file}.`)
  try {
    return { bytes: statSync(file).size, masterKeyId: reading(file, assertRestorable) }
  } catch (error) {
    throw new Error(`${file} is no backup that can be restored: ${reasonOf(error)}`, { cause: error })
  }
}

/** Returns the id of its master key. */
function assertRestorable(db: DatabaseSync): string {
  assertSound(db)
  pendingSteps(appliedSteps({ run: (sql) => db.prepare(sql).all() }), stepsFor(sqliteDialect, migrations))
  const row = db.prepare("SELECT value FROM installation WHERE name = 'master_key_id'").get()
  return String(row?.value ?? '')
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Puts a backup in the place of the database of a stopped server; `previous` begins the name of what lay there before.
 * Killed at any point it leaves the old database or the new one; of an old one that can't be read any more, its files
 * as they were lie under the other name first.
 */
export function restore(dataDir: string, backup: string, previous: string): SetAside {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockDataFolder(dataDir)
  try {
    const file = nameOf(dataDir)
    const partial = `${file}.partial`
    // Read as a database, since a part of it may lie in a log beside it.
    reading(backup, (db) => writeCopy(db, partial, assertSound))
    try {
      const before = setAside(file, previous)
      putInPlace(partial, file)
      return before
    } finally {
      rmSync(partial, { force: true })
    }
  } finally {
    unlock()
  }
}
