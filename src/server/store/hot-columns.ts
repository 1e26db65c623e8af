import type { SessionFacts, UserFacts } from './hot-store.ts'

/** Columns of `UserFacts`, from app_users `u` left joined with licenses `l`. */
export const userColumns = `
  u.id AS user_id, u.username, u.username_key, u.email, u.email_key, u.password_hash, u.is_active, u.is_paused,
  u.is_banned, u.hwid, u.hwid_key, u.is_hwid_locked, u.expires_at, u.last_login_at, u.last_login_ip,
  l.id AS license_id, l.is_active AS license_is_active, l.expires_at AS license_expires_at`

/** Columns of `SessionFacts`, from client_sessions `s`. */
export const sessionColumns = `
  s.id AS session_id, s.user_id AS session_user_id, s.hwid AS session_hwid, s.last_seen_at, s.ended_at, s.end_reason`

/** A row with `userColumns`, whichever engine it comes from. */
export interface UserRow {
  user_id: number | null
  username: string
  username_key: string
  email: string | null
  email_key: string | null
  password_hash: string
  is_active: number
  is_paused: number
  is_banned: number
  hwid: string | null
  hwid_key: string | null
  is_hwid_locked: number
  expires_at: number | null
  last_login_at: number | null
  last_login_ip: string | null
  license_id: number | null
  license_is_active: number
  license_expires_at: number | null
}

export interface SessionRow extends UserRow {
  session_id: number
  session_user_id: number
  session_hwid: string | null
  last_seen_at: number
  ended_at: number | null
  end_reason: string | null
}

export function userFacts(row: UserRow): UserFacts | null {
  if (row.user_id === null) return null
  return {
    id: row.user_id,
    username: row.username,
    usernameKey: row.username_key,
    email: row.email,
    emailKey: row.email_key,
    passwordHash: row.password_hash,
    isActive: row.is_active === 1,
    isPaused: row.is_paused === 1,
    isBanned: row.is_banned === 1,
    hwid: row.hwid,
    hwidKey: row.hwid_key,
    isHwidLocked: row.is_hwid_locked === 1,
    expiresAtMs: row.expires_at,
    lastLoginAtMs: row.last_login_at,
    lastLoginIp: row.last_login_ip,
    license:
      row.license_id === null ? null : { isActive: row.license_is_active === 1, expiresAtMs: row.license_expires_at },
  }
}

export function sessionFacts(row: SessionRow): SessionFacts {
  return {
    id: row.session_id,
    userId: row.session_user_id,
    hwid: row.session_hwid,
    lastSeenAtMs: row.last_seen_at,
    endedAtMs: row.ended_at,
    endReason: row.end_reason,
    user: userFacts(row),
  }
}
