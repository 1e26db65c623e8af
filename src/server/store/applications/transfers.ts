import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { transferApplications } from '../accounts/transfer-applications.ts'
import { deletesRow } from '../row-results.ts'

/** An offer to make a member the owner of an application. */
export interface TransferOffer {
  readonly applicationId: number
  readonly toAccountId: number
  readonly byAccountId: number
  readonly expiresAt: Date
}

/** Offers to transfer applications, at most one per application. */
export function transferStore(db: Kysely<Tables>) {
  return {
    /** The open offer, with the email of its recipient. */
    find: async (applicationId: number, now: Date): Promise<(TransferOffer & { email: string }) | undefined> => {
      const row = await db
        .selectFrom('application_transfers as offer')
        .innerJoin('accounts as recipient', 'recipient.id', 'offer.to_account_id')
        .selectAll('offer')
        .select('recipient.email')
        .where('offer.application_id', '=', applicationId)
        .where('offer.expires_at', '>', now.getTime())
        .executeTakeFirst()
      return (
        row && {
          applicationId: row.application_id,
          toAccountId: row.to_account_id,
          byAccountId: row.by_account_id,
          expiresAt: new Date(row.expires_at),
          email: row.email,
        }
      )
    },

    /** Replaces an expired offer; false while one is open. */
    insert: async (offer: TransferOffer, now: Date): Promise<boolean> => {
      await db
        .deleteFrom('application_transfers')
        .where('application_id', '=', offer.applicationId)
        .where('expires_at', '<=', now.getTime())
        .execute()
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('application_transfers')
        .values({
          application_id: offer.applicationId,
          to_account_id: offer.toAccountId,
          by_account_id: offer.byAccountId,
          expires_at: offer.expiresAt.getTime(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    /** False when there was none. */
    remove: (applicationId: number): Promise<boolean> =>
      deletesRow(db.deleteFrom('application_transfers').where('application_id', '=', applicationId)),

    /** Gives one application from its owner to another account, with what applies to it; false when it is not theirs. */
    pass: async (applicationId: number, from: number, to: number): Promise<boolean> =>
      (await transferApplications(db, from, to, applicationId)) > 0,
  }
}
