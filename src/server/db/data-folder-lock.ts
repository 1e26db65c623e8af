import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isSqliteBusy } from './sqlite-errors.ts'

/** For whoever started it twice: its message says what to do, and a stack would say nothing more. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse'
}

/**
 * Keeps a second server off the data folder; returns how to let go. The lock is an exclusive transaction on a small
 * file of its own: the system drops it when the process dies in whatever way, and the database itself stays open to the
 * checkpoint worker.
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
