import { copyFileSync, existsSync, linkSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { compareDatabases, type RestoreDifference } from './compare-databases.ts'
import {
  assertSound,
  copyDatabase,
  putInPlace,
  syncFile,
  syncFolder,
  withReadOnlyDatabase,
  writeCopy,
} from './copy-database.ts'
import { assertHolds, assertRestorable, type CopyFacts, readFacts } from './copy-facts.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { migrateSqlite } from './migrate-sqlite.ts'
import { openSqliteConnection } from './sqlite-connection.ts'
import { isSqliteBusy } from './sqlite-errors.ts'

/** A copy that was just made. */
export interface MadeCopy extends CopyFacts {
  readonly bytes: number
}

const nameOf = (dataDir: string) => join(dataDir, 'keywright.db')

/** Files beside a database: committed pages that are not in it yet, their index, and the rollback journal. */
const logs = ['-wal', '-shm', '-journal']

/** Copies the SQLite database, also while a server uses it. Throws, and leaves no file, when the copy is not intact. */
export function backUp(dataDir: string, target: string): MadeCopy {
  // a log that another database left would be replayed into the copy
  for (const part of ['', ...logs]) if (existsSync(target + part)) throw new Error(`${target}${part} exists already.`)
  if (!existsSync(nameOf(dataDir))) throw new Error(`${dataDir} holds no database.`)
  const db = openSqliteConnection(nameOf(dataDir))
  try {
    const facts = copyDatabase(db, target, readFacts)
    return { bytes: statSync(target).size, ...facts }
  } catch (error) {
    throw new Error(`No backup could be made of ${nameOf(dataDir)}: ${reasonOf(error)}`, { cause: error })
  } finally {
    db.close()
  }
}

/** Opens a backup and checks that it is intact, a Keywright database, and none that only a newer program can read. */
export function inspect(file: string): { readonly masterKeyId: string } {
  if (!existsSync(file)) throw new Error(`There is no ${file}.`)
  try {
    return { masterKeyId: withReadOnlyDatabase(file, assertRestorable) }
  } catch (error) {
    throw new Error(`${file} is no backup that can be restored: ${reasonOf(error)}`, { cause: error })
  }
}

/** A secret of the database, as its store sealed it. */
export interface SealedKey {
  readonly applicationId: number
  readonly sealed: string
}

/**
 * Does with a copy what a restore would do: checks it, counts its rows, migrates it. The file is changed, so it must be
 * one of its own. Returns one API key for the caller to open; undefined where there is no application.
 */
export async function tryCopy(file: string, rows: CopyFacts['rows']): Promise<SealedKey | undefined> {
  const db = openSqliteConnection(file)
  try {
    assertRestorable(db)
    assertHolds(db, rows)
    await migrateSqlite(db, { file })
    const row = db.prepare('SELECT application_id, key_sealed FROM api_keys LIMIT 1').get()
    return row && { applicationId: Number(row.application_id), sealed: String(row.key_sealed) }
  } finally {
    db.close()
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Replaces the database of a stopped server by a backup. `previous` is the prefix of the names under which the old
 * database is kept. A kill at any point leaves either the old or the new database in place; when the old one is
 * damaged, its files are kept unchanged under those names first.
 */
export function restore(dataDir: string, backup: string, previous: string): Restored {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockDataFolder(dataDir)
  try {
    const file = nameOf(dataDir)
    const partial = `${file}.partial`
    // Read through SQLite, since a part of the backup may be in a WAL file beside it.
    withReadOnlyDatabase(backup, (db) => writeCopy(db, partial, assertSound))
    try {
      const mailsDropped = dropWaitingMails(partial)
      const before = setAside(file, previous)
      const difference = differenceOf(before, partial)
      putInPlace(partial, file)
      return { ...before, difference, mailsDropped }
    } finally {
      for (const part of ['', ...logs]) rmSync(partial + part, { force: true })
    }
  } finally {
    unlock()
  }
}

/** Where the database that a restore replaced is kept. */
interface SetAside {
  readonly files: readonly string[]
  /** The files themselves, since no copy of the database could be made. */
  readonly isRaw: boolean
}

/** What a restore did. */
export interface Restored extends SetAside {
  /** Absent where the replaced database can't be compared: there was none, it is damaged or of another version. */
  readonly difference: RestoreDifference | undefined
  /** Mails to customers that waited when the backup was made. */
  readonly mailsDropped: number
}

/** They were sent since, or are about what is over: a code of last week, a warning of an expiry. */
function dropWaitingMails(file: string): number {
  const db = new DatabaseSync(file, { defensive: true })
  try {
    const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'mails'").get()
    if (!isThere) return 0
    return Number(db.prepare('DELETE FROM mails WHERE next_at IS NOT NULL').run().changes)
  } finally {
    db.close()
  }
}

/** A restore is never refused because two databases can't be compared. */
function differenceOf({ files: [replaced], isRaw }: SetAside, backup: string): RestoreDifference | undefined {
  if (replaced === undefined || isRaw) return undefined
  try {
    return compareDatabases(replaced, backup)
  } catch {
    return undefined
  }
}

/**
 * Keeps a database that is about to be replaced and removes its logs in any case: SQLite would replay a leftover WAL
 * into the next database of that name. An intact database is copied, after its whole WAL was moved into the file, so
 * that a kill leaves it complete.
 */
function setAside(file: string, previous: string): SetAside {
  // SQLite takes an empty file for a new database and discards its WAL.
  const kept = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0 && keepCopy(file, `${previous}.db`)
  const files = kept ? [`${previous}.db`] : keepRaw(file, `${previous}.damaged.db`)
  for (const log of logs) rmSync(file + log, { force: true })
  return { files, isRaw: !kept }
}

/** False when the database is damaged. Throws when another process uses it. */
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

/** Database and logs keep matching names, as recovery tools expect them. */
function keepRaw(file: string, target: string): string[] {
  const parts = ['', ...logs].filter((part) => part !== '-shm' && existsSync(file + part))
  if (parts.length === 0) return []
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  for (const part of parts) keepFile(file + part, target + part)
  syncFolder(dirname(target))
  return parts.map((part) => target + part)
}

/**
 * A hard link takes no disk space, which a damaged disk may lack; where the file system has none, the file is copied.
 */
function keepFile(file: string, target: string): void {
  try {
    linkSync(file, target)
  } catch {
    copyFileSync(file, target)
    syncFile(target)
  }
}
