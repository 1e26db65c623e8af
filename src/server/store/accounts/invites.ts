import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { flag } from '../columns.ts'
import { deletesRow } from '../row-results.ts'
import { type Account, accountFromRow } from './accounts.ts'

/** Invite links, with which a new dashboard user sets a password. Only the hash of a token is stored. */
export function inviteStore(db: Kysely<Tables>) {
  return {
    /** Replaces the account's previous link. */
    replace: async (accountId: number, tokenHash: string, expiresAt: Date): Promise<void> => {
      await db.deleteFrom('invites').where('account_id', '=', accountId).execute()
      await db
        .insertInto('invites')
        .values({ token_hash: tokenHash, account_id: accountId, expires_at: expiresAt.getTime() })
        .execute()
    },

    /** The account of the link: active and never signed in. */
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

    /** Invalidates the account's link at once, also on servers whose clock is slow; a new one can be created. */
    void: async (accountId: number, at: Date): Promise<void> => {
      await db
        .updateTable('invites')
        .set({ token_hash: `void ${accountId}`, expires_at: at.getTime() })
        .where('account_id', '=', accountId)
        .execute()
    },

    /** Consumes the one-time token; of two at once exactly one gets true. */
    consume: (tokenHash: string): Promise<boolean> =>
      deletesRow(db.deleteFrom('invites').where('token_hash', '=', tokenHash)),
  }
}
