import { type Kysely, sql } from 'kysely'
import type { MemberRole } from '../../../shared/rights.ts'
import type { Tables } from '../../db/tables.ts'
import { countRows, deletesRow } from '../row-results.ts'

/** A dashboard user who works on an application of somebody else. */
interface Member {
  readonly accountId: number
  readonly email: string
  /** First and last name; null without both. */
  readonly name: string | null
  readonly role: MemberRole
  readonly joinedAt: Date
}

/** Members of applications. Every change raises the access version of the account, which its sessions carry. */
export function memberStore(db: Kysely<Tables>) {
  const raiseAccess = async (accountId: number): Promise<void> => {
    await db
      .updateTable('accounts')
      .set({ access_version: sql`access_version + 1` })
      .where('id', '=', accountId)
      .execute()
  }
  return {
    /** Also locks the account's row, which orders what two transactions do with its memberships. */
    raiseAccess,
    /** Of one application, in the order of joining. */
    list: async (applicationId: number): Promise<Member[]> => {
      const rows = await db
        .selectFrom('application_members as member')
        .innerJoin('accounts', 'accounts.id', 'member.account_id')
        .innerJoin('applications', 'applications.id', 'member.application_id')
        // Servers of the previous release don't end the membership of an account that takes an application over.
        .whereRef('applications.owner_id', '!=', 'member.account_id')
        .select([
          ...(['accounts.id', 'accounts.email', 'accounts.first_name', 'accounts.last_name'] as const),
          ...(['member.role', 'member.created_at'] as const),
        ])
        .where('member.application_id', '=', applicationId)
        .orderBy('member.created_at')
        .orderBy('accounts.id')
        .execute()
      return rows.map((row) => ({
        accountId: row.id,
        email: row.email,
        name: fullName(row.first_name, row.last_name),
        role: row.role as MemberRole,
        joinedAt: new Date(row.created_at),
      }))
    },
    /** The roles of an account, by application. */
    rolesOf: async (accountId: number): Promise<ReadonlyMap<number, MemberRole>> => {
      const rows = await db
        .selectFrom('application_members')
        .select(['application_id', 'role'])
        .where('account_id', '=', accountId)
        .execute()
      return new Map(rows.map((row) => [row.application_id, row.role as MemberRole]))
    },
    /** The role of an account in one application; undefined: it is no member. */
    roleIn: async (applicationId: number, accountId: number): Promise<MemberRole | undefined> => {
      const row = await ofMember(db, applicationId, accountId).select('role').executeTakeFirst()
      return row?.role as MemberRole | undefined
    },
    /** Whether the account is a member of any application of this owner. */
    isMemberAt: async (ownerId: number, accountId: number): Promise<boolean> => {
      const row = await db
        .selectFrom('application_members as member')
        .innerJoin('applications', 'applications.id', 'member.application_id')
        .select('applications.id')
        .where('member.account_id', '=', accountId)
        .where('applications.owner_id', '=', ownerId)
        .where('applications.deleted_at', 'is', null)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    countIn: (applicationId: number): Promise<number> =>
      countRows(db.selectFrom('application_members').where('application_id', '=', applicationId)),
    /** In how many applications that still exist. */
    countOf: (accountId: number): Promise<number> =>
      countRows(
        db
          .selectFrom('application_members as member')
          .innerJoin('applications', 'applications.id', 'member.application_id')
          .where('member.account_id', '=', accountId)
          .where('applications.deleted_at', 'is', null),
      ),
    /** False when the account is a member already. */
    insert: async (
      member: { applicationId: number; accountId: number; role: MemberRole; addedBy: number },
      now: Date,
    ): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('application_members')
        .values({
          application_id: member.applicationId,
          account_id: member.accountId,
          role: member.role,
          added_by: member.addedBy,
          created_at: now.getTime(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      await raiseAccess(member.accountId)
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    /** False when the account is no member. */
    setRole: async (applicationId: number, accountId: number, role: MemberRole): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('application_members')
        .set({ role })
        .where('application_id', '=', applicationId)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      await raiseAccess(accountId)
      return numUpdatedRows > 0n
    },
    /** Ends a membership, and with it an offer to transfer the application to the member; false when there is none. */
    remove: async (applicationId: number, accountId: number): Promise<boolean> => {
      const isRemoved = await deletesRow(
        db
          .deleteFrom('application_members')
          .where('application_id', '=', applicationId)
          .where('account_id', '=', accountId),
      )
      await db
        .deleteFrom('application_transfers')
        .where('application_id', '=', applicationId)
        .where('to_account_id', '=', accountId)
        .execute()
      await raiseAccess(accountId)
      return isRemoved
    },
  }
}

const ofMember = (db: Kysely<Tables>, applicationId: number, accountId: number) =>
  db.selectFrom('application_members').where('application_id', '=', applicationId).where('account_id', '=', accountId)

/** Null without any name. */
export const fullName = (first: string | null, last: string | null): string | null =>
  [first, last].filter(Boolean).join(' ') || null
