import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { DiskFull } from '../../db/errors.ts'
import { openSqliteConnection } from '../../db/sqlite-connection.ts'
import { sqliteError } from '../../db/sqlite-errors.ts'
import { createExecute, createSqliteKysely } from '../../db/sqlite-kysely.ts'
import { type OldActivity, removeActivity } from './remove-activity.ts'

/** A worker thread that deletes old activity on request, with a connection of its own; it ends with its port. */
export type PurgeAnswer = { readonly removed: number } | { readonly failed: string; readonly isDiskFull: boolean }

if (typeof workerData !== 'string' || !parentPort)
  throw new TypeError('The purge is started as a thread, with the path of a database.')
const port: MessagePort = parentPort
const db = openSqliteConnection(workerData)
// a small cache: deleted rows are read once
db.exec('PRAGMA cache_size=-16384')
const kysely = createSqliteKysely(createExecute(db))
const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')

/** The checkpoint follows at once, so that no other commit has to wait for it. */
async function remove(old: OldActivity): Promise<number> {
  db.exec('BEGIN IMMEDIATE')
  try {
    const removed = await removeActivity(kysely, old)
    db.exec('COMMIT')
    checkpoint.get()
    return removed
  } finally {
    if (db.isTransaction) db.exec('ROLLBACK')
  }
}

async function answer(old: OldActivity): Promise<PurgeAnswer> {
  try {
    return { removed: await remove(old) }
  } catch (cause) {
    const error = sqliteError(cause)
    return { failed: String(error), isDiskFull: error instanceof DiskFull }
  }
}

port.on('message', (old: OldActivity | 'stop') => {
  if (old !== 'stop') return void answer(old).then((result) => port.postMessage(result))
  db.close()
  port.close()
})
