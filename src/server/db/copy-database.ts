import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Writes a copy of the database as it is at this moment, beside whoever reads and writes it. The copy gets its name only
 * when it is complete, read back and on the disk; `check` throws when it isn't sound. Copying the file itself instead
 * would tear it: a part of it lies in the log.
 */
export function copyDatabase<T>(db: DatabaseSync, target: string, check: (copy: DatabaseSync) => T): T {
  const partial = `${target}.partial`
  const found = writeCopy(db, partial, check)
  putInPlace(partial, target)
  return found
}

/** The same, under a name that nobody takes for a copy that is complete; without a copy nothing is left of it. */
export function writeCopy<T>(db: DatabaseSync, partial: string, check: (copy: DatabaseSync) => T): T {
  mkdirSync(dirname(partial), { recursive: true, mode: 0o700 })
  rmSync(partial, { force: true })
  try {
    db.prepare('VACUUM INTO ?').run(partial)
    return withReadOnlyDatabase(partial, check)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

/** Opens a database for a look that changes nothing. */
export function withReadOnlyDatabase<T>(file: string, look: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return look(db)
  } finally {
    db.close()
  }
}

export function assertSound(db: DatabaseSync): void {
  const found = db.prepare('PRAGMA integrity_check').get()?.integrity_check
  if (found !== 'ok') throw new Error(`It is damaged: ${String(found)}`)
}

/** Gives a file that was just written its name, both of them durable. */
export function putInPlace(partial: string, target: string): void {
  syncFile(partial)
  renameSync(partial, target)
  syncFolder(dirname(target))
}

/** Makes the names in a folder durable. Windows knows no such thing. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') syncPath(folder, 'r')
}

export function syncFile(file: string): void {
  syncPath(file, 'r+')
}

function syncPath(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags)
  fsyncSync(handle)
  closeSync(handle)
}
