/** The database can't take this now (disk full, connection lost, shutting down); answered with 503. */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
}

/** The database gave no answer, or no connection, within the time that a call has. */
export class Unanswered extends Unavailable {
  override readonly name = 'Unanswered'
}

/** For writes that a request can do without, such as a last-used time. */
export function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof Unavailable)) throw error
}

/** The disk is full. Reads work; no acknowledged change is lost. */
export class DiskFull extends Unavailable {
  override readonly name = 'DiskFull'
}

/** The queue of changes or of reads is full; answered with 503. A later request may succeed. */
export class Overloaded extends Unavailable {
  override readonly name = 'Overloaded'

  constructor(waiting: number, what: 'changes' | 'reads' = 'changes') {
    super(`${waiting} ${what} are waiting already.`)
  }
}

/** A read took longer than anyone waits; answered with 503 and a code of its own. */
export class ReadTooLong extends Unavailable {
  override readonly name = 'ReadTooLong'

  constructor(options?: ErrorOptions) {
    super('A read took too long and was given up.', options)
  }
}

/** Nobody waits for a read any more: the browser that asked has gone away. */
export class ReadAborted extends Unavailable {
  override readonly name = 'ReadAborted'

  constructor(options?: ErrorOptions) {
    super('Nobody waits for this read any more.', options)
  }
}

/** The settings lead to a database that the server can't work with; the message says what to do. */
export class UnsuitableDatabase extends Error {
  override readonly name = 'UnsuitableDatabase'
}

const sqliteConstraintUnique = 2067
const sqliteConstraintPrimaryKey = 1555
const postgresUniqueViolation = '23505'

/**
 * Whether a statement violated a unique constraint. Catch it around transaction(job), not inside the job: PostgreSQL
 * has aborted the transaction by then. (ON CONFLICT DO NOTHING raises no error.)
 */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error)
    return error.errcode === sqliteConstraintUnique || error.errcode === sqliteConstraintPrimaryKey
  return 'code' in error && error.code === postgresUniqueViolation
}
