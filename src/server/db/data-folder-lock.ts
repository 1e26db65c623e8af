import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../lib/start-error.ts'
import { isSqliteBusy } from './sqlite-errors.ts'

/** The server was started twice. The message says what to do; a stack trace would add nothing. */
class DataFolderInUse extends StartError {
  override readonly name = 'DataFolderInUse'
}

/** Prevents two servers on one data folder; returns a function that releases the lock. */
export function lockDataFolder(dataDir: string): () => void {
  try {
    return lock(join(dataDir, 'keywright.lock'))
  } catch (error) {
    if (!isSqliteBusy(error)) throw error
    throw new DataFolderInUse(
      `Another Keywright server is running on the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
}

/**
 * One process at a time makes or tries backups of a data folder, a command or the server. Returns a function that
 * releases the lock, or undefined while another process has it.
 */
export function lockBackups(dataDir: string): (() => void) | undefined {
  try {
    return lock(join(dataDir, 'keywright.backup.lock'))
  } catch (error) {
    if (isSqliteBusy(error)) return undefined
    throw error
  }
}

/**
 * An exclusive SQLite transaction on a small file of its own: the operating system drops it however the process dies,
 * and the database itself stays available to the checkpoint worker.
 */
function lock(file: string): () => void {
  const held = new DatabaseSync(file, { timeout: 0 })
  try {
    held.exec('PRAGMA journal_mode=MEMORY')
    held.exec('BEGIN EXCLUSIVE')
    return () => held.close()
  } catch (error) {
    held.close()
    throw error
  }
}
