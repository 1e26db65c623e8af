import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { flag } from '../columns.ts'

export interface NewRememberShare {
  readonly deviceHash: string
  readonly accountId: number
  /** The server's share of the key, as text. */
  readonly share: string
  readonly createdAt: Date
}

/** The server's shares of the keys that decrypt remembered passwords, encrypted per device. */
export function rememberShareStore(db: Kysely<Tables>, secrets: Secrets) {
  return {
    /** The share of a device created after `madeAfter`; none when its account is disabled. */
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

    /** After this the browser's stored password can't be decrypted. */
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

/** Associated data: the ciphertext can't be decrypted in another device's row. */
const sealedFor = (deviceHash: string) => `remember:${deviceHash}`
