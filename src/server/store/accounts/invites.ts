import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { flag } from '../columns.ts'
import { type Account, accountFromRow } from './accounts.ts'

/** Links with which a new account's user chooses the password. Only the hash of a link's token is known here. */
export function inviteStore(db: Kysely<Tables>) {
  return {
    /** The account's former link ends. */
    replace: async (accountId: number, tokenHash: string, expiresAt: Date): Promise<void> => {
      await db.deleteFrom('invites').where('account_id', '=', accountId).execute()
      await db
        .insertInto('invites')
        .values({ token_hash: tokenHash, account_id: accountId, expires_at: expiresAt.getTime() })
        .execute()
    },

    /** Whom the link is for: an active account that never signed in. */
    find: async (tokenHash: string, now: Date): Promise<Account | undefined> => {
      const row = await db
        .selectFrom('invites')
        .innerJoin('accounts', 'accounts.id', 'invites.account_id')
        .selectAll('accounts')
        .where('invites.token_hash', '=', tokenHash)
        .where('invites.expires_at', '>', now.getTime())
        .where('accounts.is_active', '=', flag(true))
        .where('accounts.last_login_at', 'is', null)
        .executeTakeFirst()
      return row && accountFromRow(row)
    },

    /** The account's link is worth nothing from now on, on servers with a slow clock either; a new one can be made. */
    void: async (accountId: number, at: Date): Promise<void> => {
      await db
        .updateTable('invites')
        .set({ token_hash: `void ${accountId}`, expires_at: at.getTime() })
        .where('account_id', '=', accountId)
        .execute()
    },

    /** Uses the link up; of two at once only one gets true. */
    consume: async (tokenHash: string): Promise<boolean> => {
      const { numDeletedRows } = await db.deleteFrom('invites').where('token_hash', '=', tokenHash).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
