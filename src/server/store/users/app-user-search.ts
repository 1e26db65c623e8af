import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import { type Order, type Position, readSlice, type Segment, type Slice } from '../keyset-pagination.ts'
import { readCount } from '../own-row.ts'
import { type AppUserRow, endColumns } from './app-user-columns.ts'
import {
  type AppUserFilter,
  type AppUserSort,
  isNull,
  matchingUsers,
  orderOfUsers,
  searchedColumns,
} from './app-user-list.ts'

/** Limits of the work for one page of users; tests use smaller ones. */
export interface SearchBounds {
  /**
   * Applications up to this size are searched for any part of a value, which reads every user; larger ones for
   * prefixes.
   */
  readonly anyPartUsers: number
  /** Up to this many matches are read and sorted; with more, scanning in order finds a page quickly. */
  readonly fewMatches: number
  /** Users that one page scans in order. */
  readonly pageSteps: number
}

const searchBounds: SearchBounds = { anyPartUsers: 10_000, fewMatches: 4_000, pageSteps: 8_000 }

/** Upper bound of a prefix range: no text starts with a higher code point. */
const highestCodePoint = '\u{10FFFF}'

/** How matching users are found. */
interface UserSearch {
  readonly filter: AppUserFilter
  /**
   * Ids of a few candidates, a superset of the matches, which are read one by one and sorted. Absent: users are scanned
   * in order until enough match.
   */
  readonly lookup?: RawBuilder<unknown>
  /** The application has more users than one page may scan. */
  readonly isLarge: boolean
  /** The matches can be counted quickly. */
  readonly isCountable: boolean
}

/** Resolves the filter for this application: a large one is searched for prefixes. */
export async function resolveFilter(
  db: Kysely<Tables>,
  applicationId: number,
  filter: AppUserFilter,
): Promise<AppUserFilter> {
  if (!filter.q) return filter
  return { ...filter, isBeginning: (await readCount(db, 'user_count', applicationId)) > searchBounds.anyPartUsers }
}

/**
 * Chooses a plan before reading: a selective filter must not scan a million users, and an unselective one must not
 * collect them.
 */
export async function planSearch(
  db: Kysely<Tables>,
  applicationId: number,
  filter: AppUserFilter,
  { anyPartUsers, fewMatches }: SearchBounds = searchBounds,
): Promise<UserSearch> {
  const size = await readCount(db, 'user_count', applicationId)
  if (size <= anyPartUsers) return { filter, isLarge: false, isCountable: true }
  const large = { ...(await narrowExpired(db, applicationId, filter)), isBeginning: true }
  const candidates = candidatesOf(applicationId, filter, fewMatches)
  for (const lookup of candidates) {
    if (!(await hasMoreThan(db, lookup, fewMatches))) return { filter: large, lookup, isLarge: true, isCountable: true }
  }
  return { filter: large, isLarge: true, isCountable: candidates.length === 0 }
}

/**
 * When no license with users has expired, "expired" is a range of the users' own expiries, which an index has in order.
 */
async function narrowExpired(db: Kysely<Tables>, applicationId: number, filter: AppUserFilter): Promise<AppUserFilter> {
  const { status, expiresTo, now = new Date(0) } = filter
  if (status !== 'expired') return filter
  const { rows } = await expiredLicenses(applicationId, now, 1).execute(db)
  const end = new Date(now.getTime() + 1)
  return rows.length === 0 ? { ...filter, expiresTo: expiresTo && expiresTo < end ? expiresTo : end } : filter
}

