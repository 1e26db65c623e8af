import type { Config } from './config.ts'
import { type Database, withReserve } from './db/open.ts'
import { openSecrets, type Secrets } from './lib/secrets.ts'
import { ConfigError } from './lib/start-error.ts'
import type { Stores } from './store/index.ts'
import { installationStore } from './store/installation/installation.ts'

/**
 * Opens the master key, which is created only for a database that has none yet: a new one would fit no other database, and
 * the next start would find it in the folder.
 */
export async function openMasterKey(
  database: Database,
  { dataDir, masterKey }: Pick<Config, 'dataDir' | 'masterKey'>,
): Promise<Secrets> {
  const isFirstStart = (await installationStore(database.keyReads).find('master_key_id')) === undefined
  return openSecrets(dataDir, { masterKey, isFirstStart })
}

/**
 * Refuses to start with another master key than that of the database: no API key would be found, and new secrets would
 * be encrypted with a different key than the old ones. All nodes on one PostgreSQL need the same key.
 */
export async function assertMasterKey(stores: Stores, secrets: Secrets): Promise<void> {
  // A server starts on a full disk too.
  const claim = () => stores.transaction((tx) => tx.installation.claim('master_key_id', secrets.keyId))
  const expected = await withReserve(claim)
  if (expected === secrets.keyId) return
  throw new ConfigError([
    `MASTER_KEY: this master key (${secrets.keyId}) is not the one of the database (${expected}). ` +
      'Set MASTER_KEY, or put the right master.key into DATA_DIR; every server on the database needs the same.',
  ])
}
