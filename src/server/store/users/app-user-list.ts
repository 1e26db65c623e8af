import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { appUserSorts, appUserStatuses, UserKind } from '../../../shared/contract/app-users.ts'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import { likeText } from '../columns.ts'
import type { Order, ValueRange } from '../keyset-pagination.ts'

export interface AppUserFilter {
  /** Part of username, email or hardware ID in any spelling, or of the IP address of the last login. */
  readonly q?: string | undefined
  /** Match the beginning of the value instead of any part. */
  readonly isBeginning?: boolean | undefined
  readonly status?: AppUserStatus | undefined
  readonly hasHwid?: boolean | undefined
  readonly kind?: UserKind | undefined
  readonly licenseId?: number | undefined
  readonly hasLoggedIn?: boolean | undefined
  /** The user's own expiry is at or after this. */
  readonly expiresFrom?: Date | undefined
  /** The user's own expiry is before this. */
  readonly expiresTo?: Date | undefined
  /** The time that expiries are compared with. */
  readonly now?: Date
}

type AppUserStatus = (typeof appUserStatuses)[number]
export type AppUserSort = `${(typeof appUserSorts)[number]}:${'asc' | 'desc'}`

const orders = {
  id: { column: 'id', nulls: 'none', isUnique: true },
  username: { column: 'username_key', nulls: 'none', isUnique: true },
  // null (never expires) sorts after every expiry
  expiresAt: { column: 'expires_at', nulls: 'greatest' },
  // null (never logged in) sorts before every login
  lastLogin: { column: 'last_login_at', nulls: 'least' },
  createdAt: { column: 'created_at', nulls: 'none' },
} as const

/** The sort order, and the range of its values the filter allows: only that part of the index is scanned. */
export function orderOfUsers(
  sort: AppUserSort,
  filter: AppUserFilter = {},
): Order<(typeof orders)[keyof typeof orders]['column']> {
  const [field, direction] = sort.split(':') as [keyof typeof orders, string]
  const order = { ...orders[field], isDescending: direction === 'desc' }
  if (field === 'lastLogin') return { ...order, span: spanOfLogins(filter) }
  return field === 'expiresAt' ? { ...order, span: spanOfExpiries(filter) } : order
}

function spanOfLogins({ hasLoggedIn }: AppUserFilter): ValueRange | undefined {
  return hasLoggedIn === undefined ? undefined : { nulls: hasLoggedIn ? 'none' : 'only' }
}

function spanOfExpiries({ expiresFrom, expiresTo, status, now = new Date(0) }: AppUserFilter): ValueRange {
  const bounds = [expiresFrom?.getTime() ?? [], status === 'active' ? now.getTime() + 1 : []].flat()
  return {
    from: bounds.length > 0 ? Math.max(...bounds) : undefined,
    to: expiresTo?.getTime(),
    nulls: expiresFrom || expiresTo ? 'none' : undefined,
  }
}

/** How the query finds the users: by id or by scanning the sort index. */
interface QueryPlan {
  /** Ids of a few candidates, a superset of the matches, which are read one by one. */
  readonly lookup?: RawBuilder<unknown> | undefined
  /** Users are scanned in sort order: filters must not make the planner choose another index. */
  readonly isScan?: boolean | undefined
}

/** The application's matching users, joined with their licenses. */
export function matchingUsers(db: Kysely<Tables>, applicationId: number, filter: AppUserFilter, plan: QueryPlan = {}) {
  return db
    .selectFrom('app_users')
    .leftJoin('licenses', 'licenses.id', 'app_users.license_id')
    .where(isMatch(applicationId, filter, plan))
}

/**
 * The same without columns of the licenses. They are joined only for a filter that compares them: in a count SQLite
 * would look up the license of every user, which takes 16 times as long, though nothing is read from it.
 */
