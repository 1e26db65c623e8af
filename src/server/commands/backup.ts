import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { backUp, inspect, restore } from '../db/open.ts'
import { systemClock } from '../lib/clock.ts'
import { openSecrets } from '../lib/secrets.ts'
import type { Told } from './told.ts'

/** A backup of the embedded database, made beside a running server. */
export async function makeBackup(config: Config, target?: string): Promise<Told> {
  refusePostgres(config, 'pg_dump')
  const file = resolve(target ?? join(config.dataDir, 'backups', `keywright-${stamp()}.db`))
  const { bytes, masterKeyId } = await backUp(config.dataDir, file)
  const text =
    `Backed up and checked: ${file} (${bytes} bytes).\n` +
    `It needs the master key ${masterKeyId}, which is not in it. Keep a copy of ${masterKeyPlace(config)} elsewhere.`
  return { text, facts: { file, bytes, masterKeyId } }
}

/** Puts a backup in place while the server is stopped. */
export async function restoreBackup(config: Config, backup: string): Promise<Told> {
  refusePostgres(config, 'pg_restore')
  const { masterKeyId } = await inspect(backup)
  const { keyId } = openSecrets(config.dataDir, { masterKey: config.masterKey, isFirstStart: false })
  if (masterKeyId !== keyId) {
    throw new Error(
      `The backup was made with the master key ${masterKeyId}, but ${masterKeyPlace(config)} is ${keyId}. ` +
        'Put the right one back first: without it no API key and no license key of the backup can be read.',
    )
  }
  const previous = join(config.dataDir, 'backups', `before-restore-${stamp()}.db`)
  restore(config.dataDir, backup, previous)
  const text = `Restored ${backup}. The database before it is ${previous}, if there was one. Start the server now.`
  return { text, facts: { restored: backup, previous, masterKeyId } }
}

function refusePostgres({ databaseUrl }: Config, tool: string): void {
  if (databaseUrl === undefined) return
  throw new Error(`The data lies in PostgreSQL (DATABASE_URL). Use ${tool} for it, and keep the master key beside.`)
}

const masterKeyPlace = ({ masterKey, dataDir }: Config) =>
  masterKey === undefined ? join(dataDir, 'master.key') : 'MASTER_KEY'

const stamp = () => systemClock.now().toISOString().replaceAll(/[:.]/g, '-')
