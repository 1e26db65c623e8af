import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { licenseSorts, licenseStatuses } from '../../../shared/contract/licenses.ts'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import { dayMs, likeText } from '../columns.ts'
import type { Order } from '../keyset-pagination.ts'

export interface LicenseFilter {
  /** A whole license key, or part of a description. */
  readonly q?: string | undefined
  readonly status?: LicenseStatus | undefined
  /** Expires within this many days, and has not expired yet. */
  readonly expiresWithinDays?: number | undefined
  /** Has users, or has none. */
  readonly isUsed?: boolean | undefined
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

export function orderOfLicenses(sort: LicenseSort): Order<(typeof orders)[keyof typeof orders]['column']> {
  const [field, direction] = sort.split(':') as [keyof typeof orders, string]
  return { ...orders[field], isDescending: direction === 'desc' }
}

/** The application's matching licenses; `keyLookup` is the lookup of the search text, in case it is a key. */
export function matchingLicenses(
  db: Kysely<Tables>,
  applicationId: number,
  filter: LicenseFilter,
  keyLookup: string | undefined,
) {
  let query = db.selectFrom('licenses').where('licenses.application_id', '=', applicationId)
  if (filter.q && keyLookup !== undefined) {
    const pattern = `%${likeText(canonical(filter.q))}%`
    query = query.where(sql<boolean>`(key_lookup = ${keyLookup} or description_key like ${pattern} escape '\\')`)
  }
  const now = filter.now ?? new Date(0)
  if (filter.status) query = query.where(hasStatus(filter.status, now))
  if (filter.expiresWithinDays !== undefined) {
    const until = now.getTime() + filter.expiresWithinDays * dayMs
    query = query.where('licenses.expires_at', '>', now.getTime()).where('licenses.expires_at', '<=', until)
  }
  if (filter.isUsed !== undefined) query = query.where('licenses.current_users', filter.isUsed ? '>' : '=', 0)
  return query
}

/** The same precedence as the license page: Expired, else Inactive, else Full, else Active. */
function hasStatus(status: LicenseStatus, now: Date): RawBuilder<boolean> {
  const isUnexpired = unexpired(now)
  if (status === 'expired') return sql`not ${isUnexpired}`
  if (status === 'inactive') return sql`(is_active = 0 and ${isUnexpired})`
  const compared = sql.raw(status === 'full' ? '>=' : '<')
  return sql`(is_active = 1 and current_users ${compared} max_users and ${isUnexpired})`
}

const unexpired = (now: Date): RawBuilder<boolean> => sql`(expires_at is null or expires_at > ${now.getTime()})`

export interface LicenseSummary {
  readonly totalKeys: number
  /** Active and not expired, including full ones. */
  readonly activeKeys: number
  readonly totalUsers: number
  readonly expiredKeys: number
}

export async function licenseSummary(db: Kysely<Tables>, applicationId: number, now: Date): Promise<LicenseSummary> {
  const row = await matchingLicenses(db, applicationId, {}, undefined)
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      sql<number>`coalesce(sum(case when is_active = 1 and ${unexpired(now)} then 1 else 0 end), 0)`.as('active'),
      sql<number>`coalesce(sum(current_users), 0)`.as('users'),
      sql<number>`coalesce(sum(case when ${unexpired(now)} then 0 else 1 end), 0)`.as('expired'),
    ])
    .executeTakeFirstOrThrow()
  // PostgreSQL sums to numeric, which arrives as text
  return {
    totalKeys: Number(row.total),
    activeKeys: Number(row.active),
    totalUsers: Number(row.users),
    expiredKeys: Number(row.expired),
  }
}
