import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'

interface RunningJob {
  /** How many calls of `giveWay` are under way. */
  givingWay: number
  /** Called after each. */
  readonly goesOn?: () => void
}

const insideJob = new AsyncLocalStorage<RunningJob>()

/** Runs a job in a context that marks everything it starts as inside a job. */
export function runInsideJob<T>(job: () => Promise<T>, running: RunningJob = { givingWay: 0 }): Promise<T> {
  return insideJob.run(running, job)
}

/**
 * For a job of many rows, every few milliseconds: lets the event loop take in requests and answer those that need
 * nothing but memory. All others wait for the transaction as before.
 */
export async function giveWay(): Promise<void> {
  const job = insideJob.getStore()
  if (job) job.givingWay += 1
  // The first ends before requests that arrived in this turn are answered, the second after.
  await setImmediate()
  await setImmediate()
  if (!job) return
  job.givingWay -= 1
  job.goesOn?.()
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
 * Runs a job of a batch and rejects when it awaits anything but the database and `giveWay`. While jobs await only the
 * database, a batch runs from BEGIN to COMMIT within one turn of the event loop; awaiting a timer, a socket or a thread
 * would block all other writers. Detected when the microtask queue is empty and the job is unfinished; then it has
 * `jobTimeoutMs` left.
 */
export function guardJob<T>(job: () => Promise<T>, jobTimeoutMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let isDone = false
  let timer: NodeJS.Timeout | undefined
  const abandon = () => reject(new Error('A job waited for something else than its transaction and was rolled back.'))
  const whenPromisesRanDry = () => {
    if (isDone || running.givingWay > 0) return
    if (jobTimeoutMs === 0) abandon()
    else timer ??= setTimeout(abandon, jobTimeoutMs)
  }
  // a nextTick scheduled from a microtask runs after all microtasks and before any timer or socket
  const watch = () => queueMicrotask(() => process.nextTick(whenPromisesRanDry))
  const running: RunningJob = { givingWay: 0, goesOn: watch }
  const markDone = () => {
    isDone = true
    clearTimeout(timer)
  }
  runInsideJob(job, running).then(resolve, reject).then(markDone, markDone)
  watch()
  return promise
}
