import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { canonical } from '../lib/canonical.ts'
import { type AppUserFilter, isNull, searchedColumns } from './app-user-list.ts'

/** What one page of users may cost; tests give smaller ones. */
export interface SearchBounds {
  /** Applications up to this size are searched for any part of a value, which reads every user; larger ones for beginnings. */
  readonly anyPartUsers: number
  /** So many matches are looked up and sorted in a moment; of more of them a page is met soon enough in their order. */
  readonly fewMatches: number
  /** Users that a page looks at while it walks through them in order. */
  readonly pageSteps: number
}

export const searchBounds: SearchBounds = { anyPartUsers: 10_000, fewMatches: 4_000, pageSteps: 8_000 }

/** Behind every text that begins with another one, letter by letter. */
const afterAll = '\u{10FFFF}'

/** How the users that match are found. */
interface UserSearch {
  readonly filter: AppUserFilter
  /**
   * Ids of few users, those that match among them: they are looked up one by one and then sorted. Absent: the users
   * are walked in order until enough of them match.
   */
  readonly lookup?: RawBuilder<unknown>
  /** The application has more users than one page may look at. */
  readonly isLarge: boolean
  /** The matches can be counted in a moment. */
  readonly isCountable: boolean
}

/** The filter as it is meant for this application: a large one is searched for beginnings. */
export async function resolveFilter(
  db: Kysely<Tables>,
  applicationId: number,
  filter: AppUserFilter,
): Promise<AppUserFilter> {
  if (!filter.q) return filter
  return { ...filter, isBeginning: (await sizeOf(db, applicationId)) > searchBounds.anyPartUsers }
}

/**
 * Looks at the indexes before the users are read: a filter that leaves few of a million users must not walk through all
 * of them, and one that leaves most must not collect them.
 */
export async function planSearch(
  db: Kysely<Tables>,
  applicationId: number,
  filter: AppUserFilter,
  { anyPartUsers, fewMatches }: SearchBounds = searchBounds,
): Promise<UserSearch> {
  const size = await sizeOf(db, applicationId)
  if (size <= anyPartUsers) return { filter, isLarge: false, isCountable: true }
  const large = { ...(await sharpened(db, applicationId, filter)), isBeginning: true }
  const candidates = candidatesOf(applicationId, filter, fewMatches)
  for (const lookup of candidates) {
    if (!(await hasMoreThan(db, lookup, fewMatches))) return { filter: large, lookup, isLarge: true, isCountable: true }
  }
  return { filter: large, isLarge: true, isCountable: candidates.length === 0 }
}

/** Where nobody has an expired license, "expired" is a range of the users' own expiries, which their index has in order. */
async function sharpened(db: Kysely<Tables>, applicationId: number, filter: AppUserFilter): Promise<AppUserFilter> {
  const { status, expiresTo, now = new Date(0) } = filter
  if (status !== 'expired') return filter
  const { rows } = await expiredLicenses(applicationId, now, 1).execute(db)
  const end = new Date(now.getTime() + 1)
  return rows.length === 0 ? { ...filter, expiresTo: expiresTo && expiresTo < end ? expiresTo : end } : filter
}

async function sizeOf(db: Kysely<Tables>, applicationId: number): Promise<number> {
  const row = await db
    .selectFrom('applications')
    .select('user_count')
    .where('id', '=', applicationId)
    .executeTakeFirst()
  return row?.user_count ?? 0
}

async function hasMoreThan(db: Kysely<Tables>, ids: RawBuilder<unknown>, limit: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select id from (${ids}) as found limit ${limit + 1}) as few`.execute(db)
  return Number(rows[0]?.count) > limit
}

/**
 * What the parts of the filter leave, each as a range of one index and no more of it than counts as few: ids of users,
 * a superset of those that match.
 */
function candidatesOf(applicationId: number, filter: AppUserFilter, fewMatches: number): RawBuilder<unknown>[] {
  const { q, status, hasHwid, licenseId, hasLoggedIn, expiresFrom, expiresTo, now = new Date(0) } = filter
  const isOf = sql`application_id = ${applicationId}`
  const ids = (condition: RawBuilder<unknown>) =>
    sql`select id from (select id from app_users where ${condition} limit ${fewMatches + 1}) as part`
  const users = (condition: RawBuilder<unknown>, column?: string) =>
    ids(sql`${isOf} and ${condition}${column === undefined ? sql`` : sql` order by ${sql.ref(column)}`}`)
  // By the index of licenses: the plus keeps the planner from an index of the whole application.
  const ofLicense = (condition: RawBuilder<unknown>) => ids(sql`+${isOf} and ${condition}`)
  const isExpired = sql`expires_at <= ${now.getTime()}`
  const found: (RawBuilder<unknown> | undefined | false | '')[] = [
    q && beginning(users, canonical(q)),
    licenseId !== undefined && ofLicense(sql`license_id = ${licenseId}`),
    status === 'paused' && users(sql`is_paused = 1`),
    status === 'banned' && users(sql`is_banned = 1`),
    status === 'inactive' && users(sql`is_active = 0`),
    status === 'expired' &&
      anyOf([
        users(isExpired, 'expires_at'),
        ofLicense(sql`license_id in (${expiredLicenses(applicationId, now, fewMatches + 1)})`),
      ]),
    status === 'active' &&
      anyOf([users(sql`expires_at is null`), users(sql`expires_at > ${now.getTime()}`, 'expires_at')]),
    hasHwid !== undefined && users(sql`hwid_key ${isNull(!hasHwid)}`, 'hwid_key'),
    hasLoggedIn !== undefined && users(sql`last_login_at ${isNull(!hasLoggedIn)}`, 'last_login_at'),
    (expiresFrom || expiresTo) &&
      users(
        sql`expires_at >= ${expiresFrom?.getTime() ?? 0} and expires_at < ${expiresTo?.getTime() ?? Number.MAX_SAFE_INTEGER}`,
        'expires_at',
      ),
  ]
  return found.filter((range) => range instanceof Object)
}

type Users = (condition: RawBuilder<unknown>, column: string) => RawBuilder<unknown>

const anyOf = (ranges: readonly RawBuilder<unknown>[]) => sql.join(ranges, sql` union all `)

function beginning(users: Users, key: string): RawBuilder<unknown> {
  return anyOf(
    searchedColumns.map((column) =>
      users(sql`${sql.ref(column)} >= ${key} and ${sql.ref(column)} < ${key + afterAll}`, column),
    ),
  )
}

/**
 * The licenses with users that expired last. They have an index of their own: of licenses that nobody bought
 * there may be any number.
 */
const expiredLicenses = (applicationId: number, now: Date, limit: number) =>
  sql`select id from licenses
    where application_id = ${applicationId} and current_users > 0 and expires_at <= ${now.getTime()}
    order by expires_at desc limit ${limit}`
