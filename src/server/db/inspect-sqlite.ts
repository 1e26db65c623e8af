import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { StartError } from '../lib/start-error.ts'
import { sqliteDialect } from './dialect.ts'
import { type Ask, type DatabaseFacts, readFacts } from './inspect-facts.ts'
import { unusableFile } from './start-errors.ts'

/** Reads the facts of the embedded database through a read-only connection. */
export const inspectSqlite = (dataDir: string): Promise<DatabaseFacts> =>
  withSqlite(dataDir, ({ ask, version }) => readFacts(ask, sqliteDialect, version))

interface OpenedFile {
  readonly ask: Ask
  /** Of SQLite. */
  readonly version: string
}

/** Reads the embedded database, also beside a running server, and writes nothing, not even beside it. */
export async function withSqlite<T>(dataDir: string, read: (opened: OpenedFile) => Promise<T>): Promise<T> {
  const file = join(dataDir, 'keywright.db')
  if (!existsSync(file))
    throw new StartError(`${dataDir} contains no database. Start the server once, or set DATA_DIR.`)
  let db: DatabaseSync | undefined
  try {
    const opened = new DatabaseSync(quietPath(file), { readOnly: true, timeout: 5000 })
    db = opened
    const version = String(opened.prepare('SELECT sqlite_version() AS version').get()?.version)
    return await read({ ask: async (sql) => opened.prepare(sql).all(), version })
  } catch (error) {
    throw unusableFile(file, error)
  } finally {
    db?.close()
  }
}

/**
 * Of a stopped server the file is opened as one that nobody changes. Otherwise SQLite would leave a log and its index
 * beside it, which belong to the user of the command, and the server could not open them.
 */
function quietPath(file: string): URL {
  const url = pathToFileURL(file)
  if (!existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1')
  return url
}
