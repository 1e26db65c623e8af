import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { backupFolder, madeAt } from '../backups/copies.ts'
import type { Config } from '../config.ts'
import { inspect, type Restored, restore } from '../db/open.ts'
import { systemClock } from '../lib/clock.ts'
import { openSecrets } from '../lib/secrets.ts'
import { fetchBackup, masterKeyPlace, refusePostgres } from './backup.ts'
import type { CommandOutput } from './command-output.ts'

/** Restores a backup, a file or one of the list; the server must be stopped. Says what the restore loses. */
export async function restoreBackup(config: Config, given: string): Promise<CommandOutput> {
  refusePostgres(config, 'pg_restore')
  const file = await locate(config, given)
  const { masterKeyId } = inspect(file)
  const { keyId } = openSecrets(config.dataDir, { masterKey: config.masterKey, isFirstStart: false })
  if (masterKeyId !== keyId) {
    throw new Error(
      `The backup was made with the master key ${masterKeyId}, but ${masterKeyPlace(config)} is ${keyId}. ` +
        'Restore that key first: without it, no key in the backup can be read.',
    )
  }
  const restored = restore(config.dataDir, file, join(backupFolder(config.dataDir), `before-restore-${stamp()}`))
  const [previous] = restored.files
  const lines = [`Restored ${given}. ${describePrevious(restored)}`, ...describeDifference(restored)]
  const { mailsDropped } = restored
  if (mailsDropped > 0)
    lines.push(`Not sent: ${mailsDropped} emails to customers that waited when the backup was made.`)
  const { missing = [], deliveriesAgain = 0 } = restored.difference ?? {}
  return {
    text: [...lines, 'Start the server now.'].join('\n'),
    facts: {
      ...{ restored: file, masterKeyId, missing, deliveriesAgain, mailsDropped },
      ...(previous !== undefined && { previous }),
    },
  }
}

/** A path, or the name of a copy in the folder of backups, or in the S3 storage. */
async function locate(config: Config, given: string): Promise<string> {
  if (existsSync(given) || !madeAt(given)) return given
  const inFolder = join(backupFolder(config.dataDir), given)
  if (!existsSync(inFolder) && config.backups.bucket) await fetchBackup(config, given)
  return existsSync(inFolder) ? inFolder : given
}

function describePrevious({ files, isRaw }: Restored): string {
  if (files.length === 0) return 'There was no database before it.'
  if (!isRaw) return `The database before it is ${files.join()}.`
  return `The database before it could not be copied; its files are unchanged: ${files.join(', ')}.`
}

function describeDifference({ files, difference }: Restored): string[] {
  if (files.length === 0) return []
  if (!difference) return ['What is missing now cannot be told: the database before it cannot be compared.']
  const { missing, deliveriesAgain } = difference
  const lost = missing.map(({ what, count, since }) => `  ${what}: ${count}, made since ${since.toISOString()}`)
  return [
    ...(lost.length === 0 ? ['Nothing that the database before it holds was made after the backup.'] : []),
    ...(lost.length > 0 ? ['Missing now, and still in the database before it:', ...lost] : []),
    ...(deliveriesAgain > 0
      ? [`Sent again: ${deliveriesAgain} webhook deliveries that waited when the backup was made.`]
      : []),
  ]
}

const stamp = () => systemClock.now().toISOString().replaceAll(/[:.]/g, '-')
