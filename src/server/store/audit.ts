import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { likeText } from './columns.ts'
import { type Position, readSlice, type Slice } from './keyset.ts'

export interface AuditEntry {
  /** null: nobody's account, such as the admin key. */
  readonly accountId: number | null
  /** Who, in words that outlive the account. */
  readonly actor: string
  /** What was done: `entity.verb`. */
  readonly action: string
  /** Ids of what it was done to; never a secret. */
  readonly subject: string
  /** What changed from what to what, where the action alone does not say it; never a secret. */
  readonly details?: string
  readonly ip: string
  readonly at: Date
}

export interface AuditRow {
  readonly id: number
  readonly accountId: number | null
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly details: string | null
  readonly ipAddress: string
  readonly createdAt: Date
}

export interface AuditFilter {
  readonly accountId?: number | undefined
  /** An action, or the entity before its dot. */
  readonly action?: string | undefined
  readonly subject?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

const newestFirst = { column: 'id', isDescending: true, nulls: 'none' } as const

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
          details: entry.details ?? null,
          ip_address: entry.ip,
          created_at: entry.at.getTime(),
        })
        .execute()
    },

    /** One page, the latest first. */
    list: async (filter: AuditFilter, after: Position | undefined, limit: number): Promise<Slice<AuditRow>> => {
      const slice = await readSlice('audit', newestFirst, after, limit, ({ where, orderBy, limit: size }) =>
        matching(db, filter).where(where).orderBy(orderBy).limit(size).execute(),
      )
      return { rows: slice.rows.map(fromRow), next: slice.next }
    },
  }
}

function matching(db: Kysely<Tables>, { accountId, action, subject, from, to }: AuditFilter) {
  let query = db.selectFrom('audit').selectAll()
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  if (subject !== undefined) query = query.where('subject', '=', subject)
  if (action !== undefined) {
    query = query.where(sql<boolean>`(action = ${action} or action like ${`${likeText(action)}.%`} escape '\\')`)
  }
  if (from) query = query.where('created_at', '>=', from.getTime())
  if (to) query = query.where('created_at', '<=', to.getTime())
  return query
}

function fromRow(row: Selectable<Tables['audit']>): AuditRow {
  return {
    id: row.id,
    accountId: row.account_id,
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    details: row.details,
    ipAddress: row.ip_address,
    createdAt: new Date(row.created_at),
  }
}
