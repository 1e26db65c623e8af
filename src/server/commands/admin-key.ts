import type { Config } from '../config.ts'
import { readAdminKey, rotateAdminKey } from '../lib/admin-key.ts'
import { systemClock } from '../lib/clock.ts'
import type { CommandOutput } from './command-output.ts'

export function showAdminKey({ adminKey, dataDir }: Config): CommandOutput {
  const key = adminKey ?? readAdminKey(dataDir)
  if (key === undefined) {
    throw new Error(`${dataDir} contains no admin key. Start the server once, or set DATA_DIR to its folder.`)
  }
  return { text: key, facts: { adminKey: key } }
}

/** A running server reads the new key at the next request that uses it. */
export function rotateAdminKeyFile({ adminKey, dataDir }: Config, keepHours: number): CommandOutput {
  if (adminKey !== undefined) throw new Error('The admin key comes from ADMIN_KEY. Change it there.')
  if (readAdminKey(dataDir) === undefined) {
    throw new Error(`${dataDir} contains no admin key. Start the server once, or set DATA_DIR to its folder.`)
  }
  const formerUntil = keepHours === 0 ? undefined : new Date(systemClock.nowMs() + keepHours * 3_600_000)
  const key = rotateAdminKey(dataDir, formerUntil)
  return { text: key, facts: { adminKey: key, ...(formerUntil && { formerUntil: formerUntil.toISOString() }) } }
}
