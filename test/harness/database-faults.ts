import { sql } from 'kysely'
import { type Database, DiskFull, type Job, Unavailable } from '../../src/server/db/open.ts'

/**
 * How a transaction ends: as it should; refused before it began, for want of room or another reason; taken back; taken
 * back and run again, as of two that are in each other's way; or committed by a server whose answer never came.
 */
export type TransactionOutcome = 'committed' | 'refused' | 'disk full' | 'taken back' | 'repeated' | 'answer lost'

const failure = (ending: TransactionOutcome) =>
  new (ending === 'disk full' ? DiskFull : Unavailable)(`A test lets this transaction end so: ${ending}.`)

/** The database, each of whose changes ends as it is told to: transactions, and logins, which are one statement. */
export function withFaultInjection(
  database: Database,
  next: (what: 'transaction' | 'login') => TransactionOutcome,
): Database {
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

/** A statement that no store makes: triggers and the like, by which a test lets something go wrong. */
export async function runSql(database: Database, statement: string): Promise<void> {
  await database.transaction((tx) =>
    sql
      .raw(statement)
      .execute(tx)
      .then(() => undefined),
  )
}

/** From now on no change of this row succeeds, as by a fault in the middle of a batch; the answer lifts it. */
export const failUpdates = (database: Database, table: string, id: number): Promise<() => Promise<void>> =>
  failWrites(database, 'UPDATE', table, `OLD.id = ${id}`)

let faults = 0
/** The same for every write of the table that meets the condition. */
export async function failWrites(
  database: Database,
  event: 'INSERT' | 'UPDATE',
  table: string,
  condition: string,
): Promise<() => Promise<void>> {
  faults += 1
  const name = `fault_${faults}`
  const trigger = `CREATE TRIGGER ${name} BEFORE ${event} ON ${table}`
  if (database.engine === 'sqlite') {
    await runSql(database, `${trigger} WHEN ${condition} BEGIN SELECT RAISE(ABORT, 'a fault'); END`)
    return () => runSql(database, `DROP TRIGGER ${name}`)
  }
  await runSql(
    database,
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a fault'; END $$`,
  )
  await runSql(database, `${trigger} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION ${name}()`)
  return () => runSql(database, `DROP TRIGGER ${name} ON ${table}`)
}

/**
 * Runs `other` while a transaction stays open: `begin` starts it, and awaits the given function as its last step, which
 * resolves when `other` has ended. Returns the result of `other`.
 */
export async function whileTransactionOpen<T>(
  begin: (stayOpen: () => Promise<void>) => Promise<unknown>,
  other: () => Promise<T>,
): Promise<T> {
  const [open, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const transaction = begin(() => {
    open.resolve()
    return ended.promise
  })
  await Promise.race([open.promise, transaction])
  try {
    return await other()
  } finally {
    ended.resolve()
    await transaction
  }
}

/** PostgreSQL: the rows that no other transaction has locked now. */
export async function unlockedRows(
  database: Database,
  table: 'app_users' | 'licenses' | 'accounts',
): Promise<number[]> {
  const rows = await database.transaction((tx) =>
    tx
      .selectFrom(table as 'licenses')
      .select('id')
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute(),
  )
  return rows.map(({ id }) => id)
}

/**
 * PostgreSQL: updates one row and holds its lock until a statement of `other` waits for it and `meanwhile` has ended,
 * then commits. Returns the result of `other`.
 */
export async function whileRowLocked<T>(
  database: Database,
  table: 'app_users' | 'licenses' | 'accounts',
  id: number,
  set: Readonly<Record<string, string | number>>,
  other: () => Promise<T>,
  meanwhile = async () => {},
): Promise<T> {
  const update = (stayOpen: () => Promise<void>) =>
    database.transaction(async (tx) => {
      await tx.updateTable(table).set(set).where('id', '=', id).execute()
      await stayOpen()
    })
  const { running } = await whileTransactionOpen(update, async () => {
    const running = other()
    const waiting = sql<{ n: number }>`select count(*) as n from pg_locks
      where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`
    while (Number((await waiting.execute(database.reads)).rows[0]?.n) === 0) {
      // asks again at once
    }
    await meanwhile()
    // wrapped: a promise in an object is not awaited here
    return { running }
  })
  return running
}
