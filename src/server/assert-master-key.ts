import type { Secrets } from './lib/secrets.ts'
import { ConfigError } from './lib/start-error.ts'
import type { Stores } from './store/index.ts'

/**
 * Refuses to start with another master key than that of the database: no API key would be found, and new secrets would
 * be encrypted with a different key than the old ones. All nodes on one PostgreSQL need the same key.
 */
export async function assertMasterKey(stores: Stores, secrets: Secrets): Promise<void> {
  const expected = await stores.transaction((tx) => tx.installation.claim('master_key_id', secrets.keyId))
  if (expected === secrets.keyId) return
  throw new ConfigError([
    `MASTER_KEY: this master key (${secrets.keyId}) is not the one of the database (${expected}). ` +
      'Set MASTER_KEY, or put the right master.key into DATA_DIR; every server on the database needs the same.',
  ])
}
