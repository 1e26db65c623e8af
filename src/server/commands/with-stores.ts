import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { openSecrets } from '../lib/secrets.ts'
import { openStores, type Stores } from '../store/index.ts'

/** Runs a job on the database that the server uses. A wrong DATA_DIR is told instead of filled with a new database. */
export async function withStores<T>(config: Config, job: (stores: Stores) => Promise<T>): Promise<T> {
  const { dataDir, masterKey, databaseUrl } = config
  const isKnown = databaseUrl !== undefined || existsSync(join(dataDir, 'keywright.db'))
  if (!isKnown || (masterKey === undefined && !existsSync(join(dataDir, 'master.key')))) {
    throw new Error(`${dataDir} holds no data of Keywright. Start the server once, or set DATA_DIR to its folder.`)
  }
  const secrets = openSecrets(dataDir, { masterKey, isFirstStart: false })
  const database = await openDatabase({ dataDir, ...(databaseUrl !== undefined && { databaseUrl }) })
  try {
    return await job(openStores(database, secrets))
  } finally {
    await database.close()
  }
}
