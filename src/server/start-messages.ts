import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { StartError } from './lib/start-error.ts'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason')

/** Why the server cannot listen, and what to do. */
export function cannotListen({ host, port }: Pick<Config, 'host' | 'port'>, error: unknown): StartError {
  const code = codeOf(error)
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is taken by another program. Stop it, or set PORT to another one.`,
    EACCES: `Port ${port} may not be used by this user. Set PORT to one above 1023, or let a proxy listen there.`,
    EADDRNOTAVAIL: `${host} is no address of this machine. Set HOST to one of its own, or to 0.0.0.0 for all.`,
    ENOTFOUND: `The name ${host} is unknown. Set HOST to an address of this machine.`,
  }
  const text = reasons[code] ?? `The server cannot listen on ${host}, port ${port} (${code}). Check HOST and PORT.`
  return new StartError(text, { cause: error })
}

const folderCodes: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST', 'ENOSPC'])

/** Runs a step that writes in the data folder, and says what to do where it cannot. */
export async function inDataFolder<T>(dataDir: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    const code = codeOf(error)
    if (error instanceof StartError || !folderCodes.has(code)) throw error
    throw new StartError(
      code === 'ENOSPC'
        ? `The disk of the data folder ${dataDir} is full. Make room on it.`
        : `The data folder ${dataDir} cannot be written (${code}). Give it to the user of the server, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
}

/** A first start, and trying it again after an error. */
const newKeyMs = 10 * 60 * 1000

/**
 * A master key of an earlier start beside an empty database: the database is lost, or another one is named. A start
 * would hide that, and make a second installation. Call it before the key is opened, which creates it on first start.
 * A new key says nothing: a first start may have failed before it reached the database.
 */
export function emptyDatabaseCheck({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): () => void {
  const key = join(dataDir, 'master.key')
  const hadKey = existsSync(key) && Date.now() - statSync(key).mtimeMs > newKeyMs
  const [what, cure] =
    databaseUrl === undefined
      ? [
          `The database ${join(dataDir, 'keywright.db')} is missing or empty`,
          'Put it back, restore a backup, or correct DATA_DIR.',
        ]
      : ['The database of DATABASE_URL is empty', 'Correct DATABASE_URL, or restore a backup.']
  return () => {
    if (!hadKey) return
    throw new StartError(
      `${what}, but the master key ${key} is of an earlier start. ${cure} To begin with nothing, move the key away.`,
    )
  }
}
