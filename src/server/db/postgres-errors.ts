import { DiskFull, Unavailable } from './errors.ts'

/** Two transactions in each other's way; PostgreSQL rolled one back so that it can be tried again. */
const conflicts: ReadonlySet<string> = new Set(['40001', '40P01'])

/** Codes of PostgreSQL that speak of the server, not of the statement: shutting down, time is up, read-only. */
const troubles: ReadonlySet<string> = new Set([
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '25006',
  '25P03',
  '3D000',
  ...conflicts,
])

/** Classes of such codes: connection, authorization, resources, I/O of the server. */
const troubleClasses: ReadonlySet<string> = new Set(['08', '28', '53', '58'])

const diskFull = '53100'

const sqlState = /^[0-9A-Z]{5}$/

export function isConflict(error: unknown): boolean {
  return conflicts.has(codeOf(error))
}

/**
 * The error as callers should see it: Unavailable when the server or the way to it is the trouble, else unchanged.
 * An error of pg without an SQL state comes from the socket or from pg itself about a lost connection.
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
