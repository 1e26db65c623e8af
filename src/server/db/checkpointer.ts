import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { DatabaseLog } from './database.ts'

const restartAfterMs = 1000

/**
 * Runs the checkpoint worker and restarts it when it dies; meanwhile the writer's own automatic checkpoint takes over.
 * Returns a function that stops it and resolves when its connection is closed.
 */
export function startCheckpoints(file: string, log: DatabaseLog = () => {}): () => Promise<void> {
  let isStopped = false
  let worker: Worker | undefined
  let restart: NodeJS.Timeout | undefined

  function start(): void {
    const started = new Worker(new URL('./checkpoint.ts', import.meta.url), { workerData: file })
    worker = started
    started.on('error', (error) => log(`The checkpoint worker failed: ${error.message}`, 'error'))
    started.on('exit', () => {
      worker = undefined
      if (!isStopped) restart = setTimeout(start, restartAfterMs)
    })
  }

  start()
  return async () => {
    isStopped = true
    clearTimeout(restart)
    if (!worker) return
    const gone = once(worker, 'exit')
    worker.postMessage('stop')
    await gone
  }
}
