import type { Bindable } from '../../db/open.ts'
import type { NewActivity } from '../activity/new-activity.ts'
import type { Audience } from '../webhooks/message.ts'

/** What decides whether a user has access, in one read. Times in milliseconds, since this is the hot path. */
export interface AccessFacts {
  readonly id: number
  readonly usernameKey: string
  readonly emailKey: string | null
  readonly isActive: boolean
  readonly isPaused: boolean
  readonly isBanned: boolean
  readonly hwid: string | null
  readonly hwidKey: string | null
  readonly isHwidLocked: boolean
  readonly expiresAtMs: number | null
  readonly license: { readonly isActive: boolean; readonly expiresAtMs: number | null } | null
}

/** What a login needs besides. */
export interface UserFacts extends AccessFacts {
  readonly username: string
  readonly email: string | null
  readonly passwordHash: string
  readonly lastLoginAtMs: number | null
  readonly lastLoginIp: string | null
  /** Logins of the last minute, as written by `client-api/recent-logins.ts`. */
  readonly recentLogins: string | null
}

/** A client session with its user; `user` is null once the user was deleted. */
export interface SessionFacts {
  readonly id: number
  readonly userId: number
  readonly hwid: string | null
  readonly lastSeenAtMs: number
  readonly endedAtMs: number | null
  readonly endReason: string | null
  /** When a login of the same user, IP address and device confirmed it; null: never. */
  readonly provedAtMs: number | null
  readonly user: AccessFacts | null
}

interface LoginRecord {
  readonly userId: number
  /**
   * The user's logins of the last minute: as they were read (`seen`), with this one (`all`), and this one alone
   * (`own`).
   */
  readonly recentLogins: { readonly seen: string | null; readonly all: string; readonly own: string }
  readonly entry: NewActivity
  /** The subscribed webhooks, if any. */
  readonly audience: Audience | undefined
}

type MaybePromise<T> = T | undefined | Promise<T | undefined>

/**
 * The reads behind every client request. Nothing is cached: a ban, pause, expiry or deletion takes effect at the next
 * request on every node. On SQLite a read returns at once, on PostgreSQL it is batched into a round trip.
 */
export interface HotStore {
  userByName(applicationId: number, usernameKey: string): MaybePromise<UserFacts>
  userById(applicationId: number, userId: number): MaybePromise<UserFacts>
  sessionByToken(applicationId: number, tokenHash: string): MaybePromise<SessionFacts>
  /** Runs synchronous work whose reads share one read transaction where the engine supports it. */
  inOneRead(work: () => void): void
  /**
   * Records a successful login with its activity row and subscribed webhooks, all or nothing; resolves when it is
   * durable.
   */
  recordLogin(login: LoginRecord): Promise<void>
  /**
   * Updates "last seen" of live sessions, id → time in milliseconds; never backwards. In small batches, one at a time.
   */
  markSeen(seen: ReadonlyMap<number, number>): Promise<void>
}

/** If another login was stored meanwhile, this one is prepended. At most eight entries of 25 characters. */
export const recentLoginsLength = 8 * 26 - 1

/** Sessions per statement of `markSeen`: a batch blocks others for a few milliseconds at most. */
export const markSeenSlice = 1000

/** Columns of `SessionFacts`, from client_sessions `s`, in the order in which `sessionFacts` reads them. */
export const sessionColumns = 's.id, s.user_id, s.hwid, s.last_seen_at, s.ended_at, s.end_reason, s.proved_at'
const sessionWidth = 7

/** Columns of `AccessFacts`, from app_users `u` left joined with licenses `l`, in the order of `accessFacts`. */
export const accessColumns = `u.id, u.username_key, u.email_key, u.is_active, u.is_paused, u.is_banned, u.hwid,
  u.hwid_key, u.is_hwid_locked, u.expires_at, l.id, l.is_active, l.expires_at`
const accessWidth = 13

/** Columns of `UserFacts`. */
export const userColumns = `${accessColumns}, u.username, u.email, u.password_hash, u.last_login_at, u.last_login_ip,
  u.recent_logins`

/** The values of one row by position: as an object, a row this wide costs half as much again to read. */
export type Values = readonly Bindable[]

/** Both engines return the types that the migrations declare; only here are the values cast to them. */
const text = (value: Bindable | undefined) => value as string
const textOrNull = (value: Bindable | undefined) => value as string | null
const number = (value: Bindable | undefined) => value as number
const numberOrNull = (value: Bindable | undefined) => value as number | null

/** The user of a row whose `accessColumns` start at `at`; null where the join found none. */
function accessFacts(row: Values, at: number): AccessFacts | null {
  if (row[at] === null) return null
  return {
    id: number(row[at]),
    usernameKey: text(row[at + 1]),
    emailKey: textOrNull(row[at + 2]),
    isActive: row[at + 3] === 1,
    isPaused: row[at + 4] === 1,
    isBanned: row[at + 5] === 1,
    hwid: textOrNull(row[at + 6]),
    hwidKey: textOrNull(row[at + 7]),
    isHwidLocked: row[at + 8] === 1,
    expiresAtMs: numberOrNull(row[at + 9]),
    license: row[at + 10] === null ? null : { isActive: row[at + 11] === 1, expiresAtMs: numberOrNull(row[at + 12]) },
  }
}

/** The user of a row whose `userColumns` start at `at`. */
export function userFacts(row: Values, at = 0): UserFacts | undefined {
  const access = accessFacts(row, at)
  if (!access) return undefined
  const rest = at + accessWidth
  return {
    ...access,
    username: text(row[rest]),
    email: textOrNull(row[rest + 1]),
    passwordHash: text(row[rest + 2]),
    lastLoginAtMs: numberOrNull(row[rest + 3]),
    lastLoginIp: textOrNull(row[rest + 4]),
    recentLogins: textOrNull(row[rest + 5]),
  }
}

/** The session of a row whose `sessionColumns` start at `at`, followed by `accessColumns`. */
export function sessionFacts(row: Values, at = 0): SessionFacts {
  return {
    id: number(row[at]),
    userId: number(row[at + 1]),
    hwid: textOrNull(row[at + 2]),
    lastSeenAtMs: number(row[at + 3]),
    endedAtMs: numberOrNull(row[at + 4]),
    endReason: textOrNull(row[at + 5]),
    provedAtMs: numberOrNull(row[at + 6]),
    user: accessFacts(row, at + sessionWidth),
  }
}
