import type { LicenseHold } from '../../../shared/license-status.ts'
import type { Bindable } from '../../db/open.ts'
import type { NumberMap } from '../../lib/number-map.ts'
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
  /** How many devices are bound beside `hwid`. */
  readonly moreDevices: number
  readonly expiresAtMs: number | null
  readonly lastLoginAtMs: number | null
  readonly lastLoginIp: string | null
  readonly license: LicenseAccess | null
}

/** What decides whether the users of a license have access. */
interface LicenseAccess {
  /** The license's own switch, also while it is held. */
  readonly isActive: boolean
  readonly expiresAtMs: number | null
  readonly hold: LicenseHold | null
  /** Days of access after its expiry; null: as the application. */
  readonly graceDays: number | null
}

/** What a login needs besides. */
export interface UserFacts extends AccessFacts {
  readonly username: string
  readonly email: string | null
  readonly passwordHash: string
  /** Logins of the last minute, as written by `rememberLogin`. */
  readonly recentLogins: string | null
  /** The user's own limit of devices, else the license's; null: the application's. It is for each of the seats. */
  readonly deviceLimit: number | null
  /** Of its license. */
  readonly seats: number
  readonly licenseId: number | null
  /** Live sessions of all users of the license; null: no limit. */
  readonly licenseSessionLimit: number | null
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

/** Features as JSON; null: none. */
export interface StoredFeatures {
  readonly user: string | null
  readonly license: string | null
}

type MaybePromise<T> = T | undefined | Promise<T | undefined>

/**
 * The reads behind every client request. A ban, pause, expiry or deletion takes effect at the next request on every node:
 * on PostgreSQL nothing is cached, and reads are batched into a round trip; on SQLite a read returns at once, and what
 * heartbeats and verifies need is kept in memory until its row is touched (`kept-facts.ts`).
 */
export interface HotStore {
  userByName(applicationId: number, usernameKey: string): MaybePromise<UserFacts>
  userById(applicationId: number, userId: number): MaybePromise<UserFacts>
  /** For requests that come often and check no password. */
  accessById(applicationId: number, userId: number): MaybePromise<AccessFacts>
  sessionByToken(applicationId: number, tokenHash: string): MaybePromise<SessionFacts>
  /** The stored features of a user and of the user's license; for signed responses only. */
  featuresById(applicationId: number, userId: number): MaybePromise<StoredFeatures>
  /**
   * Records a successful login with its activity row and subscribed webhooks, all or nothing; resolves when it is
   * durable.
   */
  recordLogin(login: LoginRecord): Promise<void>
  /**
   * Updates "last seen" of live sessions, id → time in milliseconds; never backwards. In small batches, one at a time.
   */
  markSeen(seen: NumberMap): Promise<void>
}

/** If another login was stored meanwhile, this one is prepended. At most eight entries of 25 characters. */
export const recentLoginsLength = 8 * 26 - 1

/** Columns of client_sessions in `SessionFacts`, in the order in which `sessionFacts` reads them. */
export const sessionColumns = ['id', 'user_id', 'hwid', 'last_seen_at', 'ended_at', 'end_reason', 'proved_at'] as const

/** Columns of app_users in `AccessFacts`, in the order of `accessFacts`. */
export const userAccessColumns = [
  ...(['id', 'username_key', 'email_key', 'is_active', 'is_paused', 'is_banned', 'hwid', 'hwid_key'] as const),
  ...(['is_hwid_locked', 'expires_at', 'last_login_at', 'last_login_ip', 'more_devices'] as const),
]
/** Columns of licenses in `AccessFacts`, which follow those of the user. */
export const licenseColumns = ['id', 'is_active', 'expires_at', 'hold', 'active_after_hold', 'grace_days'] as const

const sessionWidth = sessionColumns.length
const userWidth = userAccessColumns.length
const accessWidth = userWidth + licenseColumns.length

const of = (table: string, columns: readonly string[]) => columns.map((column) => `${table}.${column}`).join(', ')

/** The row of an `AccessFacts`, from app_users `u` left joined with licenses `l`. */
const accessRow = `${of('u', userAccessColumns)}, ${of('l', licenseColumns)}`
/** The row of a `UserFacts`. */
export const userRow = `${accessRow}, u.username, u.email, u.password_hash, u.recent_logins,
  coalesce(u.device_limit, l.max_devices), l.max_sessions, u.seats`
/** The row of a `SessionFacts`, from client_sessions `s` and its user. */
export const sessionRow = `${of('s', sessionColumns)}, ${accessRow}`

/** The values of one row by position: as an object, a row this wide costs half as much again to read. */
export type Values = readonly Bindable[]

/** Both engines return the types that the migrations declare; only here are the values cast to them. */
const text = (value: Bindable | undefined) => value as string
const textOrNull = (value: Bindable | undefined) => value as string | null
const number = (value: Bindable | undefined) => value as number
const numberOrNull = (value: Bindable | undefined) => value as number | null

/** The user of a row with an `accessRow` at `at`; null where the join found none. */
export function accessFacts(row: Values, at: number): AccessFacts | null {
  if (row[at] === null) return null
  const license = at + userWidth
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
    lastLoginAtMs: numberOrNull(row[at + 10]),
    lastLoginIp: textOrNull(row[at + 11]),
    moreDevices: number(row[at + 12]),
    license: row[license] === null ? null : licenseAccess(row, license),
  }
}

