import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'

const insideJob = new AsyncLocalStorage<true>()

/** Runs a job in a context that marks everything it starts as inside a job. */
export function runInsideJob<T>(job: () => Promise<T>): Promise<T> {
  return insideJob.run(true, job)
}

/** Rejects nested use: a job that awaits another transaction, or a read outside its own, would deadlock. */
export function refuseInsideJob(): void {
  if (insideJob.getStore())
    throw new Error('Inside a transaction use its own tx: neither reads nor another transaction.')
}

const changes: ReadonlySet<string> = new Set([
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
  'MergeQueryNode',
])

/** Rejects writes through `reads`: a write belongs in a transaction. */
export const readsOnly: KyselyPlugin = {
  transformQuery({ node }) {
    if (changes.has(node.kind)) throw new Error('Changes go through transaction(job), not through reads.')
    refuseInsideJob()
    return node
  },
  transformResult: async ({ result }) => result,
}

/**
 * Runs a job of a batch and rejects when it awaits anything but the database. While jobs await only the database, a
 * batch runs from BEGIN to COMMIT within one turn of the event loop; awaiting a timer, a socket or a thread would block
 * all other writers. Detected when the microtask queue is empty and the job is unfinished; then it has `jobTimeoutMs`
 * left.
 */
export function guardJob<T>(job: () => Promise<T>, jobTimeoutMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let isDone = false
  let timer: NodeJS.Timeout | undefined
  const abandon = () => reject(new Error('A job waited for something else than its transaction and was rolled back.'))
  const whenPromisesRanDry = () => {
    if (isDone) return
    if (jobTimeoutMs === 0) abandon()
    else timer = setTimeout(abandon, jobTimeoutMs)
  }
  const markDone = () => {
    isDone = true
    clearTimeout(timer)
  }
  job().then(resolve, reject).then(markDone, markDone)
  // a nextTick scheduled from a microtask runs after all microtasks and before any timer or socket
  queueMicrotask(() => process.nextTick(whenPromisesRanDry))
  return promise
}
