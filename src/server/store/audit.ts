import { setImmediate } from 'node:timers/promises'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { likeText } from './columns.ts'
import { type Position, readSlice, type Segment, type Slice } from './keyset.ts'

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
  /** Part of who, what, of what, details or address; case makes no difference. */
  readonly q?: string | undefined
  readonly accountId?: number | undefined
  /** An action, or the entity before its dot. */
  readonly action?: string | undefined
  readonly subject?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** Ids of one read of a search: it holds up everybody else for some milliseconds at most. */
const searchedAtOnce = 10_000

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

    /** One page in the order of time. */
    list: async (
      filter: AuditFilter,
      isDescending: boolean,
      after: Position | undefined,
      limit: number,
    ): Promise<Slice<AuditRow>> => {
      const order = { column: 'id', isDescending, nulls: 'none' } as const
      const slice = await readSlice('audit', order, after, limit, (segment) =>
        filter.q === undefined
          ? ordered(matching(db, filter), segment).execute()
          : search(db, filter, isDescending, after, segment),
      )
      return { rows: slice.rows.map(fromRow), next: slice.next }
    },
  }
}

const ordered = (query: ReturnType<typeof matching>, { where, orderBy, limit }: Segment) =>
  query.where(where).orderBy(orderBy).limit(limit)

/** Rows that hold the text, from a position on: the log is looked through in spans of ids, with turns for others. */
async function search(
  db: Kysely<Tables>,
  filter: AuditFilter,
  isDescending: boolean,
  after: Position | undefined,
  segment: Segment,
): Promise<Selectable<Tables['audit']>[]> {
  const ends = db.selectFrom('audit').select((eb) => [eb.fn.min('id').as('first'), eb.fn.max('id').as('last')])
  const found = await ends.executeTakeFirstOrThrow()
  const [first, last] = [Number(found.first), Number(found.last)]
  const rows: Selectable<Tables['audit']>[] = []
  let from = isDescending ? Math.min(after?.id ?? last, last) : Math.max(after?.id ?? first, first)
  while (rows.length < segment.limit && from >= first && from <= last) {
    const to = from + (isDescending ? -searchedAtOnce : searchedAtOnce)
    const span = matching(db, filter).where('id', isDescending ? '<=' : '>=', from)
    const within = span.where('id', isDescending ? '>' : '<', to)
    rows.push(...(await ordered(within, { ...segment, limit: segment.limit - rows.length }).execute()))
    from = to
    await setImmediate()
  }
  return rows
}

function matching(db: Kysely<Tables>, { q, accountId, action, subject, from, to }: AuditFilter) {
  let query = db.selectFrom('audit').selectAll()
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  if (subject !== undefined) query = query.where('subject', '=', subject)
  if (action !== undefined) {
    query = query.where(sql<boolean>`(action = ${action} or action like ${`${likeText(action)}.%`} escape '\\')`)
  }
  if (q) {
    const text = sql`actor || ' ' || action || ' ' || subject || ' ' || coalesce(details, '') || ' ' || ip_address`
    query = query.where(sql<boolean>`lower(${text}) like lower(${`%${likeText(q)}%`}) escape '\\'`)
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
