import { type Kysely, type Selectable, sql } from 'kysely'
import type { MemberRole } from '../../../shared/rights.ts'
import type { Tables } from '../../db/tables.ts'
import { dateOrNull } from '../columns.ts'
import { type Application, applicationFromRow } from './applications.ts'

/** An application and what one account is in it. */
export interface SeenApplication extends Application {
  readonly ownerEmail: string
  /** The account's role as a member; null: it is none. */
  readonly memberRole: MemberRole | null
  /** When the offer to transfer the application to this account ends; null: there is no offer. */
  readonly offeredUntil: Date | null
}

/** Applications with the membership of the account that asks, in one statement. */
export function seenApplicationStore(db: Kysely<Tables>) {
  return {
    find: async (id: number, accountId: number): Promise<SeenApplication | undefined> => {
      const row = await seenBy(db, accountId).where('applications.id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
    /** Every application of the installation; oldest first. */
    listAll: async (accountId: number): Promise<SeenApplication[]> => {
      const rows = await seenBy(db, accountId).orderBy('applications.id').execute()
      return rows.map(fromRow)
    },
    /** Those that the account owns, and unless `isOwnedOnly` those that it is a member of; oldest first. */
    list: async (accountId: number, isOwnedOnly: boolean): Promise<SeenApplication[]> => {
      const owned = sql<boolean>`applications.owner_id = ${accountId}`
      const reached = sql<boolean>`applications.id in (
        select own.id from applications as own where own.owner_id = ${accountId}
        union select own.application_id from application_members as own where own.account_id = ${accountId})`
      const rows = await seenBy(db, accountId)
        .where(isOwnedOnly ? owned : reached)
        .orderBy('applications.id')
        .execute()
      return rows.map(fromRow)
    },
  }
}

const seenBy = (db: Kysely<Tables>, accountId: number) =>
  db
    .selectFrom('applications')
    .innerJoin('accounts as owner', 'owner.id', 'applications.owner_id')
    .leftJoin('application_members as member', (join) =>
      join.onRef('member.application_id', '=', 'applications.id').on('member.account_id', '=', accountId),
    )
    .leftJoin('application_transfers as offer', (join) =>
      join.onRef('offer.application_id', '=', 'applications.id').on('offer.to_account_id', '=', accountId),
    )
    .selectAll('applications')
    .select(['owner.email as owner_email', 'member.role as member_role', 'offer.expires_at as offered_until'])
    .where('applications.deleted_at', 'is', null)

type Row = Selectable<Tables['applications']> & {
  readonly owner_email: string
  readonly member_role: string | null
  readonly offered_until: number | null
}

const fromRow = (row: Row): SeenApplication => ({
  ...applicationFromRow(row),
  ownerEmail: row.owner_email,
  memberRole: row.member_role as MemberRole | null,
  offeredUntil: dateOrNull(row.offered_until),
})
