import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { countRows, deletesRow } from '../row-results.ts'

/** One-time links that reset a forgotten password. */
export function passwordResetStore(db: Kysely<Tables>) {
  return {
    insert: async (tokenHash: string, accountId: number, expiresAt: Date, now: Date): Promise<void> => {
      await db.deleteFrom('password_resets').where('expires_at', '<=', now.getTime()).execute()
      await db
        .insertInto('password_resets')
        .values({
          token_hash: tokenHash,
          account_id: accountId,
          created_at: now.getTime(),
          expires_at: expiresAt.getTime(),
        })
        .execute()
    },

    /** How many valid links an account has. */
    count: (accountId: number, now: Date): Promise<number> =>
      countRows(
        db.selectFrom('password_resets').where('account_id', '=', accountId).where('expires_at', '>', now.getTime()),
      ),

    /** The account of a valid link. Only `consume` decides; this check saves work for invalid ones. */
    find: async (tokenHash: string, now: Date): Promise<number | undefined> => {
      const row = await db
        .selectFrom('password_resets')
        .select('account_id')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now.getTime())
        .executeTakeFirst()
      return row?.account_id
    },

    /** Consumes the one-time token; of two at once exactly one gets true. */
    consume: (tokenHash: string, now: Date): Promise<boolean> =>
      deletesRow(
        db.deleteFrom('password_resets').where('token_hash', '=', tokenHash).where('expires_at', '>', now.getTime()),
      ),

    removeByAccount: async (accountId: number): Promise<void> => {
      await db.deleteFrom('password_resets').where('account_id', '=', accountId).execute()
    },
  }
}
