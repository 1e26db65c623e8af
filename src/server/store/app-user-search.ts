import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { canonical } from '../lib/canonical.ts'
import { type AppUserFilter, searchedColumns, unexpired } from './app-user-list.ts'

/** Applications up to this size are searched for any part of a value, which reads every user; larger ones for beginnings. */
const infixSearchUsers = 10_000
/** So many matches are sorted in a moment; more of them are met soon enough by walking the users in order. */
const fewMatches = 20_000
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
  return { ...filter, isBeginning: (await sizeOf(db, applicationId)) > infixSearchUsers }
}

/**
 * Looks at the indexes before the users are read: a filter that leaves few of a million users must not walk through all
 * of them, and one that leaves most must not collect them.
 */
export async function planSearch(
  db: Kysely<Tables>,
  applicationId: number,
  filter: AppUserFilter,
): Promise<UserSearch> {
  const size = await sizeOf(db, applicationId)
  if (size <= infixSearchUsers) return { filter, isCountable: true }
  const large = { ...(await sharpened(db, applicationId, filter)), isBeginning: true }
  const candidates = candidatesOf(applicationId, filter)
  for (const lookup of candidates) {
    if (!(await hasMoreThan(db, lookup, fewMatches))) return { filter: large, lookup, isCountable: true }
  }
  return { filter: large, isCountable: candidates.length === 0 }
}

/** Where no license has expired, "expired" is a range of the users' own expiries, which their index has in order. */
async function sharpened(db: Kysely<Tables>, applicationId: number, filter: AppUserFilter): Promise<AppUserFilter> {
  const { status, expiresTo, now = new Date(0) } = filter
  if (status !== 'expired') return filter
  const license = await db
    .selectFrom('licenses')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('expires_at', '<=', now.getTime())
    .where('current_users', '>', 0)
    .limit(1)
    .executeTakeFirst()
  const end = new Date(now.getTime() + 1)
  return license ? filter : { ...filter, expiresTo: expiresTo && expiresTo < end ? expiresTo : end }
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

/** What the parts of the filter leave, each as a range of one index: ids of users, a superset of those that match. */
function candidatesOf(applicationId: number, filter: AppUserFilter): RawBuilder<unknown>[] {
  const { q, status, hasHwid, licenseId, hasLoggedIn, expiresFrom, expiresTo, now = new Date(0) } = filter
  const users = (condition: RawBuilder<unknown>) =>
    sql`select id from app_users where application_id = ${applicationId} and ${condition}`
  const found: (RawBuilder<unknown> | undefined | false | '')[] = [
    q && beginning(users, canonical(q)),
    licenseId !== undefined && users(sql`license_id = ${licenseId}`),
    status === 'paused' && users(sql`is_paused = 1`),
    status === 'banned' && users(sql`is_banned = 1`),
    status === 'inactive' && users(sql`is_active = 0`),
    status === 'expired' && expired(users, applicationId, now),
    status === 'active' &&
      users(sql`is_active = 1 and is_paused = 0 and is_banned = 0 and ${unexpired('expires_at', now)}`),
    hasHwid !== undefined && users(sql`hwid_key ${isNull(!hasHwid)}`),
    hasLoggedIn !== undefined && users(sql`last_login_at ${isNull(!hasLoggedIn)}`),
    (expiresFrom || expiresTo) &&
      users(
        sql`expires_at >= ${expiresFrom?.getTime() ?? 0} and expires_at < ${expiresTo?.getTime() ?? Number.MAX_SAFE_INTEGER}`,
      ),
  ]
  return found.filter((ids) => ids instanceof Object)
}

type Users = (condition: RawBuilder<unknown>) => RawBuilder<unknown>

function beginning(users: Users, key: string): RawBuilder<unknown> {
  const ranges = searchedColumns.map((column) =>
    users(sql`${sql.ref(column)} >= ${key} and ${sql.ref(column)} < ${key + afterAll}`),
  )
  return sql.join(ranges, sql` union all `)
}

/** By themselves, or with their license. */
function expired(users: Users, applicationId: number, now: Date): RawBuilder<unknown> {
  const licenses = sql`select id from licenses where application_id = ${applicationId} and expires_at <= ${now.getTime()}`
  return sql`${users(sql`expires_at <= ${now.getTime()}`)} union all ${users(sql`license_id in (${licenses})`)}`
}

const isNull = (is: boolean) => sql.raw(is ? 'is null' : 'is not null')
