import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { dateOrNull } from '../columns.ts'
import { deletesRow } from '../row-results.ts'

/** An API key of a request. */
export interface UsedApiKey {
  readonly id: number
  readonly applicationId: number
  /** When the grace period of a replaced key ends; null: the current key. */
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
}

export interface ApiKey {
  readonly id: number
  /** The full key. */
  readonly apiKey: string
  readonly createdAt: Date
  /** When the grace period of a replaced key ends; null: the current key. */
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
}

/** API keys are found by their HMAC and can be shown again: the full key is encrypted for its application. */
export function apiKeyStore(db: Kysely<Tables>, secrets: Secrets) {
  const insert = async (applicationId: number, key: string, now: Date): Promise<void> => {
    await db
      .insertInto('api_keys')
      .values({
        application_id: applicationId,
        key_lookup: secrets.lookup('api-key', key),
        key_sealed: secrets.seal(sealedFor(applicationId), key),
        created_at: now.getTime(),
      })
      .execute()
  }
  /** Valid keys, newest first: the current one, then those in their grace period. */
  const list = async (applicationId: number, now: Date): Promise<ApiKey[]> => {
    const rows = await db
      .selectFrom('api_keys')
      .selectAll()
      .where('application_id', '=', applicationId)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now.getTime())]))
      .orderBy('id', 'desc')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      apiKey: secrets.open(sealedFor(applicationId), row.key_sealed),
      createdAt: new Date(row.created_at),
      expiresAt: dateOrNull(row.expires_at),
      lastUsedAt: dateOrNull(row.last_used_at),
    }))
  }
  return {
    insert,
    list,
    /** The application of a valid key; none for a deleted application. */
    findByKey: async (key: string, now: Date): Promise<UsedApiKey | undefined> => {
      const row = await db
        .selectFrom('api_keys')
        .innerJoin('applications', 'applications.id', 'api_keys.application_id')
        .select(['api_keys.id', 'api_keys.application_id', 'api_keys.expires_at', 'api_keys.last_used_at'])
        .where('key_lookup', '=', secrets.lookup('api-key', key))
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (!row || (row.expires_at !== null && row.expires_at <= now.getTime())) return undefined
      return {
        id: row.id,
        applicationId: row.application_id,
        expiresAt: dateOrNull(row.expires_at),
        lastUsedAt: dateOrNull(row.last_used_at),
      }
    },
    /** The HMAC by which a key is found. */
    lookupOf: (key: string) => secrets.lookup('api-key', key),
    /** Lookups of the most recently used keys. */
    lookupsLastUsed: async (limit: number): Promise<string[]> => {
      const rows = await db
        .selectFrom('api_keys')
        .select('key_lookup')
        .orderBy((eb) => eb.fn.coalesce('last_used_at', 'created_at'), 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => row.key_lookup)
    },
    /** The application's newest key. */
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
    /**
     * Rotation: makes the key the current one; the previous one works until `graceEnd`. Of two rotations at once the
     * later wins, and the earlier key gets a grace period too. Keys past their grace period are deleted.
     */
    rotate: async (applicationId: number, key: string, graceEnd: Date, now: Date): Promise<ApiKey> => {
      // Serialize rotations, or two at once would each create a current key. Not with its id: SQLite would then look for
      // every row that refers to it, for seconds with a million users.
      await db
        .updateTable('applications')
        .set((eb) => ({ created_at: eb.ref('created_at') }))
        .where('id', '=', applicationId)
        .execute()
      await db
        .updateTable('api_keys')
        .set({ expires_at: graceEnd.getTime() })
        .where('application_id', '=', applicationId)
        .where('expires_at', 'is', null)
        .execute()
      await db
        .deleteFrom('api_keys')
        .where('application_id', '=', applicationId)
        .where('expires_at', '<=', now.getTime())
        .execute()
      await insert(applicationId, key, now)
      const [current] = await list(applicationId, now)
      if (!current) throw new Error('the key was just inserted')
      return current
    },
    /** Ends a grace period; false for the current key and for an unknown one. */
    revoke: (applicationId: number, keyId: number): Promise<boolean> =>
      deletesRow(
        db
          .deleteFrom('api_keys')
          .where('application_id', '=', applicationId)
          .where('id', '=', keyId)
          .where('expires_at', 'is not', null),
      ),
    markUsed: async (keyId: number, at: Date): Promise<void> => {
      await db.updateTable('api_keys').set({ last_used_at: at.getTime() }).where('id', '=', keyId).execute()
    },
  }
}

/** Associated data: the ciphertext can't be decrypted in another application's row. */
/** Opens a sealed key of a database that is none of ours: a backup. Throws when it can't be opened. */
export const openSealedApiKey = (secrets: Secrets, applicationId: number, sealed: string): string =>
  secrets.open(sealedFor(applicationId), sealed)

const sealedFor = (applicationId: number) => `app:${applicationId}:apikey`
