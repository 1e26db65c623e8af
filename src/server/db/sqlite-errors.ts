import { DiskFull, Unavailable } from './errors.ts'

const busy = 5
const full = 13

/** SQLite result codes about the machine, not the statement: locked, memory, read-only, disk, full, can't open. */
const troubles: ReadonlySet<number> = new Set([busy, 6, 7, 8, 10, full, 14])

export function isSqliteBusy(error: unknown): boolean {
  return resultOf(error) === busy
}

/** Maps an error to what callers should see: Unavailable when the machine is at fault, else the error itself. */
export function sqliteError(error: unknown): unknown {
  return troubles.has(resultOf(error)) ? sqliteUnavailable(error) : error
}

export function sqliteUnavailable(cause: unknown): Unavailable {
  if (cause instanceof Unavailable) return cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  const Trouble = resultOf(cause) === full ? DiskFull : Unavailable
  return new Trouble(`The database cannot be used right now: ${reason}.`, { cause })
}

/** The primary result code; the higher bits distinguish variants of it. */
export function resultOf(error: unknown): number {
  if (!(error instanceof Error && 'errcode' in error)) return 0
  return typeof error.errcode === 'number' ? error.errcode & 0xff : 0
}
