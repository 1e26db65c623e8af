import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'

/** The stored response of a create request. */
export interface StoredResponse {
  /** Fingerprint of the request. */
  readonly fingerprint: string
  /** The response body, byte for byte. */
  readonly answer: string
}

/** Stored responses by idempotency key. Encrypted: a response may contain an API key or a license key. */
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
     * Claims the key for a create request in the same transaction; false when it has a response already: then nothing
     * may be created. When two claim at once, the second waits here for the first.
     */
    claim: async (keyHash: string, fingerprint: string, at: Date): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('idempotency_keys')
        .values({ key_hash: keyHash, fingerprint, answer_sealed: '', created_at: at.getTime() })
        .onConflict((clash) => clash.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },

    /** Stores the response, in the transaction of the creation. */
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

/** Associated data: the ciphertext can't be decrypted in another key's row. */
const sealedFor = (keyHash: string) => `idempotency:${keyHash}`
