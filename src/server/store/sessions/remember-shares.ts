import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { flag } from '../columns.ts'

export interface NewRememberShare {
  readonly deviceHash: string
  readonly accountId: number
  /** The server's half of the key, as text. */
  readonly share: string
  readonly createdAt: Date
}

/** The server's halves of the keys that open remembered passwords; sealed, each for its own device. */
export function rememberShareStore(db: Kysely<Tables>, secrets: Secrets) {
  return {
    /** The share of a device made after the given time; none when its account is switched off. */
    find: async (deviceHash: string, madeAfter: Date): Promise<string | undefined> => {
      const row = await db
        .selectFrom('remember_shares as remembered')
        .innerJoin('accounts as account', 'account.id', 'remembered.account_id')
        .select('remembered.share_sealed')
        .where('remembered.device_hash', '=', deviceHash)
        .where('remembered.created_at', '>', madeAfter.getTime())
        .where('account.is_active', '=', flag(true))
        .executeTakeFirst()
      return row && secrets.open(sealedFor(deviceHash), row.share_sealed)
    },

    insert: async (share: NewRememberShare): Promise<void> => {
      await db
        .insertInto('remember_shares')
        .values({
          device_hash: share.deviceHash,
          account_id: share.accountId,
          share_sealed: secrets.seal(sealedFor(share.deviceHash), share.share),
          created_at: share.createdAt.getTime(),
        })
        .execute()
    },

    /** What the browser kept can't be opened again afterwards. */
    remove: async (deviceHash: string): Promise<void> => {
      await db.deleteFrom('remember_shares').where('device_hash', '=', deviceHash).execute()
    },

    removeByAccount: async (accountId: number): Promise<void> => {
      await db.deleteFrom('remember_shares').where('account_id', '=', accountId).execute()
    },

    removeStale: async (madeBefore: Date): Promise<void> => {
      await db.deleteFrom('remember_shares').where('created_at', '<=', madeBefore.getTime()).execute()
    },
  }
}

/** A row moved to another device can't be opened there. */
const sealedFor = (deviceHash: string) => `remember:${deviceHash}`
