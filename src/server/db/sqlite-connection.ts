import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../lib/start-error.ts'

const durableFull = 2

/**
 * Opens a connection with durable settings: a commit is on disk when it returns. SQLite's defaults would lose
 * acknowledged commits in a power failure, and their page cache of 2 MB halves the throughput.
 */
export function openSqliteConnection(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 5000, defensive: true })
  try {
    setUp(db, file === ':memory:' ? 'memory' : 'wal')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function setUp(db: DatabaseSync, journalMode: string): void {
  db.exec('PRAGMA busy_timeout=5000')
  const journal = db.prepare('PRAGMA journal_mode=WAL').get()?.journal_mode
  db.exec('PRAGMA synchronous=FULL')
  // 32 and 64 MiB cost as much memory, and save no CPU that `npm run bench size` shows: the system caches the file, too
  db.exec('PRAGMA cache_size=-16384')
  db.exec('PRAGMA foreign_keys=ON')
  // 64 MB: a fallback for the checkpoint worker, which alone never catches up with a steady writer
  db.exec('PRAGMA wal_autocheckpoint=16384')
  if (journal !== journalMode) {
    throw new StartError(
      'The data folder lies on a file system that SQLite cannot use safely: write-ahead logging is refused.',
    )
  }
  if (db.prepare('PRAGMA synchronous').get()?.synchronous !== durableFull)
    throw new Error('synchronous=FULL is refused.')
  if (db.prepare('PRAGMA foreign_keys').get()?.foreign_keys !== 1) throw new Error('foreign_keys=ON is refused.')
}
