import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Facts about this installation as a whole, by name. */
export function installationStore(db: Kysely<Tables>) {
  return {
    /** Writes the value unless there is one already, and returns the one that stands: of two nodes the first decides. */
    async claim(name: 'master_key_id', value: string): Promise<string> {
      await db
        .insertInto('installation')
        .values({ name, value })
        .onConflict((clash) => clash.doNothing())
        .execute()
      const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirstOrThrow()
      return row.value
    },
  }
}

/** The one-time tokens with which the first owner is made. */
export function setupStore(db: Kysely<Tables>) {
  return {
    /** The link of an earlier start ends with the new one. */
    replace: async (tokenHash: string, expiresAt: Date): Promise<void> => {
      await db.deleteFrom('setup_tokens').execute()
      await db.insertInto('setup_tokens').values({ token_hash: tokenHash, expires_at: expiresAt.getTime() }).execute()
    },

    /** Whether the token may be used now. Only `takeAll` decides; this saves the work for one that can't. */
    isValid: async (tokenHash: string, now: Date): Promise<boolean> => {
      const row = await db
        .selectFrom('setup_tokens')
        .select('token_hash')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now.getTime())
        .executeTakeFirst()
      return row !== undefined
    },

    /**
     * Uses the token up, and every other one with it. Of several callers at once only one gets true, whichever tokens
     * they hold: they wait for each other on the same rows. Whoever gets false fails the transaction, which puts the
     * others back.
     */
    consumeAll: async (tokenHash: string, now: Date): Promise<boolean> => {
      const rows = await db.deleteFrom('setup_tokens').returningAll().execute()
      return rows.some((row) => row.token_hash === tokenHash && row.expires_at > now.getTime())
    },

    clear: async (): Promise<void> => {
      await db.deleteFrom('setup_tokens').execute()
    },
  }
}
