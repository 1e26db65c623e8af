import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { backUp, inspect, restore } from '../db/open.ts'
import { systemClock } from '../lib/clock.ts'
import { openSecrets } from '../lib/secrets.ts'
import type { CommandOutput } from './command-output.ts'

/** Backs up the embedded database; the server may be running. */
export function createBackup(config: Config, target?: string): CommandOutput {
  refusePostgres(config, 'pg_dump')
  const file = resolve(target ?? join(config.dataDir, 'backups', `keywright-${stamp()}.db`))
  const { bytes, masterKeyId } = backUp(config.dataDir, file)
  const text =
    `Backed up and checked: ${file} (${bytes} bytes).\n` +
    `It needs the master key ${masterKeyId}, which is not included. Keep a copy of ${masterKeyPlace(config)} elsewhere.`
  return { text, facts: { file, bytes, masterKeyId } }
}

/** Restores a backup; the server must be stopped. */
export function restoreBackup(config: Config, backup: string): CommandOutput {
  refusePostgres(config, 'pg_restore')
  const { masterKeyId } = inspect(backup)
  const { keyId } = openSecrets(config.dataDir, { masterKey: config.masterKey, isFirstStart: false })
  if (masterKeyId !== keyId) {
    throw new Error(
      `The backup was made with the master key ${masterKeyId}, but ${masterKeyPlace(config)} is ${keyId}. ` +
        'Restore that key first: without it, no key in the backup can be read.',
    )
  }
  const { files, isRaw } = restore(config.dataDir, backup, join(config.dataDir, 'backups', `before-restore-${stamp()}`))
  const [previous] = files
  const text = `Restored ${backup}. ${describePrevious(files, isRaw)} Start the server now.`
  return { text, facts: { restored: backup, ...(previous !== undefined && { previous }), masterKeyId } }
}

function describePrevious(files: readonly string[], isRaw: boolean): string {
  if (files.length === 0) return 'There was no database before it.'
  if (!isRaw) return `The database before it is ${files.join()}.`
  return `The database before it could not be copied; its files are unchanged: ${files.join(', ')}.`
}

function refusePostgres({ databaseUrl }: Config, tool: string): void {
  if (databaseUrl === undefined) return
  throw new Error(`The data is in PostgreSQL (DATABASE_URL). Use ${tool}, and keep a copy of the master key.`)
}

const masterKeyPlace = ({ masterKey, dataDir }: Config) =>
  masterKey === undefined ? join(dataDir, 'master.key') : 'MASTER_KEY'

const stamp = () => systemClock.now().toISOString().replaceAll(/[:.]/g, '-')
