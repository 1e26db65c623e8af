import type { Kysely } from 'kysely'
import type { MessageName, MessageTexts } from '../../../shared/messages.ts'
import type { Tables } from '../../db/tables.ts'
import { blankAsNull, defined } from '../columns.ts'

/** All six texts; null: the default. */
export type AccountMessages = { readonly [name in MessageName]: string | null }

const columns = [
  'login_success',
  'login_failed',
  'account_disabled',
  'account_expired',
  'version_mismatch',
  'hwid_mismatch',
] as const

const nothingSet = Object.fromEntries(columns.map((column) => [column, null]))

/** The six texts of an account. */
export function customMessageStore(db: Kysely<Tables>) {
  return {
    find: async (accountId: number): Promise<AccountMessages> => {
      const row = await db.selectFrom('accounts').select(columns).where('id', '=', accountId).executeTakeFirst()
      return {
        loginSuccess: row?.login_success ?? null,
        loginFailed: row?.login_failed ?? null,
        accountDisabled: row?.account_disabled ?? null,
        accountExpired: row?.account_expired ?? null,
        versionMismatch: row?.version_mismatch ?? null,
        hwidMismatch: row?.hwid_mismatch ?? null,
      }
    },
    /** Changes the given texts; an empty text restores the default. */
    update: async (accountId: number, texts: MessageTexts): Promise<void> => {
      const changes = defined({
        login_success: blankAsNull(texts.loginSuccess),
        login_failed: blankAsNull(texts.loginFailed),
        account_disabled: blankAsNull(texts.accountDisabled),
        account_expired: blankAsNull(texts.accountExpired),
        version_mismatch: blankAsNull(texts.versionMismatch),
        hwid_mismatch: blankAsNull(texts.hwidMismatch),
      })
      if (Object.keys(changes).length === 0) return
      await db.updateTable('accounts').set(changes).where('id', '=', accountId).execute()
    },
    reset: async (accountId: number): Promise<void> => {
      await db.updateTable('accounts').set(nothingSet).where('id', '=', accountId).execute()
    },
  }
}
