import { backupFolder, listCopies } from '../../backups/copies.ts'
import { remotePlace } from '../../backups/remote-place.ts'
import type { Config } from '../../config.ts'
import type { DatabaseFacts } from '../../db/open.ts'
import { openSecrets } from '../../lib/secrets.ts'
import { type Finding, ok, reasonOf, warning, wrong } from './finding.ts'

const hourMs = 3_600_000
const oldHours = 36
const advice =
  'The server makes one every BACKUP_EVERY_HOURS; "backup create" makes one now. Keep copies and the master key elsewhere.'

/**
 * The newest copy in the data folder that is whole, and when a copy was last tried out. `rehearsals` is empty where the
 * database can't be read: its copies are told of all the more.
 */
export async function checkBackups(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  rehearsals: DatabaseFacts['rehearsals'],
  nowMs: number,
): Promise<Finding> {
  const check = 'backup'
  if (databaseUrl !== undefined) return ok(check, 'made with the tools of PostgreSQL')
  const folder = backupFolder(dataDir)
  const damaged = new Set(rehearsals.filter(({ isDamaged }) => isDamaged).map(({ name }) => name))
  const newest = (await listCopies(folder)).find(({ name }) => !damaged.has(name))
  if (!newest) return warning(check, `none in ${folder}`, advice)
  const hours = Math.floor((nowMs - newest.createdAt.getTime()) / hourMs)
  const tried = triedOut(rehearsals, nowMs)
  return hours > oldHours
    ? warning(check, `the newest is ${hours} hours old, ${tried}`, advice)
    : ok(check, `${hours} hours old, ${tried}`)
}

const storageMs = 15_000

/** Whether the storage of copies answers and takes the key, and how old the newest copy there is. Only lists. */
export async function checkStorage(config: Config, nowMs: number): Promise<Finding[]> {
  const { dataDir, databaseUrl, masterKey } = config
  const { bucket } = config.backups
  const check = 'S3 storage'
  if (databaseUrl !== undefined || bucket === undefined) return []
  try {
    const secrets = openSecrets(dataDir, { masterKey, isFirstStart: false })
    const [newest] = await remotePlace(bucket, secrets).list(AbortSignal.timeout(storageMs))
    if (!newest) return [warning(check, 'no copy of this installation', advice)]
    const hours = Math.floor((nowMs - newest.createdAt.getTime()) / hourMs)
    return [
      hours > oldHours
        ? warning(check, `the newest copy is ${hours} hours old`, advice)
        : ok(check, `${hours} hours old`),
    ]
  } catch (error) {
    const found = `cannot be listed (${reasonOf(error)})`
    return [wrong(check, found, 'Correct the settings that begin with BACKUP_S3, or look at the storage.')]
  }
}

function triedOut(rehearsals: DatabaseFacts['rehearsals'], nowMs: number): string {
  const lastMs = Math.max(0, ...rehearsals.map(({ succeededMs }) => succeededMs ?? 0))
  if (lastMs === 0) return 'no restore was tested yet'
  return `a restore was tested ${Math.floor((nowMs - lastMs) / hourMs)} hours ago`
}
