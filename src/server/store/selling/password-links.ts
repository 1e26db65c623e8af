import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { deletesRow } from '../row-results.ts'

interface NewLink {
  readonly tokenHash: string
  readonly madeBy: string
  readonly at: Date
  readonly endsAt: Date
}

/**
 * Links with which users set a password. Every call takes the application first. The database deletes the link of a user
 * whose password, email address or ban changes.
 */
export function passwordLinkStore(db: Kysely<Tables>) {
  return {
    /** A new link of the user, in place of the former one. The user is locked. */
    replace: async (
      applicationId: number,
      userId: number,
      { tokenHash, madeBy, at, endsAt }: NewLink,
    ): Promise<void> => {
      await db.deleteFrom('user_tokens').where('user_id', '=', userId).execute()
      await db
        .insertInto('user_tokens')
        .values({
          application_id: applicationId,
          user_id: userId,
          token_hash: tokenHash,
          made_by: madeBy,
          created_at: at.getTime(),
          ends_at: endsAt.getTime(),
        })
        .execute()
    },
    /** The user whose link it is. */
    find: async (applicationId: number, tokenHash: string, now: Date): Promise<{ userId: number } | undefined> => {
      const row = await db
        .selectFrom('user_tokens')
        .innerJoin('app_users', 'app_users.id', 'user_tokens.user_id')
        .select('user_tokens.user_id')
        .where('user_tokens.application_id', '=', applicationId)
        .where('user_tokens.token_hash', '=', tokenHash)
        .where('user_tokens.ends_at', '>', now.getTime())
        .where('app_users.is_banned', '=', 0)
        .executeTakeFirst()
      return row && { userId: row.user_id }
    },
    /** Uses a link up; false when that was just done. The user is locked. */
    use: (applicationId: number, tokenHash: string, now: Date): Promise<boolean> =>
      deletesRow(
        db
          .deleteFrom('user_tokens')
          .where('application_id', '=', applicationId)
          .where('token_hash', '=', tokenHash)
          .where('ends_at', '>', now.getTime()),
      ),
  }
}
