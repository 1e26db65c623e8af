import { constants, getPriority, setPriority } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { ReaderAnswer, ReaderQuestion } from './reader.ts'
import { createStatementCache } from './statement-cache.ts'

/** A thread of the reader pool: a read-only connection that runs one statement at a time. */
if (typeof workerData !== 'string') throw new TypeError('A reader thread is started with the path of a database.')
lowerPriority()
const db = new DatabaseSync(workerData, { readOnly: true, timeout: 5000, defensive: true })
db.exec('PRAGMA cache_size=-8192')
const prepare = createStatementCache(db)

parentPort?.postMessage('ready')
parentPort?.on('message', ({ sql, parameters }: ReaderQuestion) => {
  parentPort?.postMessage(answer(sql, parameters))
})

function answer(sql: string, parameters: ReaderQuestion['parameters']): ReaderAnswer {
  const startMs = performance.now()
  try {
    const { statement } = prepare(sql)
    // arrays cross to the other thread six times as fast as objects
    statement.setReturnArrays(true)
    const rows = statement.all(...parameters) as unknown as ReaderAnswer['rows']
    // asked for after the rows: when the schema has changed, SQLite prepares the statement anew as it runs
    const columns = statement.columns().map(({ name }) => name)
    return { columns, rows, ms: performance.now() - startMs }
  } catch (error) {
    const { message, errcode } = error as { message: string; errcode?: number }
    return { columns: [], rows: [], ms: performance.now() - startMs, error: { message, errcode } }
  }
}

/**
 * On Linux a priority belongs to a thread: beside ten exports the event loop, which answers heartbeats, comes first.
 * Not the lowest, since a held snapshot keeps the WAL from being restarted.
 */
function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Math.min(getPriority() + 5, constants.priority.PRIORITY_LOW))
  } catch {
    // forbidden in some containers; reads then share the processor evenly
  }
}
