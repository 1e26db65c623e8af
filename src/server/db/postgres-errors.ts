import { DiskFull, Unavailable } from './errors.ts'

/**
 * Serialization failure and deadlock: PostgreSQL rolled back one of two conflicting transactions, which can be retried.
 */
const conflicts: ReadonlySet<string> = new Set(['40001', '40P01'])

const canceled = '57014'

/** SQLSTATE codes about the server, not the statement: shutting down, timeout, read-only. */
const troubles: ReadonlySet<string> = new Set([
  canceled,
  '57P01',
  '57P02',
  '57P03',
  '25006',
  '25P03',
  '3D000',
  ...conflicts,
])

/** SQLSTATE classes of such codes: connection, authorization, resources, server I/O. */
const troubleClasses: ReadonlySet<string> = new Set(['08', '28', '53', '58'])

const diskFull = '53100'

const sqlState = /^[0-9A-Z]{5}$/

export function isConflict(error: unknown): boolean {
  return conflicts.has(codeOf(error))
}

/** Whether PostgreSQL ended a statement: at its deadline, or because it was asked to. */
export function isCanceled(error: unknown): boolean {
  return error instanceof Unavailable && codeOf(error.cause) === canceled
}

/**
 * Maps an error to what callers should see: Unavailable when the server or the connection failed, else the error
 * itself. A pg error without an SQLSTATE comes from the socket, or from pg about a lost connection.
 */
export function postgresError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Unavailable) return error
  const code = codeOf(error)
  const isAboutStatement = sqlState.test(code) && !troubles.has(code) && !troubleClasses.has(code.slice(0, 2))
  if (isAboutStatement) return error
  const Trouble = code === diskFull ? DiskFull : Unavailable
  return new Trouble(`PostgreSQL cannot be used right now: ${error.message}.`, { cause: error })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
