import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { findsRow } from '../row-results.ts'

/** Settings of the whole installation, by name. */
export function installationStore(db: Kysely<Tables>) {
  return {
    /** Undefined before the first start. */
    async find(name: 'master_key_id'): Promise<string | undefined> {
      const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst()
      return row?.value
    },

    /** Writes the value unless there is one, and returns the stored one: of two nodes the first wins. */
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

/** One-time tokens that create the first owner. */
export function setupStore(db: Kysely<Tables>) {
  return {
    /** Replaces the link of an earlier start. */
    replace: async (tokenHash: string, expiresAt: Date): Promise<void> => {
      await db.deleteFrom('setup_tokens').execute()
      await db.insertInto('setup_tokens').values({ token_hash: tokenHash, expires_at: expiresAt.getTime() }).execute()
    },

    /** Whether the token is valid. Only `consumeAll` decides; this check saves work for invalid ones. */
    isValid: (tokenHash: string, now: Date): Promise<boolean> =>
      findsRow(
        db
          .selectFrom('setup_tokens')
          .select('token_hash')
          .where('token_hash', '=', tokenHash)
          .where('expires_at', '>', now.getTime()),
      ),

    /**
     * Consumes the token and all others. Of several callers at once exactly one gets true, whichever token each has:
     * they wait for the same rows. A caller that gets false must roll back, which restores the other tokens.
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
