import { parentPort, workerData } from 'node:worker_threads'
import { openSqliteConnection } from './sqlite-connection.ts'

/** The checkpoint worker: moves committed pages from the log into the database file, beside the writer. */
const intervalMs = 500

if (typeof workerData !== 'string') throw new TypeError('The checkpoint worker is started with the path of a database.')
const db = openSqliteConnection(workerData)
const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')
const timer = setInterval(() => {
  try {
    checkpoint.get()
  } catch {
    // The disk is full or the file is locked: the log keeps what was committed, and the next try may pass.
  }
}, intervalMs)

parentPort?.once('message', () => {
  clearInterval(timer)
  db.close()
})
