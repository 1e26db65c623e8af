import type { Secrets } from './lib/secrets.ts'
import { StartError } from './lib/start-error.ts'
import type { Stores } from './store/index.ts'

/**
 * Refuses to start with another master key than that of the database: no API key would be found, and new secrets would
 * be encrypted with a different key than the old ones. All nodes on one PostgreSQL need the same key.
 */
export async function assertMasterKey(stores: Stores, secrets: Secrets): Promise<void> {
  const expected = await stores.transaction((tx) => tx.installation.claim('master_key_id', secrets.keyId))
  if (expected === secrets.keyId) return
  throw new StartError(
    `This master key (${secrets.keyId}) is not the one of the database (${expected}). ` +
      'Put the right master.key into DATA_DIR, or set MASTER_KEY; every node needs the same.',
  )
}