/** The license of a row whose `licenseColumns` begin at `at`. */
function licenseAccess(row: Values, at: number): LicenseAccess {
  return {
    isActive: row[at + 1] === 1 || row[at + 4] === 1,
    expiresAtMs: numberOrNull(row[at + 2]),
    hold: textOrNull(row[at + 3]) as LicenseHold | null,
    graceDays: numberOrNull(row[at + 5]),
  }
}

/** Id of the license in an `accessRow` at `at`. */
export const licenseIdOf = (row: Values, at: number): number | null => numberOrNull(row[at + userWidth])

/** The user of a row with a `userRow` at `at`. */
export function userFacts(row: Values, at = 0): UserFacts | undefined {
  const access = accessFacts(row, at)
  if (!access) return undefined
  const rest = at + accessWidth
  return {
    ...access,
    username: text(row[rest]),
    email: textOrNull(row[rest + 1]),
    passwordHash: text(row[rest + 2]),
    recentLogins: textOrNull(row[rest + 3]),
    deviceLimit: numberOrNull(row[rest + 4]),
    licenseId: licenseIdOf(row, at),
    licenseSessionLimit: numberOrNull(row[rest + 5]),
    seats: number(row[rest + 6]),
  }
}

/** The session of a row with a `sessionRow` at `at`; its user too, unless that is given. */
export function sessionFacts(row: Values, at = 0, user = accessFacts(row, userAt(at))): SessionFacts {
  const hwid = textOrNull(row[at + 2])
  return {
    id: number(row[at]),
    userId: number(row[at + 1]),
    // Nearly always the user's, and sessions are kept in memory: one copy of the text is enough.
    hwid: hwid === user?.hwid ? user.hwid : hwid,
    lastSeenAtMs: number(row[at + 3]),
    endedAtMs: numberOrNull(row[at + 4]),
    endReason: textOrNull(row[at + 5]),
    provedAtMs: numberOrNull(row[at + 6]),
    user,
  }
}

/** Features of a user `u`, and of the license `l` left joined. */
export const featuresRow = 'u.features, l.features'

export const storedFeatures = (row: Values): StoredFeatures => ({
  user: textOrNull(row[0]),
  license: textOrNull(row[1]),
})

/** Where the user begins in a `sessionRow` at `at`. */
export const userAt = (at: number): number => at + sessionWidth
