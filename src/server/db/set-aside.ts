import { copyFileSync, existsSync, linkSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { assertSound, copyDatabase, syncFile, syncFolder } from './copy-database.ts'
import { openSqliteConnection } from './sqlite-connection.ts'
import { isSqliteBusy } from './sqlite-errors.ts'

/** Beside a database: what was committed and isn't in it yet, the index of that, and what a killed change is undone by. */
const logs = ['-wal', '-shm', '-journal']

/** Where the database before a restore lies now. */
export interface SetAside {
  readonly files: readonly string[]
  /** Its own files, as they were: no copy could be made of them. */
  readonly isRaw: boolean
}

/**
 * Keeps a database that is about to be replaced, and takes its logs away, whatever state it is in: a log left behind
 * would be played into the next database of that name. Of a sound one a copy is kept, and all of its log is in the file
 * before the log goes, so that a kill leaves it whole.
 */
export function setAside(file: string, previous: string): SetAside {
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
