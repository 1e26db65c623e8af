import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'

const insideJob = new AsyncLocalStorage<true>()

/** Runs a job so that what it starts knows where it runs. */
export function runInsideJob<T>(job: () => Promise<T>): Promise<T> {
  return insideJob.run(true, job)
}

/** A job that waited for another transaction, or for a read outside its own, would wait for itself. */
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

/** Keeps `reads` what its name says: a change belongs into a transaction, and a transaction reads through its own tx. */
export const readsOnly: KyselyPlugin = {
  transformQuery({ node }) {
    if (changes.has(node.kind)) throw new Error('Changes go through transaction(job), not through reads.')
    refuseInsideJob()
    return node
  },
  transformResult: async ({ result }) => result,
}

/**
 * Runs a job of a batch and rejects when it waits for something else than the database. While jobs await only the
 * database, a batch runs from BEGIN to COMMIT within one turn of the event loop; one that waits for a timer, a socket or
 * a thread keeps everybody waiting. Seen when all promises have run dry and the job is still not done; then it has
 * `patienceMs` left.
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
  // a tick scheduled by a promise runs after the last promise, and before any timer or socket
  queueMicrotask(() => process.nextTick(whenPromisesRanDry))
  return promise
}
