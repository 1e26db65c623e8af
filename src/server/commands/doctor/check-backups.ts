import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { type Finding, ok, warning } from './finding.ts'

const hourMs = 3_600_000
const oldHours = 36

/** The newest backup in the data folder: whoever copies it elsewhere starts from there. */
export function checkBackups(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  nowMs: number,
): Finding {
  const check = 'backup'
  if (databaseUrl !== undefined) return ok(check, 'made with the tools of PostgreSQL')
  const folder = join(dataDir, 'backups')
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => /^keywright-.*\.db$/.test(name)) : []
  const newestMs = Math.max(0, ...files.map((name) => statSync(join(folder, name)).mtimeMs))
  const advice =
    'The server makes one every BACKUP_EVERY_HOURS; "backup create" makes one now. Keep copies and the master key elsewhere.'
  if (newestMs === 0) return warning(check, `none in ${folder}`, advice)
  const hours = Math.floor((nowMs - newestMs) / hourMs)
  return hours > oldHours ? warning(check, `the newest is ${hours} hours old`, advice) : ok(check, `${hours} hours old`)
}
