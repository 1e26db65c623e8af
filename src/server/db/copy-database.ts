import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

/**
 * Writes a copy of the database as it is at this moment, beside whoever reads and writes it. The copy gets its name only
 * when it is complete and on the disk. Copying the file itself instead would tear it: a part of it lies in the log.
 */
export function copyDatabase(db: DatabaseSync, target: string): void {
  const partial = `${target}.partial`
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  rmSync(partial, { force: true })
  db.prepare('VACUUM INTO ?').run(partial)
  putInPlace(partial, target)
}

/** Gives a file that was just written its name, both of them durable. */
export function putInPlace(partial: string, target: string): void {
  syncPath(partial, 'r+')
  renameSync(partial, target)
  // Windows knows no such thing as syncing a folder
  if (process.platform !== 'win32') syncPath(dirname(target), 'r')
}

function syncPath(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags)
  fsyncSync(handle)
  closeSync(handle)
}
