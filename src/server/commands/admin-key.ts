import type { Config } from '../config.ts'
import { readAdminKey, readAdminKeyHash, rotateAdminKey } from '../lib/admin-key.ts'
import { systemClock } from '../lib/clock.ts'
import type { CommandOutput } from './command-output.ts'

export function showAdminKey({ adminKey, dataDir, databaseUrl }: Config): CommandOutput {
  if (adminKey === undefined && databaseUrl !== undefined) {
    throw new Error(
      'The database holds only the hash of the admin key. If it is lost, "admin-key rotate" makes a new one.',
    )
  }
  const key = adminKey ?? readAdminKey(dataDir)
  if (key === undefined && readAdminKeyHash(dataDir) !== undefined) {
    throw new Error(
      'The data folder holds only the hash of the admin key, which came from PostgreSQL. If it is lost, "admin-key rotate" makes a new one.',
    )
  }
  if (key === undefined) {
    throw new Error(`${dataDir} contains no admin key. Start the server once, or set DATA_DIR to its folder.`)
  }
  return { text: key, facts: { adminKey: key } }
}

/** Running servers accept the new key from their next request on, every one of them on PostgreSQL. */
export async function replaceAdminKey(config: Config, keepHours: number): Promise<CommandOutput> {
  if (config.adminKey !== undefined) throw new Error('The admin key comes from ADMIN_KEY. Change it there.')
  const formerUntil = keepHours === 0 ? undefined : new Date(systemClock.nowMs() + keepHours * 3_600_000)
  const { dataDir, databaseUrl } = config
  const key =
    databaseUrl === undefined
      ? rotateInFolder(dataDir, formerUntil)
      : await (await import('./shared-admin-key.ts')).rotateInDatabase(dataDir, databaseUrl, formerUntil)
  return { text: key, facts: { adminKey: key, ...(formerUntil && { formerUntil: formerUntil.toISOString() }) } }
}

function rotateInFolder(dataDir: string, formerUntil: Date | undefined): string {
  if (readAdminKeyHash(dataDir) === undefined) {
    throw new Error(`${dataDir} contains no admin key. Start the server once, or set DATA_DIR to its folder.`)
  }
  return rotateAdminKey(dataDir, formerUntil)
}
