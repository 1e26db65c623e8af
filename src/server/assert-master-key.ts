import type { Secrets } from './lib/secrets.ts'
import type { Stores } from './store/index.ts'

/**
 * Refuses to run with another master key than the database was made with: no API key would be found any more, and
 * new ones would be sealed beside old ones. Several nodes on one PostgreSQL need the same key.
 */
export async function assertMasterKey(stores: Stores, secrets: Secrets): Promise<void> {
  const expected = await stores.transaction((tx) => tx.installation.claim('master_key_id', secrets.keyId))
  if (expected === secrets.keyId) return
  throw new Error(
    `This master key (${secrets.keyId}) is not the one of the database (${expected}). ` +
      'Put the right master.key into DATA_DIR, or set MASTER_KEY; every node needs the same.',
  )
}
