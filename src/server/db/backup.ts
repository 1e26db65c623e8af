import { copyFileSync, existsSync, linkSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import {
  assertSound,
  copyDatabase,
  putInPlace,
  syncFile,
  syncFolder,
  withReadOnlyDatabase,
  writeCopy,
} from './copy-database.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { sqliteDialect } from './dialect.ts'
import { appliedSteps, pendingSteps, stepsFor } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openSqliteConnection } from './sqlite-connection.ts'
import { isSqliteBusy } from './sqlite-errors.ts'

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
    return { bytes: statSync(file).size, masterKeyId: withReadOnlyDatabase(file, assertRestorable) }
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
    withReadOnlyDatabase(backup, (db) => writeCopy(db, partial, assertSound))
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

/** Beside a database: what was committed and isn't in it yet, the index of that, and what a killed change is undone by. */
const logs = ['-wal', '-shm', '-journal']

/** Where the database before a restore lies now. */
interface SetAside {
  readonly files: readonly string[]
  /** Its own files, as they were: no copy could be made of them. */
  readonly isRaw: boolean
}

/**
 * Keeps a database that is about to be replaced, and takes its logs away, whatever state it is in: a log left behind
 * would be played into the next database of that name. Of a sound one a copy is kept, and all of its log is in the file
 * before the log goes, so that a kill leaves it whole.
 */
function setAside(file: string, previous: string): SetAside {
  // An empty file would be taken for a new database, for which its log is thrown away.
  const kept = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0 && keepCopy(file, `${previous}.db`)
  const files = kept ? [`${previous}.db`] : keepRaw(file, `${previous}.damaged.db`)
  for (const log of logs) rmSync(file + log, { force: true })
  return { files, isRaw: !kept }
}

/** False where the database can't be read to its end. Throws where somebody else is at work on it. */
function keepCopy(file: string, target: string): boolean {
  try {
    const db = openSqliteConnection(file)
    try {
      copyDatabase(db, target, assertSound)
      db.exec('PRAGMA journal_mode=DELETE')
      return true
    } finally {
      db.close()
    }
  } catch (error) {
    if (isSqliteBusy(error)) throw error
    return false
  }
}

/** Database and log keep names that belong together, as programs that recover what they can expect it. */
function keepRaw(file: string, target: string): string[] {
  const parts = ['', ...logs].filter((part) => part !== '-shm' && existsSync(file + part))
  if (parts.length === 0) return []
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  for (const part of parts) keepFile(file + part, target + part)
  syncFolder(dirname(target))
  return parts.map((part) => target + part)
}

/** A second name costs no room, of which a damaged disk may have none; not every file system knows it. */
function keepFile(file: string, target: string): void {
  try {
    linkSync(file, target)
  } catch {
    copyFileSync(file, target)
    syncFile(target)
  }
}
