/** The database can't take this right now (disk full, connection lost, shutting down); answered with 503. */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
}

/** For what is only noted beside a call, such as when something was last used: the call goes on without it. */
export function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof Unavailable)) throw error
}

/** No room for the change on the disk. What was there can be read; nothing that was answered is lost. */
export class DiskFull extends Unavailable {
  override readonly name = 'DiskFull'
}

/** More changes wait than the queue may hold; answered with 503, and a later try may pass. */
export class Overloaded extends Unavailable {
  override readonly name = 'Overloaded'

  constructor(waiting: number) {
    super(`${waiting} changes are waiting already.`)
  }
}

const sqliteConstraintUnique = 2067
const sqliteConstraintPrimaryKey = 1555
const postgresUniqueViolation = '23505'

/**
 * Whether a statement failed because a value that must be unique is taken. Catch it around transaction(job), not inside
 * the job: PostgreSQL has given the transaction up by then. (ON CONFLICT DO NOTHING raises no error.)
 */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error)
    return error.errcode === sqliteConstraintUnique || error.errcode === sqliteConstraintPrimaryKey
  return 'code' in error && error.code === postgresUniqueViolation
}
