import type { Database, Job } from '../src/server/db/open.ts'
import { Unavailable } from '../src/server/db/open.ts'

/**
 * How a transaction ends: as it should; refused before it began; taken back; taken back and run again, as two that are in
 * each other's way; or committed by a server whose answer never came.
 */
export const endings = ['committed', 'refused', 'taken back', 'repeated', 'answer lost'] as const
export type Ending = (typeof endings)[number]

const failure = (ending: Ending) => new Unavailable(`A test lets this transaction end so: ${ending}.`)

/** The database, each of whose changes ends as it is told to. */
export function withEndings(database: Database, next: () => Ending): Database {
  const takenBack = <T>(job: Job<T>) =>
    database.transaction(async (tx): Promise<T> => {
      await job(tx)
      throw failure('taken back')
    })
  const transaction = async <T>(job: Job<T>): Promise<T> => {
    const ending = next()
    if (ending === 'refused') throw failure(ending)
    if (ending === 'taken back') return takenBack(job)
    if (ending === 'repeated') await takenBack(job).catch(() => {})
    const result = await database.transaction(job)
    if (ending === 'answer lost') throw failure(ending)
    return result
  }
  /** A change of one statement: nobody runs it again. */
  const change = async <T>(make: () => Promise<T>): Promise<T> => {
    const ending = next()
    if (ending === 'refused' || ending === 'taken back') throw failure(ending)
    const result = await make()
    if (ending === 'answer lost') throw failure(ending)
    return result
  }
  if (database.engine === 'sqlite') {
    const { hot } = database
    return { ...database, transaction, hot: { ...hot, write: (...asked) => change(() => hot.write(...asked)) } }
  }
  const query: typeof database.query = (name, ...asked) =>
    name.startsWith('record-login') ? change(() => database.query(name, ...asked)) : database.query(name, ...asked)
  return { ...database, transaction, query }
}
