import { parentPort, workerData } from 'node:worker_threads'
import { openSqliteConnection } from './sqlite-connection.ts'

/** The checkpoint worker thread: moves committed pages from the WAL into the database file while the writer goes on. */
const intervalMs = 500

if (typeof workerData !== 'string') throw new TypeError('The checkpoint worker is started with the path of a database.')
const db = openSqliteConnection(workerData)
const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')
const timer = setInterval(() => {
  try {
    checkpoint.get()
  } catch {
    // The disk is full or the file is locked. The WAL keeps what was committed; the next checkpoint tries again.
  }
}, intervalMs)

parentPort?.once('message', () => {
  clearInterval(timer)
  db.close()
})