async function hasMoreThan(db: Kysely<Tables>, ids: RawBuilder<unknown>, limit: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select id from (${ids}) as found limit ${limit + 1}) as few`.execute(db)
  return Number(rows[0]?.count) > limit
}

/**
 * Candidates for each part of the filter, each from one index range and limited to the number that counts as few: ids
 * of users, a superset of the matches.
 */
function candidatesOf(applicationId: number, filter: AppUserFilter, fewMatches: number): RawBuilder<unknown>[] {
  const { q, status, hasHwid, kind, licenseId, hasLoggedIn, expiresFrom, expiresTo, now = new Date(0) } = filter
  const isOf = sql`application_id = ${applicationId}`
  const ids = (condition: RawBuilder<unknown>) =>
    sql`select id from (select id from app_users where ${condition} limit ${fewMatches + 1}) as part`
  const users = (condition: RawBuilder<unknown>, column?: string) =>
    ids(sql`${isOf} and ${condition}${column === undefined ? sql`` : sql` order by ${sql.ref(column)}`}`)
  // Uses the index of licenses: the plus keeps the planner from an index of the whole application.
  const ofLicense = (condition: RawBuilder<unknown>) => ids(sql`+${isOf} and ${condition}`)
  const isExpired = sql`expires_at <= ${now.getTime()}`
  const found: (RawBuilder<unknown> | undefined | false | '')[] = [
    q && prefixRanges(users, canonical(q)),
    licenseId !== undefined && ofLicense(sql`license_id = ${licenseId}`),
    kind === 'license' && users(sql`kind = 'license'`),
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
 * The most recently expired licenses with users. They have an index of their own, since there may be any number of
 * unsold licenses.
 */
const expiredLicenses = (applicationId: number, now: Date, limit: number) =>
  sql`select id from licenses
    where application_id = ${applicationId} and current_users > 0 and expires_at <= ${now.getTime()}
    order by expires_at desc limit ${limit}`

/**
 * One page of users with bounded work. Few matches are read by id and sorted. With many matches the sort index is
 * scanned; after a fixed number of rows a short page is returned with a cursor.
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
  const isScan = search.isLarge && !search.lookup && !search.isCountable
  const scanLimit = { steps: bounds.pageSteps, lastOf: lastOf(db, applicationId, order) }
  return readSlice('app_users', order, after, limit, read, isScan ? scanLimit : undefined)
}

/**
 * Users with the ID, or with a value that begins with the text: at most `limit` by each column, in its order, so that
 * whole values are among them. No order.
 */
export async function readUsersBeginning(
  db: Kysely<Tables>,
  applicationId: number,
  text: string,
  limit: number,
): Promise<AppUserRow[]> {
  const key = canonical(text)
  const first = (condition: RawBuilder<unknown>, column: string) => sql`select id from (select id from app_users
    where application_id = ${applicationId} and ${condition} order by ${sql.ref(column)} limit ${limit}) as part`
  const named = /^[1-9]\d{0,14}$/.test(key) ? [sql`select id from app_users where id = ${Number(key)}`] : []
  const lookup = anyOf([prefixRanges(first, key), ...named])
  return matchingUsers(db, applicationId, {}, { lookup }).selectAll('app_users').select(endColumns).execute()
}

/** Users with any part of a value; none in an application that is too large for that. Newest first. */
export async function readUsersContaining(
  db: Kysely<Tables>,
  applicationId: number,
  text: string,
  limit: number,
): Promise<readonly AppUserRow[]> {
  if ((await readCount(db, 'user_count', applicationId)) > searchBounds.anyPartUsers) return []
  return (await readUsers(db, applicationId, { q: text }, 'createdAt:desc', undefined, limit)).rows
}

type Read = (segment: Segment) => Promise<AppUserRow[]>

/** Materialized before sorting: otherwise the planner scans all users in sort order. */
function readByLookup(
  db: Kysely<Tables>,
  applicationId: number,
  filter: AppUserFilter,
  lookup: RawBuilder<unknown>,
): Read {
  const matching = matchingUsers(db, applicationId, filter, { lookup }).selectAll('app_users').select(endColumns)
  return async ({ where, orderBy, limit }) => {
    const { rows } = await sql<AppUserRow>`with few as materialized ${matching}
      select * from few as app_users where ${where} order by ${orderBy} limit ${limit}`.execute(db)
    return rows
  }
}

function readInOrder(db: Kysely<Tables>, applicationId: number, filter: AppUserFilter, isScan: boolean): Read {
  const read = matchingUsers(db, applicationId, filter, { isScan }).selectAll('app_users').select(endColumns)
  return ({ where, orderBy, limit }) => read.where(where).orderBy(orderBy).limit(limit).execute()
}

/** Reads the sort index only. */
function lastOf(db: Kysely<Tables>, applicationId: number, order: Order) {
  return async ({ where, orderBy, limit }: Segment): Promise<Position | undefined> => {
    const { rows } = await sql<Position>`select ${sql.ref(`app_users.${order.column}`)} as value, app_users.id
      from app_users where app_users.application_id = ${applicationId} and ${where}
      order by ${orderBy} limit 1 offset ${limit - 1}`.execute(db)
    return rows[0]
  }
}
