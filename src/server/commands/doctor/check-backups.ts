import { backupFolder, listCopies } from '../../backups/copies.ts'
import type { Config } from '../../config.ts'
import type { DatabaseFacts } from '../../db/open.ts'
import { type Finding, ok, warning } from './finding.ts'

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

function triedOut(rehearsals: DatabaseFacts['rehearsals'], nowMs: number): string {
  const lastMs = Math.max(0, ...rehearsals.map(({ succeededMs }) => succeededMs ?? 0))
  if (lastMs === 0) return 'no restore was tested yet'
  return `a restore was tested ${Math.floor((nowMs - lastMs) / hourMs)} hours ago`
}
