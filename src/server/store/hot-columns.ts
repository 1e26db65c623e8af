import type { Bindable } from '../db/open.ts'
import type { AccessFacts, SessionFacts, UserFacts } from './hot-store.ts'

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

/** The values of one row by place: a row of this width as an object costs half as much again as reading it. */
export type Values = readonly Bindable[]

/** Both engines return what the migrations declare: the one place where values get their types. */
const text = (value: Bindable | undefined) => value as string
const textOrNull = (value: Bindable | undefined) => value as string | null
const number = (value: Bindable | undefined) => value as number
const numberOrNull = (value: Bindable | undefined) => value as number | null

/** The user in a row whose `accessColumns` begin at `at`; null where the join found none. */
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

/** The user in a row whose `userColumns` begin at `at`. */
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

/** The session in a row whose `sessionColumns` begin at `at` and whose `accessColumns` follow them. */
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
