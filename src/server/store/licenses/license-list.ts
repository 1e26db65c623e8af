import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { licenseSorts, licenseStatuses } from '../../../shared/contract/licenses.ts'
import { type LicenseHold, licenseHolds } from '../../../shared/license-status.ts'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import { dayMs, likeText } from '../columns.ts'
import type { Order, ValueRange } from '../keyset-pagination.ts'

export interface LicenseFilter {
  /** A whole license key, or part of a description. */
  readonly q?: string | undefined
  readonly status?: LicenseStatus | undefined
  /** Expires within this many days, and has not expired yet. */
  readonly expiresWithinDays?: number | undefined
  /** Has users, or has none. */
  readonly isUsed?: boolean | undefined
  readonly presetId?: number | undefined
  /** The time that expiries are compared with. */
  readonly now?: Date
}

type LicenseStatus = (typeof licenseStatuses)[number]
export type LicenseSort = `${(typeof licenseSorts)[number]}:${'asc' | 'desc'}`

const orders = {
  id: { column: 'id', nulls: 'none', isUnique: true },
  // null (not started) sorts after every expiry
  expiresAt: { column: 'expires_at', nulls: 'greatest' },
  createdAt: { column: 'created_at', nulls: 'none' },
  currentUsers: { column: 'current_users', nulls: 'none' },
} as const

/** The sort order, and the range of its values the filter allows: only that part of the index is scanned. */
export function orderOfLicenses(
  sort: LicenseSort,
  filter: LicenseFilter = {},
): Order<(typeof orders)[keyof typeof orders]['column']> {
  const [field, direction] = sort.split(':') as [keyof typeof orders, string]
  const order = { ...orders[field], isDescending: direction === 'desc' }
  if (field === 'expiresAt') return { ...order, span: spanOfExpiries(filter) }
  return field === 'currentUsers' ? { ...order, span: spanOfUsers(filter) } : order
}

function spanOfExpiries({ status, expiresWithinDays, now = new Date(0) }: LicenseFilter): ValueRange | undefined {
  const afterNow = now.getTime() + 1
  if (status === 'expired') return { to: afterNow, nulls: 'none' }
  if (expiresWithinDays === undefined) return status && !isHold(status) ? { from: afterNow } : undefined
  return { from: afterNow, to: afterNow + expiresWithinDays * dayMs, nulls: 'none' }
}

function spanOfUsers({ isUsed }: LicenseFilter): ValueRange | undefined {
  return isUsed === undefined ? undefined : isUsed ? { from: 1 } : { to: 1 }
}

/** Whether each license in the order's range matches, so that no other is read. */
export function isWholeRange(
  sort: LicenseSort,
  { q, status, expiresWithinDays, isUsed, presetId }: LicenseFilter,
): boolean {
  const parts = [q || undefined, status, expiresWithinDays, isUsed, presetId].filter((part) => part !== undefined)
  if (parts.length === 0) return true
  const field = sort.split(':')[0]
  const isRange =
    field === 'expiresAt'
      ? status === 'expired' || expiresWithinDays !== undefined
      : field === 'currentUsers' && isUsed !== undefined
  return isRange && parts.length === 1
}

/** How the query finds the licenses. */
interface LicensePlan {
  /** They are read in sort order: the filter must not make the planner choose another index. */
  readonly isInOrder?: boolean | undefined
  /** Ids of the licenses whose description has the text, which is no key: they are read one by one. */
  readonly found?: RawBuilder<unknown> | undefined
}

/**
 * The application's matching licenses; `keyLookup` is the lookup of the search text, in case it is a key: then it finds
 * that license alone.
 */
export function matchingLicenses(
  db: Kysely<Tables>,
  applicationId: number,
  filter: LicenseFilter,
  keyLookup: string | undefined,
  { isInOrder = false, found }: LicensePlan = {},
) {
  // Neither engine uses an index for a column with a unary plus.
  const column = (name: 'expires_at' | 'current_users' | 'preset_id') =>
    isInOrder || found ? sql`+${sql.ref(name)}` : sql.ref(name)
  const isOf = sql`${sql.raw(found ? '+' : '')}licenses.application_id`
  let query = db.selectFrom('licenses').where(sql<boolean>`${isOf} = ${applicationId}`)
  if (found) query = query.where(sql<boolean>`licenses.id in (${found})`)
  else if (filter.q && keyLookup !== undefined) query = query.where(isFound(applicationId, filter.q, keyLookup))
  const now = filter.now ?? new Date(0)
  if (filter.status) query = query.where(hasStatus(filter.status, now, column('expires_at')))
  if (filter.expiresWithinDays !== undefined) {
    const until = now.getTime() + filter.expiresWithinDays * dayMs
    query = query.where(sql<boolean>`${column('expires_at')} > ${now.getTime()}`)
    query = query.where(sql<boolean>`${column('expires_at')} <= ${until}`)
  }
  if (filter.isUsed !== undefined) {
    query = query.where(sql<boolean>`${column('current_users')} ${sql.raw(filter.isUsed ? '>' : '=')} 0`)
  }
  if (filter.presetId !== undefined) query = query.where(sql<boolean>`${column('preset_id')} = ${filter.presetId}`)
  return query
}

/** Ids of the licenses whose description has the text: SQLite reads them from an index, without the licenses. */
export const describedBy = (applicationId: number, q: string) =>
  sql<{ id: number }>`select id from licenses
    where application_id = ${applicationId} and description_key <> '' and ${hasText(q)}`

const hasText = (q: string) => sql<boolean>`description_key like ${`%${likeText(canonical(q))}%`} escape '\\'`

function isFound(applicationId: number, q: string, keyLookup: string): RawBuilder<boolean> {
  return sql`(key_lookup = ${keyLookup} or (${hasText(q)} and not exists
    (select 1 from licenses as named where named.application_id = ${applicationId} and named.key_lookup = ${keyLookup})))`
}

/** Held licenses are found whether they have expired or not. */
export const isHold = (status: LicenseStatus | undefined): status is LicenseHold =>
  licenseHolds.some((hold) => hold === status)

/** The same precedence as the license page: Expired, else held, else Inactive, else Full, else Active. */
function hasStatus(status: LicenseStatus, now: Date, expiry: RawBuilder<unknown>): RawBuilder<boolean> {
  const isUnexpired = sql<boolean>`(${expiry} is null or ${expiry} > ${now.getTime()})`
  if (isHold(status)) return sql`hold = ${status}`
  if (status === 'expired') return sql`not ${isUnexpired}`
  if (status === 'inactive') return sql`(is_active = 0 and hold is null and ${isUnexpired})`
  const compared = sql.raw(status === 'full' ? '>=' : '<')
  return sql`(is_active = 1 and current_users ${compared} max_users and ${isUnexpired})`
}
