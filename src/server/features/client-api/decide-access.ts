import type { AccessFacts as User } from '../../store/hot-store.ts'
import type { BlacklistIndex } from './blacklist-index.ts'

/** What every call looks at before it lets an end-user go on. */
export interface AccessQuestion {
  readonly user: User
  readonly blacklist: BlacklistIndex
  readonly ip: string
  /** Hardware id of this call or session in canonical form, where one is known. */
  readonly hwidKey?: string | undefined
  readonly nowMs: number
}

/**
 * Whether an end-user may use the application at this moment: the one function that login, verify, session start and
 * heartbeat ask. The order of the lines is the order of the reasons; undefined lets the user in.
 */
export function decideAccess({ user, blacklist, ip, hwidKey, nowMs }: AccessQuestion) {
  const { usernameKey, emailKey } = user
  const block = blacklist.find({ ip, usernameKey, emailKey, hwidKey: hwidKey ?? user.hwidKey })
  if (block) return block
  if (user.isBanned) return 'account_banned'
  if (!user.isActive) return 'account_disabled'
  if (user.isPaused) return 'account_paused'
  if (hasExpired(user.expiresAtMs, nowMs)) return 'account_expired'
  if (user.license && !user.license.isActive) return 'license_inactive'
  if (user.license && hasExpired(user.license.expiresAtMs, nowMs)) return 'license_expired'
  return undefined
}

/** At the very millisecond of the expiry it has expired; null never does. */
export function hasExpired(expiresAtMs: number | null, nowMs: number): boolean {
  return expiresAtMs !== null && nowMs >= expiresAtMs
}

/** The earlier of the user's own expiry and the license's; null means never. */
export function effectiveExpiryMs(user: User): number | null {
  const own = user.expiresAtMs
  const license = user.license?.expiresAtMs ?? null
  if (own === null || license === null) return own ?? license
  return Math.min(own, license)
}
