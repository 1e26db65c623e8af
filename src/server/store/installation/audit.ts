import { setImmediate } from 'node:timers/promises'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { likeText } from '../columns.ts'
import { type Position, readSlice, type Segment, type Slice } from '../keyset-pagination.ts'

export interface AuditEntry {
  /** null: no account, such as the admin key. */
  readonly accountId: number | null
  /** Who did it, in text that outlives the account. */
  readonly actor: string
  /** The action: `entity.verb`. */
  readonly action: string
  /** Ids of the affected records; never a secret. */
  readonly subject: string
  /** The application that was changed; absent or null: none. */
  readonly applicationId?: number | null
  /** Old and new values where the action alone doesn't say it; never a secret. */
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
  /** Part of actor, action, subject, details or IP address, ignoring case. */
  readonly q?: string | undefined
  readonly accountId?: number | undefined
  readonly applicationId?: number | undefined
  /** Whose IP addresses `q` may find; absent: everybody's. */
  readonly addressesOf?: number | undefined
  /** An action, or the entity before its dot. */
  readonly action?: string | undefined
  readonly subject?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** Ids per read of a search: blocks others for a few milliseconds at most. */
const searchedAtOnce = 10_000
/** The same where found rows are compared again here. */
const comparedAtOnce = 1_000

/** Changes made in the dashboard, and by whom. Written in the transaction of the change. */
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
          application_id: entry.applicationId ?? null,
          ip_address: entry.ip,
          created_at: entry.at.getTime(),
        })
        .execute()
    },

    /** One page in time order. */
    list: async (
      filter: AuditFilter,
      isDescending: boolean,
      after: Position | undefined,
      limit: number,
    ): Promise<Slice<AuditRow>> => {
      const order = { column: 'id', isDescending, nulls: 'none' } as const
      const slice = await readSlice('audit', order, after, limit, (segment) =>
        isIndexed(filter)
          ? ordered(matching(db, filter), segment).execute()
          : search(db, filter, isDescending, after, segment),
      )
      return { rows: slice.rows.map(fromRow), next: slice.next }
    },
  }
}

const ordered = (query: ReturnType<typeof matching>, { where, orderBy, limit }: Segment) =>
  query.where(where).orderBy(orderBy).limit(limit)

/** Whether an index finds the rows. Otherwise they may be far apart, or absent. */
const isIndexed = ({ q, action, from, to }: AuditFilter) => [q, action, from, to].every((each) => each === undefined)

/** Scans the log in id ranges and yields to the event loop between them. */
async function search(
  db: Kysely<Tables>,
  filter: AuditFilter,
  isDescending: boolean,
  after: Position | undefined,
  segment: Segment,
): Promise<Selectable<Tables['audit']>[]> {
  // Two queries: asked for min and max at once, SQLite scans everything between them.
  const ends = await sql<{ first: number | null; last: number | null }>`
    select (select min(id) from audit) as first, (select max(id) from audit) as last`.execute(db)
  const [first, last] = [Number(ends.rows[0]?.first), Number(ends.rows[0]?.last)]
  const { q } = filter
  const isCompared = q !== undefined && !isAscii(q)
  const step = isCompared ? comparedAtOnce : searchedAtOnce
  const rows: Selectable<Tables['audit']>[] = []
  let from = isDescending ? Math.min(after?.id ?? last, last) : Math.max(after?.id ?? first, first)
  while (rows.length < segment.limit && from >= first && from <= last) {
    const to = from + (isDescending ? -step : step)
    const span = matching(db, filter).where('id', isDescending ? '<=' : '>=', from)
    const within = span.where('id', isDescending ? '>' : '<', to)
    const wanted = segment.limit - rows.length
    const found = await ordered(within, { ...segment, limit: isCompared ? step : wanted }).execute()
    rows.push(...(isCompared ? found.filter((row) => holds(row, q, filter.addressesOf)).slice(0, wanted) : found))
    from = to
    await setImmediate()
  }
  return rows
}

function matching(
  db: Kysely<Tables>,
  { q, accountId, applicationId, addressesOf, action, subject, from, to }: AuditFilter,
) {
  let query = db.selectFrom('audit').selectAll()
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  if (applicationId !== undefined) query = query.where('application_id', '=', applicationId)
  if (subject !== undefined) query = query.where('subject', '=', subject)
  if (action !== undefined) {
    query = query.where(sql<boolean>`(action = ${action} or action like ${`${likeText(action)}.%`} escape '\\')`)
  }
  if (q) {
    const address =
      addressesOf === undefined
        ? sql`ip_address`
        : sql`case when account_id = ${addressesOf} then ip_address else '' end`
    const text = sql`actor || ' ' || action || ' ' || subject || ' ' || coalesce(details, '') || ' ' || ${address}`
    query = query.where(sql<boolean>`lower(${text}) like lower(${`%${pattern(q)}%`}) escape '\\'`)
  }
  if (from) query = query.where('created_at', '>=', from.getTime())
  if (to) query = query.where('created_at', '<=', to.getTime())
  return query
}

/**
 * Neither database folds case beyond ASCII reliably. Such characters match as wildcards in SQL and the rows are
 * compared again here.
 */
const pattern = (q: string) => likeText(q).replace(beyondAscii, '_')
const beyondAscii = /[^\x20-\x7e]/gu
const isAscii = (text: string) => text.search(beyondAscii) === -1

function holds(row: Selectable<Tables['audit']>, q: string, addressesOf: number | undefined): boolean {
  const { actor, action, subject, details, account_id, ip_address } = row
  const address = addressesOf === undefined || account_id === addressesOf ? ip_address : ''
  return [actor, action, subject, details ?? '', address].join(' ').toLowerCase().includes(q.toLowerCase())
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
