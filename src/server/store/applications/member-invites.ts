import type { Kysely } from 'kysely'
import type { MemberRole } from '../../../shared/rights.ts'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import { countRows, deletesRow } from '../row-results.ts'

interface NewMemberInvite {
  readonly applicationId: number
  readonly email: string
  readonly role: MemberRole
  readonly tokenHash: string
  readonly invitedBy: number
  readonly expiresAt: Date
}

interface MemberInvite extends NewMemberInvite {
  readonly id: number
  readonly emailKey: string
}

/** Invites to applications, one per email address. Only the hash of a token is stored. */
export function memberInviteStore(db: Kysely<Tables>) {
  return {
    /** Replaces the former invite of the same address; returns the id. */
    replace: async (invite: NewMemberInvite): Promise<number> => {
      const emailKey = canonical(invite.email)
      const values = {
        email: invite.email,
        role: invite.role,
        token_hash: invite.tokenHash,
        invited_by: invite.invitedBy,
        expires_at: invite.expiresAt.getTime(),
      }
      const { id } = await db
        .insertInto('member_invites')
        .values({ application_id: invite.applicationId, email_key: emailKey, ...values })
        .onConflict((conflict) => conflict.columns(['application_id', 'email_key']).doUpdateSet(values))
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    /** Open invites of an application, the oldest first, with the email of who invited. */
    list: async (applicationId: number, now: Date) => {
      const rows = await db
        .selectFrom('member_invites as invite')
        .innerJoin('accounts as inviter', 'inviter.id', 'invite.invited_by')
        .select(['invite.id', 'invite.email', 'invite.role', 'invite.expires_at', 'inviter.email as invited_by_email'])
        .where('invite.application_id', '=', applicationId)
        .where('invite.expires_at', '>', now.getTime())
        .orderBy('invite.id')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        email: row.email,
        role: row.role as MemberRole,
        invitedBy: row.invited_by_email,
        expiresAt: new Date(row.expires_at),
      }))
    },

    /** Open invites of an application to other addresses than this one. */
    countOthers: (applicationId: number, email: string, now: Date): Promise<number> =>
      countRows(
        db
          .selectFrom('member_invites')
          .where('application_id', '=', applicationId)
          .where('email_key', '!=', canonical(email))
          .where('expires_at', '>', now.getTime()),
      ),

    /** An open invite by its token. */
    find: async (tokenHash: string, now: Date): Promise<MemberInvite | undefined> => {
      const row = await db
        .selectFrom('member_invites')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now.getTime())
        .executeTakeFirst()
      return (
        row && {
          id: row.id,
          applicationId: row.application_id,
          email: row.email,
          emailKey: row.email_key,
          role: row.role as MemberRole,
          tokenHash: row.token_hash,
          invitedBy: row.invited_by,
          expiresAt: new Date(row.expires_at),
        }
      )
    },

    /** Uses the token up; of several at once exactly one gets true. */
    consume: (tokenHash: string): Promise<boolean> =>
      deletesRow(db.deleteFrom('member_invites').where('token_hash', '=', tokenHash)),

    /** The email of the cancelled invite; undefined when there is none. */
    remove: async (applicationId: number, id: number): Promise<string | undefined> => {
      const row = await db
        .deleteFrom('member_invites')
        .where('application_id', '=', applicationId)
        .where('id', '=', id)
        .returning('email')
        .executeTakeFirst()
      return row?.email
    },

    /** Deletes the invites of an application that nobody can use any more. */
    removeExpired: async (applicationId: number, now: Date): Promise<void> => {
      await db
        .deleteFrom('member_invites')
        .where('application_id', '=', applicationId)
        .where('expires_at', '<=', now.getTime())
        .execute()
    },
  }
}
