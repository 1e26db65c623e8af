import { openDatabase } from '../db/open.ts'
import { hashAdminKey } from '../lib/admin-key.ts'
import { randomToken } from '../lib/tokens.ts'
import { adminKeyStore } from '../store/installation/admin-key.ts'

/** Replaces the admin key that all servers on one PostgreSQL share. */
export async function rotateInDatabase(dataDir: string, databaseUrl: string, formerUntil?: Date): Promise<string> {
  const key = randomToken()
  const database = await openDatabase({ dataDir, databaseUrl, keepsSchema: true })
  try {
    const isReplaced = await database.transaction((tx) => adminKeyStore(tx).replace(hashAdminKey(key), formerUntil))
    if (!isReplaced) throw new Error('The database contains no admin key. Start the server once, without ADMIN_KEY.')
    return key
  } finally {
    await database.close()
  }
}
