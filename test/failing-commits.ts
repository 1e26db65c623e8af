import type { Database, Job } from '../src/server/db/open.ts'
import { DiskFull, Unavailable } from '../src/server/db/open.ts'

/**
 * How a transaction ends: as it should; refused before it began, for want of room or another reason; taken back; taken
 * back and run again, as of two that are in each other's way; or committed by a server whose answer never came.
 */
export type Ending = 'committed' | 'refused' | 'disk full' | 'taken back' | 'repeated' | 'answer lost'

const failure = (ending: Ending) =>
  new (ending === 'disk full' ? DiskFull : Unavailable)(`A test lets this transaction end so: ${ending}.`)

/** The database, each of whose changes ends as it is told to: transactions, and logins, which are one statement. */
export function withEndings(database: Database, next: (what: 'transaction' | 'login') => Ending): Database {
  const takenBack = <T>(job: Job<T>) =>
    database.transaction(async (tx): Promise<T> => {
      await job(tx)
      throw failure('taken back')
    })
  const transaction = async <T>(job: Job<T>): Promise<T> => {
    const ending = next('transaction')
    if (ending === 'refused' || ending === 'disk full') throw failure(ending)
    if (ending === 'taken back') return takenBack(job)
    if (ending === 'repeated') await takenBack(job).catch(() => {})
    const result = await database.transaction(job)
    if (ending === 'answer lost') throw failure(ending)
    return result
  }
  /** Nobody runs it again. */
  const login = async <T>(make: () => Promise<T>): Promise<T> => {
    const ending = next('login')
    if (ending === 'refused' || ending === 'disk full' || ending === 'taken back') throw failure(ending)
    const result = await make()
    if (ending === 'answer lost') throw failure(ending)
    return result
  }
  if (database.engine === 'sqlite') {
    const { hot } = database
    return { ...database, transaction, hot: { ...hot, write: (...asked) => login(() => hot.write(...asked)) } }
  }
  const query: typeof database.query = (name, ...asked) =>
    name.startsWith('record-login') ? login(() => database.query(name, ...asked)) : database.query(name, ...asked)
  return { ...database, transaction, query }
}
