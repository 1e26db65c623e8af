import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Secrets } from '../lib/secrets.ts'

/** API keys: found by their HMAC, shown again by opening what is sealed for their application alone. */
export function apiKeyStore(db: Kysely<Tables>, secrets: Secrets) {
  return {
    insert: async (applicationId: number, key: string, now: Date): Promise<void> => {
      await db
        .insertInto('api_keys')
        .values({
          application_id: applicationId,
          key_lookup: secrets.lookup('api-key', key),
          key_sealed: secrets.seal(sealedFor(applicationId), key),
          created_at: now.getTime(),
        })
        .execute()
    },
    /** The application whose key this is; a deleted application has none. */
    findApplicationId: async (key: string): Promise<number | undefined> => {
      const row = await db
        .selectFrom('api_keys')
        .innerJoin('applications', 'applications.id', 'api_keys.application_id')
        .select('applications.id')
        .where('key_lookup', '=', secrets.lookup('api-key', key))
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return row?.id
    },
    /** The application's newest key in full. */
    reveal: async (applicationId: number): Promise<string> => {
      const row = await db
        .selectFrom('api_keys')
        .select('key_sealed')
        .where('application_id', '=', applicationId)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return secrets.open(sealedFor(applicationId), row.key_sealed)
    },
  }
}

/** Binds the ciphertext to its application: moved to another row it does not open. */
const sealedFor = (applicationId: number) => `app:${applicationId}:apikey`
