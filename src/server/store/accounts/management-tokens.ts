import type { Kysely, Selectable } from 'kysely'
import type { TokenAction } from '../../../shared/token-actions.ts'
import type { Tables } from '../../db/tables.ts'
import { dateOrNull, flag } from '../columns.ts'
import { deletesRow } from '../row-results.ts'
import { type Account, accountFromRow } from './accounts.ts'

/** A credential with which programs call the dashboard's API. Only the hash of the token is stored. */
export interface ManagementToken {
  readonly id: number
  readonly name: string
  readonly hint: string
  /** null: every application of the account. */
  readonly applicationIds: readonly number[] | null
  readonly actions: readonly TokenAction[]
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
}

export type NewManagementToken = Omit<ManagementToken, 'id' | 'lastUsedAt'> & {
  readonly accountId: number
  readonly tokenHash: string
}

export function managementTokenStore(db: Kysely<Tables>) {
  return {
    /** A valid token with its current account; undefined when the account is disabled. */
    find: async (tokenHash: string, now: Date): Promise<(ManagementToken & { account: Account }) | undefined> => {
      const row = await db
        .selectFrom('management_tokens as token')
        .innerJoin('accounts as account', 'account.id', 'token.account_id')
        .selectAll('account')
        .select([
          'token.id as token_id',
          'token.name',
          'token.hint',
          'token.application_ids',
          'token.actions',
          'token.created_at as token_created_at',
          'token.expires_at',
          'token.last_used_at',
        ])
        .where('token.token_hash', '=', tokenHash)
        .where('token.expires_at', '>', now.getTime())
        .where('account.is_active', '=', flag(true))
        .executeTakeFirst()
      return (
        row && {
          ...fromRow({ ...row, id: row.token_id, created_at: row.token_created_at }),
          account: accountFromRow(row),
        }
      )
    },

    list: async (accountId: number): Promise<ManagementToken[]> => {
      const rows = await db
        .selectFrom('management_tokens')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('id', 'desc')
        .execute()
      return rows.map(fromRow)
    },

    insert: async (token: NewManagementToken): Promise<ManagementToken> => {
      const row = await db
        .insertInto('management_tokens')
        .values({
          account_id: token.accountId,
          name: token.name,
          token_hash: token.tokenHash,
          hint: token.hint,
          application_ids: token.applicationIds && JSON.stringify(token.applicationIds),
          actions: JSON.stringify(token.actions),
          created_at: token.createdAt.getTime(),
          expires_at: token.expiresAt.getTime(),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return fromRow(row)
    },

    /** Never restores a revoked token. */
    touch: async (id: number, at: Date): Promise<void> => {
      await db.updateTable('management_tokens').set({ last_used_at: at.getTime() }).where('id', '=', id).execute()
    },

    remove: (accountId: number, id: number): Promise<boolean> =>
      deletesRow(db.deleteFrom('management_tokens').where('account_id', '=', accountId).where('id', '=', id)),
  }
}

function fromRow(row: Omit<Selectable<Tables['management_tokens']>, 'account_id' | 'token_hash'>): ManagementToken {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    applicationIds: row.application_ids === null ? null : (JSON.parse(row.application_ids) as number[]),
    actions: JSON.parse(row.actions) as TokenAction[],
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    lastUsedAt: dateOrNull(row.last_used_at),
  }
}
