import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../lib/start-error.ts'
import { isSqliteBusy } from './sqlite-errors.ts'

/** The server was started twice. The message says what to do; a stack trace would add nothing. */
class DataFolderInUse extends StartError {
  override readonly name = 'DataFolderInUse'
}

/**
 * Prevents two servers on one data folder; returns a function that releases the lock. The lock is an exclusive SQLite
 * transaction on a small file of its own: the operating system drops it however the process dies, and the database
 * itself stays available to the checkpoint worker.
 */
export function lockDataFolder(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, 'keywright.lock'), { timeout: 0 })
  try {
    lock.exec('PRAGMA journal_mode=MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!isSqliteBusy(error)) throw error
    throw new DataFolderInUse(
      `Another Keywright server is running on the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
  return () => lock.close()
}
