import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { copyDatabase, putInPlace } from './copy-database.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { sqliteDialect } from './dialect.ts'
import { appliedSteps, pendingSteps, stepsFor } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openSqliteConnection } from './sqlite-connection.ts'

/** What a backup holds, as far as it matters for putting it back. */
interface BackupFacts {
  readonly bytes: number
  /** Of the master key without which its secrets can't be read; the key itself is never in a backup. */
  readonly masterKeyId: string
}

const nameOf = (dataDir: string) => join(dataDir, 'keywright.db')

/** Copies the embedded database, also of a server that runs, and reads the copy back. Throws when it isn't sound. */
export async function backUp(dataDir: string, target: string): Promise<BackupFacts> {
  if (existsSync(target)) throw new Error(`${target} exists already.`)
  if (!existsSync(nameOf(dataDir))) throw new Error(`${dataDir} holds no database.`)
  const db = openSqliteConnection(nameOf(dataDir))
  try {
    copyDatabase(db, target)
  } finally {
    db.close()
  }
  return inspect(target)
}

/** Opens a backup and checks that it is whole, of Keywright, and no newer than this program. */
export async function inspect(file: string): Promise<BackupFacts> {
  if (!existsSync(file)) throw new Error(`There is no ${file}.`)
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const integrity = db.prepare('PRAGMA integrity_check').get()?.integrity_check
    if (integrity !== 'ok') throw new Error(`${file} is damaged: ${String(integrity)}`)
    const run = async (sql: string) => db.prepare(sql).all()
    pendingSteps(await appliedSteps({ run }), stepsFor(sqliteDialect, migrations))
    const key = db.prepare("SELECT value FROM installation WHERE name = 'master_key_id'").get()?.value
    return { bytes: statSync(file).size, masterKeyId: String(key ?? '') }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${file} is no backup that can be restored: ${reason}`, { cause: error })
  } finally {
    db.close()
  }
}

/**
 * Puts a backup in the place of the database of a stopped server; returns where the one before it lies now. Killed at
 * any point it leaves the old database or the new one.
 */
export function restore(dataDir: string, backup: string, previous: string): void {
  const unlock = lockDataFolder(dataDir)
  try {
    const file = nameOf(dataDir)
    const partial = `${file}.partial`
    copyFileSync(backup, partial)
    if (existsSync(file)) setAside(file, previous)
    putInPlace(partial, file)
  } finally {
    unlock()
  }
}

/** The old log must be empty before its database gets another content: it would be played into it. */
function setAside(file: string, previous: string): void {
  const db = openSqliteConnection(file)
  try {
    copyDatabase(db, previous)
    db.exec('PRAGMA journal_mode=DELETE')
  } finally {
    db.close()
  }
  for (const part of ['-wal', '-shm']) rmSync(file + part, { force: true })
}
