import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import { type Order, type Position, readSlice, type Segment, type Slice } from '../keyset-pagination.ts'
import type { AppUserRow } from './app-user-columns.ts'
import {
  type AppUserFilter,
  type AppUserSort,
  isNull,
  matchingUsers,
  orderOfUsers,
  searchedColumns,
} from './app-user-list.ts'

/** What one page of users may cost; tests give smaller ones. */
export interface SearchBounds {
  /** Applications up to this size are searched for any part of a value, which reads every user; larger ones for beginnings. */
  readonly anyPartUsers: number
  /** So many matches are looked up and sorted in a moment; of more of them a page is met soon enough in their order. */
  readonly fewMatches: number
  /** Users that a page looks at while it walks through them in order. */
  readonly pageSteps: number
}

const searchBounds: SearchBounds = { anyPartUsers: 10_000, fewMatches: 4_000, pageSteps: 8_000 }

/** Behind every text that begins with another one, letter by letter. */
const highestCodePoint = '\u{10FFFF}'

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
  const large = { ...(await narrowExpired(db, applicationId, filter)), isBeginning: true }
  const candidates = candidatesOf(applicationId, filter, fewMatches)
  for (const lookup of candidates) {
    if (!(await hasMoreThan(db, lookup, fewMatches))) return { filter: large, lookup, isLarge: true, isCountable: true }
  }
  return { filter: large, isLarge: true, isCountable: candidates.length === 0 }
}

/** Where nobody has an expired license, "expired" is a range of the users' own expiries, which their index has in order. */
async function narrowExpired(db: Kysely<Tables>, applicationId: number, filter: AppUserFilter): Promise<AppUserFilter> {
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
    q && prefixRanges(users, canonical(q)),
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

function prefixRanges(users: Users, key: string): RawBuilder<unknown> {
  return anyOf(
    searchedColumns.map((column) =>
      users(sql`${sql.ref(column)} >= ${key} and ${sql.ref(column)} < ${key + highestCodePoint}`, column),
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

/**
 * One page of users, with bounded work whatever the filter and the order: few that match are looked up and sorted;
 * of many the page is met while walking, and one that is not full after so many users says where to go on.
 */
export async function readUsers(
  db: Kysely<Tables>,
  applicationId: number,
  filter: AppUserFilter,
  sort: AppUserSort,
  after: Position | undefined,
  limit: number,
  bounds: SearchBounds = searchBounds,
): Promise<Slice<AppUserRow>> {
  const search = await planSearch(db, applicationId, filter, bounds)
  const order = orderOfUsers(sort, search.filter)
  const read = search.lookup
    ? readByLookup(db, applicationId, search.filter, search.lookup)
    : readInOrder(db, applicationId, search.filter, search.isLarge)
  const isWalk = search.isLarge && !search.lookup && !search.isCountable
  const walk = { steps: bounds.pageSteps, lastOf: lastOf(db, applicationId, order) }
  return readSlice('app_users', order, after, limit, read, isWalk ? walk : undefined)
}

type Read = (segment: Segment) => Promise<AppUserRow[]>

/** Set aside before they are sorted: in the wanted order the planner would rather walk through everybody. */
function readByLookup(
  db: Kysely<Tables>,
  applicationId: number,
  filter: AppUserFilter,
  lookup: RawBuilder<unknown>,
): Read {
  const matching = matchingUsers(db, applicationId, filter, { lookup })
    .selectAll('app_users')
    .select('licenses.expires_at as license_expires_at')
  return async ({ where, orderBy, limit }) => {
    const { rows } = await sql<AppUserRow>`with few as materialized ${matching}
      select * from few as app_users where ${where} order by ${orderBy} limit ${limit}`.execute(db)
    return rows
  }
}

function readInOrder(db: Kysely<Tables>, applicationId: number, filter: AppUserFilter, isWalk: boolean): Read {
  const read = matchingUsers(db, applicationId, filter, { isWalk })
    .selectAll('app_users')
    .select('licenses.expires_at as license_expires_at')
  return ({ where, orderBy, limit }) => read.where(where).orderBy(orderBy).limit(limit).execute()
}

/** Read from the index of the order alone. */
function lastOf(db: Kysely<Tables>, applicationId: number, order: Order) {
  return async ({ where, orderBy, limit }: Segment): Promise<Position | undefined> => {
    const { rows } = await sql<Position>`select ${sql.ref(`app_users.${order.column}`)} as value, app_users.id
      from app_users where app_users.application_id = ${applicationId} and ${where}
      order by ${orderBy} limit 1 offset ${limit - 1}`.execute(db)
    return rows[0]
  }
}
