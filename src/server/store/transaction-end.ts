import type { Kysely } from 'kysely'
import type { Job } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

/**
 * After-commit/rollback hook: calls the listener once with true after this run of the transaction commits, with false
 * after a rollback. In-memory state is changed here, because a job may be retried or rolled back.
 */
export type OnTransactionEnd = (listener: (isCommitted: boolean) => void) => void

export const outsideTransaction: OnTransactionEnd = () => {
  throw new Error('Only a transaction has an end that can be waited for.')
}

/** Runs a job and calls the listeners of each attempt with its result before the caller continues. */
export async function runWithEndListeners<T>(
  transaction: (job: Job<T>) => Promise<T>,
  job: (tx: Kysely<Tables>, onTransactionEnd: OnTransactionEnd) => Promise<T>,
): Promise<T> {
  let listeners: ((isCommitted: boolean) => void)[] = []
  const callListeners = (isCommitted: boolean) => {
    const ended = listeners
    listeners = []
    for (const listener of ended) listener(isCommitted)
  }
  const result = await transaction((tx) => {
    // A retry: the previous attempt was rolled back.
    callListeners(false)
    return job(tx, (listener) => void listeners.push(listener))
  }).catch((error: unknown) => {
    callListeners(false)
    throw error
  })
  callListeners(true)
  return result
}