export function matchingUsersAlone(
  db: Kysely<Tables>,
  applicationId: number,
  filter: AppUserFilter,
  plan: QueryPlan = {},
) {
  const isOfLicense = filter.status === 'active' || filter.status === 'expired'
  return db
    .selectFrom('app_users')
    .$if(isOfLicense, (query) => query.leftJoin('licenses', 'licenses.id', 'app_users.license_id'))
    .where(isMatch(applicationId, filter, plan))
}

function isMatch(
  applicationId: number,
  filter: AppUserFilter,
  { lookup, isScan = false }: QueryPlan,
): RawBuilder<boolean> {
  // Neither engine uses an index for a column with a unary plus.
  const column = (name: FilteredColumn) =>
    isScan ? sql`+${sql.ref(`app_users.${name}`)}` : sql.ref(`app_users.${name}`)
  const { q, status, hasHwid, kind, licenseId, hasLoggedIn, expiresFrom, expiresTo } = filter
  const isOf = sql<boolean>`app_users.application_id = ${applicationId}`
  const conditions = [lookup ? sql<boolean>`(+${isOf} and app_users.id in (${lookup}))` : isOf]
  if (q) conditions.push(contains(q, filter.isBeginning ?? false))
  if (status) conditions.push(hasStatus(status, filter.now ?? new Date(0), column))
  if (hasHwid !== undefined) conditions.push(sql`app_users.hwid ${isNull(!hasHwid)}`)
  if (kind !== undefined) conditions.push(sql`app_users.kind = ${kind}`)
  if (licenseId !== undefined) conditions.push(sql`${column('license_id')} = ${licenseId}`)
  if (hasLoggedIn !== undefined) conditions.push(sql`${column('last_login_at')} ${isNull(!hasLoggedIn)}`)
  if (expiresFrom) conditions.push(sql`${column('expires_at')} >= ${expiresFrom.getTime()}`)
  if (expiresTo) conditions.push(sql`${column('expires_at')} < ${expiresTo.getTime()}`)
  return sql.join(conditions, sql` and `)
}

type FilteredColumn = 'license_id' | 'last_login_at' | 'expires_at' | 'is_active' | 'is_paused' | 'is_banned'
type ColumnOf = (name: FilteredColumn) => RawBuilder<unknown>

export const isNull = (is: boolean) => sql.raw(is ? 'is null' : 'is not null')

/** The columns that a search compares. */
export const searchedColumns = ['username_key', 'email_key', 'hwid_key', 'last_login_ip'] as const

function contains(q: string, isBeginning: boolean): RawBuilder<boolean> {
  const pattern = `${isBeginning ? '' : '%'}${likeText(canonical(q))}%`
  const columns = searchedColumns.map((column) => sql`${sql.ref(`app_users.${column}`)} like ${pattern} escape '\\'`)
  return sql<boolean>`(${sql.join(columns, sql` or `)})`
}

function hasStatus(status: AppUserStatus, now: Date, column: ColumnOf): RawBuilder<boolean> {
  if (status === 'paused') return sql`${column('is_paused')} = 1`
  if (status === 'banned') return sql`${column('is_banned')} = 1`
  if (status === 'inactive') return sql`${column('is_active')} = 0`
  return status === 'active' ? canLogIn(now, column) : sql`not ${isUnexpired(now)}`
}

/**
 * Whether the user can log in: active, not paused, not banned, neither the user nor the license expired, the license
 * active.
 */
function canLogIn(now: Date, column: ColumnOf): RawBuilder<boolean> {
  return sql`(${column('is_active')} = 1 and ${column('is_paused')} = 0 and ${column('is_banned')} = 0
    and coalesce(licenses.is_active, 1) = 1 and ${isUnexpired(now)})`
}

function isUnexpired(now: Date): RawBuilder<boolean> {
  return sql`(${unexpired('app_users.expires_at', now)} and ${unexpired('licenses.expires_at', now)})`
}

function unexpired(column: string, now: Date): RawBuilder<boolean> {
  return sql`(${sql.ref(column)} is null or ${sql.ref(column)} > ${now.getTime()})`
}
