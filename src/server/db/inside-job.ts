import { AsyncLocalStorage } from 'node:async_hooks'

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
