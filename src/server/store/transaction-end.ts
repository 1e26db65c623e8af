import type { Kysely } from 'kysely'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

/**
 * Calls the listener once, when this run of the transaction is over: true when it is committed, false when it was taken
 * back. What is kept in memory beside the rows is changed there: a job may run again, and may come to nothing.
 */
export type WhenOver = (listener: (isCommitted: boolean) => void) => void

export const outsideTransaction: WhenOver = () => {
  throw new Error('Only a transaction has an end that can be waited for.')
}

/** Runs a job and tells the listeners of each of its runs how that run ended, before the caller goes on. */
export async function runAndTell<T>(
  database: Database,
  job: (tx: Kysely<Tables>, whenOver: WhenOver) => Promise<T>,
): Promise<T> {
  let listeners: ((isCommitted: boolean) => void)[] = []
  const tell = (isCommitted: boolean) => {
    const told = listeners
    listeners = []
    for (const listener of told) listener(isCommitted)
  }
  const result = await database
    .transaction((tx) => {
      // It runs again: the run before was taken back.
      tell(false)
      return job(tx, (listener) => void listeners.push(listener))
    })
    .catch((error: unknown) => {
      tell(false)
      throw error
    })
  tell(true)
  return result
}
