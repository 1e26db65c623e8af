import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

export interface AuditEntry {
  /** null: nobody's account, such as the admin key. */
  readonly accountId: number | null
  /** Who, in words that outlive the account. */
  readonly actor: string
  /** What was done: `entity.verb`. */
  readonly action: string
  /** Ids of what it was done to; never a secret. */
  readonly subject: string
  readonly ip: string
  readonly at: Date
}

/** What was changed in the dashboard, and by whom. Written in the transaction of the change. */
export function auditStore(db: Kysely<Tables>) {
  return {
    insert: async (entry: AuditEntry): Promise<void> => {
      await db
        .insertInto('audit')
        .values({
          account_id: entry.accountId,
          actor: entry.actor,
          action: entry.action,
          subject: entry.subject,
          ip_address: entry.ip,
          created_at: entry.at.getTime(),
        })
        .execute()
    },
  }
}
