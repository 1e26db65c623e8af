import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Writes a consistent copy of the database while others read and write it. The copy gets its final name only after it
 * is complete, verified and synced to disk; `check` throws when it is not intact. Copying the file itself would not be
 * consistent, since a part of the data is in the WAL.
 */
export function copyDatabase<T>(db: DatabaseSync, target: string, check: (copy: DatabaseSync) => T): T {
  const partial = `${target}.partial`
  const found = writeCopy(db, partial, check)
  putInPlace(partial, target)
  return found
}

/** The same under a temporary name (`.partial`). When the copy fails, the file is removed. */
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

/** Opens a database read-only. */
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

/** Renames a file that was just written; both the file and its new name are synced to disk. */
export function putInPlace(partial: string, target: string): void {
  syncFile(partial)
  renameSync(partial, target)
  syncFolder(dirname(target))
}

/** Syncs a directory, which makes renames in it durable. Windows has no such call. */
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
