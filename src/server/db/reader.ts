import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { Bindable, Row } from './database.ts'
import { Unavailable } from './errors.ts'
import { sqliteError } from './sqlite-errors.ts'

/** What a reader thread is asked. */
export interface ReaderQuestion {
  readonly sql: string
  readonly parameters: readonly Bindable[]
}

/** What it answers: rows as arrays, in the order of the columns, and how long the statement ran. */
export interface ReaderAnswer {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Bindable[])[]
  readonly ms: number
  readonly error?: { readonly message: string; readonly errcode: number | undefined }
}

/** A thread with a read-only connection that runs one statement at a time, and keeps the process alive meanwhile. */
export interface Reader {
  /** False until its connection is open. */
  readonly isReady: () => boolean
  /** Rejects with Unavailable when the thread ends. */
  run(question: ReaderQuestion): Promise<ReaderAnswer>
  close(): Promise<void>
}

/** Rows pass through a thread and are handed on: a young generation as large as the server's would be filled for nothing. */
const resourceLimits: ResourceLimits = { maxYoungGenerationSizeMb: 16 }

/** Starts a thread; `onEnd` is called when it has ended, for whatever reason. */
export function startReader(file: string, onEnd: (reader: Reader) => void): Reader {
  const worker = new Worker(new URL('./reader-thread.ts', import.meta.url), { workerData: file, resourceLimits })
  worker.unref()
  let isReady = false
  let reason = 'a reader thread ended'
  let running: PromiseWithResolvers<ReaderAnswer> | undefined
  worker.on('message', (message: ReaderAnswer | 'ready') => {
    if (message === 'ready') {
      isReady = true
      return
    }
    worker.unref()
    running?.resolve(message)
    running = undefined
  })
  worker.on('error', (error) => {
    reason = error.message
  })
  worker.on('exit', () => {
    onEnd(reader)
    running?.reject(new Unavailable(`The database cannot be used right now: ${reason}.`))
  })
  const reader: Reader = {
    isReady: () => isReady,
    run(question) {
      running = Promise.withResolvers()
      worker.ref()
      worker.postMessage(question)
      return running.promise
    },
    async close() {
      await worker.terminate()
    },
  }
  return reader
}

/** The rows of an answer as objects; throws its error. */
export function rowsOf({ columns, rows, error }: ReaderAnswer): Row[] {
  if (error) throw sqliteError(Object.assign(new Error(error.message), { errcode: error.errcode }))
  return rows.map((values) => {
    const row: Row = {}
    for (let at = 0; at < columns.length; at += 1) row[columns[at] as string] = values[at] as Bindable
    return row
  })
}
