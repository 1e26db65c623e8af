import { parentPort, workerData } from 'node:worker_threads'
import { openSqliteConnection } from './sqlite-connection.ts'

/** The checkpoint worker thread: moves committed pages from the WAL into the database file while the writer goes on. */
const intervalMs = 500

if (typeof workerData !== 'string') throw new TypeError('The checkpoint worker is started with the path of a database.')
const db = openSqliteConnection(workerData)
const statement = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')
const checkpoint = () => {
  try {
    statement.get()
  } catch {
    // The disk is full or the file is locked. The WAL keeps what was committed; the next checkpoint tries again.
  }
}
const timer = setInterval(checkpoint, intervalMs)

parentPort?.on('message', (message: 'now' | 'stop') => {
  if (message === 'now') {
    checkpoint()
    parentPort?.postMessage('done')
    return
  }
  clearInterval(timer)
  db.close()
  parentPort?.close()
})
