import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { appUserSorts, appUserStatuses } from '../../shared/contract/app-users.ts'
import type { Tables } from '../db/tables.ts'
import { canonical } from '../lib/canonical.ts'
import { likeText } from './columns.ts'
import type { Order } from './keyset.ts'

export interface AppUserFilter {
  /** Part of username, e-mail or hardware id in any spelling, or of the address of the last login. */
  readonly q?: string | undefined
  /** The text is the beginning of the value, not any part of it. */
  readonly isBeginning?: boolean | undefined
  readonly status?: AppUserStatus | undefined
  readonly hasHwid?: boolean | undefined
  readonly licenseId?: number | undefined
  readonly hasLoggedIn?: boolean | undefined
  /** By the user's own expiry: at or after. */
  readonly expiresFrom?: Date | undefined
  /** Before. */
  readonly expiresTo?: Date | undefined
  /** Decides who is expired. */
  readonly now?: Date
}

type AppUserStatus = (typeof appUserStatuses)[number]
export type AppUserSort = `${(typeof appUserSorts)[number]}:${'asc' | 'desc'}`

const orders = {
  id: { column: 'id', nulls: 'none' },
  username: { column: 'username_key', nulls: 'none' },
  // null never expires, which is later than every expiry
  expiresAt: { column: 'expires_at', nulls: 'greatest' },
  // null never signed in, which is longer ago than every login
  lastLogin: { column: 'last_login_at', nulls: 'least' },
  createdAt: { column: 'created_at', nulls: 'none' },
} as const

export function orderOfUsers(sort: AppUserSort): Order<(typeof orders)[keyof typeof orders]['column']> {
  const [field, direction] = sort.split(':') as [keyof typeof orders, string]
  return { ...orders[field], isDescending: direction === 'desc' }
}

/** The application's users that match, each beside its license; only those of the ids where they are given. */
export function matchingUsers(
  db: Kysely<Tables>,
  applicationId: number,
  filter: AppUserFilter,
  lookup?: RawBuilder<unknown>,
) {
  const all = db.selectFrom('app_users').leftJoin('licenses', 'licenses.id', 'app_users.license_id')
  // The plus keeps the planner from walking an index of all users in order.
  const inOrder = sql<boolean>`app_users.application_id = ${applicationId}`
  let query = all.where(lookup ? sql<boolean>`(+${inOrder} and app_users.id in (${lookup}))` : inOrder)
  if (filter.q) query = query.where(contains(filter.q, filter.isBeginning ?? false))
  if (filter.status) query = query.where(hasStatus(filter.status, filter.now ?? new Date(0)))
  if (filter.hasHwid !== undefined) query = query.where('app_users.hwid', filter.hasHwid ? 'is not' : 'is', null)
  if (filter.licenseId !== undefined) query = query.where('app_users.license_id', '=', filter.licenseId)
  if (filter.hasLoggedIn !== undefined) {
    query = query.where('app_users.last_login_at', filter.hasLoggedIn ? 'is not' : 'is', null)
  }
  if (filter.expiresFrom) query = query.where('app_users.expires_at', '>=', filter.expiresFrom.getTime())
  if (filter.expiresTo) query = query.where('app_users.expires_at', '<', filter.expiresTo.getTime())
  return query
}

/** What a search looks into. */
export const searchedColumns = ['username_key', 'email_key', 'hwid_key', 'last_login_ip'] as const

function contains(q: string, isBeginning: boolean): RawBuilder<boolean> {
  const pattern = `${isBeginning ? '' : '%'}${likeText(canonical(q))}%`
  const columns = searchedColumns.map((column) => sql`${sql.ref(`app_users.${column}`)} like ${pattern} escape '\\'`)
  return sql<boolean>`(${sql.join(columns, sql` or `)})`
}

function hasStatus(status: AppUserStatus, now: Date): RawBuilder<boolean> {
  if (status === 'paused') return sql`app_users.is_paused = 1`
  if (status === 'banned') return sql`app_users.is_banned = 1`
  if (status === 'inactive') return sql`app_users.is_active = 0`
  return status === 'active' ? canSignIn(now) : sql`not ${isUnexpired(now)}`
}

/** Active, not paused, not banned, neither the user nor the license expired, the license active. */
function canSignIn(now: Date): RawBuilder<boolean> {
  return sql`(app_users.is_active = 1 and app_users.is_paused = 0 and app_users.is_banned = 0
    and coalesce(licenses.is_active, 1) = 1 and ${isUnexpired(now)})`
}

function isUnexpired(now: Date): RawBuilder<boolean> {
  return sql`(${unexpired('app_users.expires_at', now)} and ${unexpired('licenses.expires_at', now)})`
}

export function unexpired(column: string, now: Date): RawBuilder<boolean> {
  return sql`(${sql.ref(column)} is null or ${sql.ref(column)} > ${now.getTime()})`
}
