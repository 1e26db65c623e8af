import { cliCommand } from '../lib/cli-command.ts'
import { StartError } from '../lib/start-error.ts'
import { resultOf } from './sqlite-errors.ts'

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there. Start PostgreSQL, or correct host and port',
  ENOTFOUND: 'this host name is unknown. Correct it',
  EAI_AGAIN: 'the host name could not be looked up. Correct it, or check the name server',
  EHOSTUNREACH: 'there is no way to this host. Check the network',
  ETIMEDOUT: 'it does not answer. Check the address and the firewall',
  '28P01': 'it refuses the password. Correct user or password',
  '28000': 'it refuses this user. Correct the user, or pg_hba.conf',
  '3D000': 'there is no such database. Create it, or correct the name',
  '53300': 'it has too many connections. Close some, or raise max_connections',
  '57P03': 'it is starting or stopping. Try again in a moment',
}

/**
 * PostgreSQL could not be reached at the start. Names host, port and database: never user and password. `setting` is what
 * the operator wrote the address into.
 */
export function unreachable(databaseUrl: string, error: unknown, setting = 'DATABASE_URL'): StartError {
  const { hostname, port, pathname } = new URL(databaseUrl)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isSlow = error instanceof Error && /timeout/i.test(error.message)
  const reason = reasons[isSlow ? 'ETIMEDOUT' : code] ?? `it refuses the connection (${code || 'unknown reason'})`
  const where = `${hostname || 'localhost'}:${port || 5432}, database ${pathname.slice(1) || 'of the user'}`
  return new StartError(`PostgreSQL cannot be used at ${where}: ${reason} in ${setting}.`, { cause: error })
}

const [readOnly, inputOutput, corrupt, full, cannotOpen, noDatabase] = [8, 10, 11, 13, 14, 26]

/** SQLite could not open or read its file; other errors stay as they are. */
export function unusableFile(file: string, error: unknown): unknown {
  const found = resultOf(error)
  if (found === corrupt || found === noDatabase) {
    return new StartError(
      `The database ${file} is damaged or is no SQLite database. Stop here, keep a copy of it, and restore a backup: ` +
        `${cliCommand} backup restore <file>`,
      { cause: error },
    )
  }
  if (found === readOnly || found === cannotOpen) {
    return new StartError(
      `The database ${file} cannot be written. Give it and its folder to the user of the server, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
  if (found === full) return new StartError(`The disk of ${file} is full. Make room on it.`, { cause: error })
  if (found === inputOutput) {
    return new StartError(`The database ${file} cannot be read: the disk reports an error. Check the disk.`, {
      cause: error,
    })
  }
  return error
}
