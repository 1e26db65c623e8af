import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'

/** What a creation answered the first time. */
export interface StoredResponse {
  /** Of the request that it answered. */
  readonly fingerprint: string
  /** The body, byte for byte. */
  readonly answer: string
}

/** Answers of creations by their idempotency keys. Sealed: an answer may hold an API key or a license key. */
export function idempotencyKeyStore(db: Kysely<Tables>, secrets: Secrets) {
  return {
    find: async (keyHash: string, madeAfter: Date): Promise<StoredResponse | undefined> => {
      const row = await db
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('key_hash', '=', keyHash)
        .where('created_at', '>', madeAfter.getTime())
        .executeTakeFirst()
      return row && { fingerprint: row.fingerprint, answer: secrets.open(sealedFor(keyHash), row.answer_sealed) }
    },

    /**
     * Takes the key for a creation that follows in the same transaction; false when it has an answer already, and then
     * the creation must not happen. Of two at once the second waits here for the first.
     */
    claim: async (keyHash: string, fingerprint: string, at: Date): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('idempotency_keys')
        .values({ key_hash: keyHash, fingerprint, answer_sealed: '', created_at: at.getTime() })
        .onConflict((clash) => clash.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },

    /** Keeps the answer of the creation, in its own transaction. */
    saveResponse: async (keyHash: string, answer: string): Promise<void> => {
      await db
        .updateTable('idempotency_keys')
        .set({ answer_sealed: secrets.seal(sealedFor(keyHash), answer) })
        .where('key_hash', '=', keyHash)
        .execute()
    },

    removeStale: async (madeBefore: Date): Promise<void> => {
      await db.deleteFrom('idempotency_keys').where('created_at', '<=', madeBefore.getTime()).execute()
    },
  }
}

/** A row moved to another key can't be opened there. */
const sealedFor = (keyHash: string) => `idempotency:${keyHash}`
