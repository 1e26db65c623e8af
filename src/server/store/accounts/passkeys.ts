import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { dateOrNull, flag } from '../columns.ts'
import { deletesRow, updatesRow } from '../row-results.ts'

export interface Passkey {
  readonly id: number
  readonly accountId: number
  readonly credentialId: string
  /** Base64url of the COSE key. */
  readonly publicKey: string
  readonly signCount: number
  readonly transports: readonly string[]
  readonly name: string
  readonly isSynced: boolean
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

export type NewPasskey = Omit<Passkey, 'id' | 'lastUsedAt'>

/** Public keys of passkeys. */
export function passkeyStore(db: Kysely<Tables>) {
  const own = (accountId: number, id: number) =>
    db.selectFrom('passkeys').selectAll().where('account_id', '=', accountId).where('id', '=', id)
  return {
    list: async (accountId: number): Promise<Passkey[]> => {
      const rows = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute()
      return rows.map(fromRow)
    },

    findByCredential: async (credentialId: string): Promise<Passkey | undefined> => {
      const row = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('credential_id', '=', credentialId)
        .executeTakeFirst()
      return row && fromRow(row)
    },

    /** Undefined when an account has this passkey already. */
    insert: async (passkey: NewPasskey): Promise<Passkey | undefined> => {
      const row = await db
        .insertInto('passkeys')
        .values({
          account_id: passkey.accountId,
          credential_id: passkey.credentialId,
          public_key: passkey.publicKey,
          sign_count: passkey.signCount,
          transports: JSON.stringify(passkey.transports),
          name: passkey.name,
          is_synced: flag(passkey.isSynced),
          created_at: passkey.createdAt.getTime(),
        })
        .onConflict((clash) => clash.doNothing())
        .returningAll()
        .executeTakeFirst()
      return row && fromRow(row)
    },

    rename: async (accountId: number, id: number, name: string): Promise<Passkey | undefined> => {
      await db.updateTable('passkeys').set({ name }).where('account_id', '=', accountId).where('id', '=', id).execute()
      const row = await own(accountId, id).executeTakeFirst()
      return row && fromRow(row)
    },

    /**
     * Records a use. False when the passkey is gone, or its signature counter did not increase: the passkey may have
     * been cloned.
     */
    recordUse: (id: number, signCount: number, at: Date): Promise<boolean> =>
      updatesRow(
        db
          .updateTable('passkeys')
          .set({ sign_count: signCount, last_used_at: at.getTime() })
          .where('id', '=', id)
          .where((eb) => (signCount === 0 ? eb('sign_count', '=', 0) : eb('sign_count', '<', signCount))),
      ),

    remove: (accountId: number, id: number): Promise<boolean> =>
      deletesRow(db.deleteFrom('passkeys').where('account_id', '=', accountId).where('id', '=', id)),

    /** Consumes a challenge; false when it was used before. */
    consumeChallenge: async (challengeHash: string, expiresAt: Date, now: Date): Promise<boolean> => {
      await db.deleteFrom('used_challenges').where('expires_at', '<=', now.getTime()).execute()
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('used_challenges')
        .values({ challenge_hash: challengeHash, expires_at: expiresAt.getTime() })
        .onConflict((clash) => clash.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
  }
}

function fromRow(row: Selectable<Tables['passkeys']>): Passkey {
  return {
    id: row.id,
    accountId: row.account_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    signCount: row.sign_count,
    transports: JSON.parse(row.transports) as string[],
    name: row.name,
    isSynced: row.is_synced === 1,
    createdAt: new Date(row.created_at),
    lastUsedAt: dateOrNull(row.last_used_at),
  }
}
