import type { MessageName, MessageTexts } from '../../shared/messages.ts'
import { defined } from './columns.ts'

/** The six texts as the tables of accounts and applications hold them. */
export interface MessageRow {
  login_success: string | null
  login_failed: string | null
  account_disabled: string | null
  account_expired: string | null
  version_mismatch: string | null
  hwid_mismatch: string | null
}

/** All six; null inherits. */
export type Messages = { readonly [name in MessageName]: string | null }

export const messageColumns = [
  'login_success',
  'login_failed',
  'account_disabled',
  'account_expired',
  'version_mismatch',
  'hwid_mismatch',
] as const

export function messagesOf(row: MessageRow): Messages {
  return {
    loginSuccess: row.login_success,
    loginFailed: row.login_failed,
    accountDisabled: row.account_disabled,
    accountExpired: row.account_expired,
    versionMismatch: row.version_mismatch,
    hwidMismatch: row.hwid_mismatch,
  }
}

/** Columns of the texts that are named; a blank one is stored as null, which inherits. */
export function messageChanges(texts: MessageTexts): Partial<MessageRow> {
  return defined({
    login_success: blankAsNull(texts.loginSuccess),
    login_failed: blankAsNull(texts.loginFailed),
    account_disabled: blankAsNull(texts.accountDisabled),
    account_expired: blankAsNull(texts.accountExpired),
    version_mismatch: blankAsNull(texts.versionMismatch),
    hwid_mismatch: blankAsNull(texts.hwidMismatch),
  })
}

const blankAsNull = (text: string | null | undefined) => (text === undefined || text?.trim() ? text : null)
