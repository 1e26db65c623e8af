import type { Kysely } from 'kysely'
import type { MessageTexts } from '../../shared/messages.ts'
import type { Tables } from '../db/tables.ts'
import { type Messages, messageChanges, messageColumns, messagesOf } from './message-columns.ts'

/** The six texts of an account; null stands for the default. */
export function customMessageStore(db: Kysely<Tables>) {
  return {
    find: async (accountId: number): Promise<Messages | undefined> => {
      const row = await db
        .selectFrom('accounts')
        .select([...messageColumns])
        .where('id', '=', accountId)
        .executeTakeFirst()
      return row && messagesOf(row)
    },
    /** Changes the texts that are named; a blank one inherits the default again. */
    update: async (accountId: number, texts: MessageTexts): Promise<void> => {
      const columns = messageChanges(texts)
      if (Object.keys(columns).length === 0) return
      await db.updateTable('accounts').set(columns).where('id', '=', accountId).execute()
    },
    reset: async (accountId: number): Promise<void> => {
      const none = Object.fromEntries(messageColumns.map((column) => [column, null]))
      await db.updateTable('accounts').set(none).where('id', '=', accountId).execute()
    },
  }
}
