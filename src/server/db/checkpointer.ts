import { once } from 'node:events'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { DatabaseLog } from './database.ts'

const restartAfterMs = 1000
/** A quarter of what the writer's own automatic checkpoint allows, which would hold the event loop. */
const longPages = 4096
/**
 * With a steady stream of other commits, or an old read, the WAL is never moved whole: then nobody waits again for this
 * one, and the automatic checkpoint does its part. A wait before each slice would make hours of minutes.
 */
const longestWaitMs = 250

export interface Checkpointer {
  /** Undefined while the WAL is short; else resolves when all of it has been moved, or after a quarter of a second. */
  caughtUp(): Promise<void> | undefined
  /** Resolves when the worker's connection is closed. */
  stop(): Promise<void>
}

interface WalSize {
  /** Pages in the WAL. It begins anew when the next commit finds all of them moved. */
  readonly log: number
  readonly checkpointed: number
}

/**
 * Runs the checkpoint worker on the writer's file and restarts it when it dies; meanwhile the writer's own automatic
 * checkpoint takes over.
 */
export function startCheckpoints(writer: DatabaseSync, file: string, log: DatabaseLog = () => {}): Checkpointer {
  /** Looks and moves nothing. SQLite before 3.51 takes it for PASSIVE. */
  const look = writer.prepare('PRAGMA wal_checkpoint(NOOP)')
  let isStopped = false
  let worker: Worker | undefined
  let restart: NodeJS.Timeout | undefined
  let waiting: Promise<void> | undefined
  /** The WAL that is there was waited for in vain. */
  let isGivenUp = false

  function start(): void {
    const started = new Worker(new URL('./checkpoint.ts', import.meta.url), { workerData: file })
    worker = started
    started.on('error', (error) => log(`The checkpoint worker failed: ${error.message}`, 'error'))
    started.on('exit', () => {
      worker = undefined
      if (!isStopped) restart = setTimeout(start, restartAfterMs)
    })
  }
  const isLong = () => {
    const { log: pages, checkpointed } = look.get() as unknown as WalSize
    return pages > longPages && checkpointed < pages
  }
  async function waitUntilMoved(): Promise<void> {
    const untilMs = performance.now() + longestWaitMs
    while (worker && isLong() && performance.now() < untilMs) {
      const over = new AbortController()
      const ends = [once(worker, 'message', over), once(worker, 'exit', over), sleep(longestWaitMs, undefined, over)]
      worker.postMessage('now')
      // a worker that fails ends the wait, too
      await Promise.race(ends).catch(() => {})
      over.abort()
    }
    isGivenUp = worker !== undefined && isLong()
  }

  const waitTogether = () => {
    waiting ??= waitUntilMoved().finally(() => {
      waiting = undefined
    })
    return waiting
  }

  start()
  return {
    caughtUp() {
      if (!worker) return undefined
      if (!isLong()) isGivenUp = false
      else if (!isGivenUp) return waitTogether()
      return undefined
    },
    async stop() {
      isStopped = true
      clearTimeout(restart)
      if (!worker) return
      const gone = once(worker, 'exit')
      worker.postMessage('stop')
      await gone
    },
  }
}
