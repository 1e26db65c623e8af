import { canonical, type Network, networkMatches, parseNetwork } from '../../../lib/canonical.ts'
import { dayMs } from '../../../store/columns.ts'
import type { AccessFacts as User } from '../../../store/hot/hot-store.ts'

/** What says how long access goes on after its end. */
export interface GraceSetting {
  /** Days, unless the user's license has a number of its own. */
  readonly graceDays: number
}

/** What the access check of every request needs. */
export interface AccessQuestion {
  readonly application: GraceSetting
  readonly user: User
  readonly blacklist: BlacklistIndex
  readonly ip: string
  /** Canonical hardware ID of the request or session, where known. */
  readonly hwidKey?: string | undefined
  readonly nowMs: number
}

/**
 * Decides whether a user has access now; login, verify, session start and heartbeat all use it. The order of the lines
 * is the order of precedence. Undefined means access, which goes on for the days of grace after its end.
 */
export function decideAccess({ application, user, blacklist, ip, hwidKey, nowMs }: AccessQuestion) {
  const { usernameKey, emailKey } = user
  const block = blacklist.find({ ip, usernameKey, emailKey, hwidKey: hwidKey ?? user.hwidKey })
  if (block) return block
  const endedByMs = nowMs - graceMsOf(application, user)
  if (user.isBanned) return 'account_banned'
  if (!user.isActive) return 'account_disabled'
  if (user.isPaused) return 'account_paused'
  if (hasExpired(user.expiresAtMs, endedByMs)) return 'account_expired'
  if (user.license?.hold) return refusalOfHold[user.license.hold]
  if (user.license && !user.license.isActive) return 'license_inactive'
  if (user.license && hasExpired(user.license.expiresAtMs, endedByMs)) return 'license_expired'
  return undefined
}

/** What the users of a held license are told. */
export const refusalOfHold = { paused: 'license_paused', banned: 'license_banned' } as const

/** Expired from the exact millisecond on; null never expires. */
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

/** How long access goes on after its end: as the license says, else the application. */
export const graceMsOf = ({ graceDays }: GraceSetting, { license }: User): number =>
  (license?.graceDays ?? graceDays) * dayMs

/** Until when a user has access whose time has ended; undefined: it has not, or access has ended too. */
export function graceUntilMs(application: GraceSetting, user: User, nowMs: number): number | undefined {
  const endMs = effectiveExpiryMs(user)
  if (endMs === null || !hasExpired(endMs, nowMs)) return undefined
  const untilMs = endMs + graceMsOf(application, user)
  return hasExpired(untilMs, nowMs) ? undefined : untilMs
}

/** What the HWID lock needs. */
interface HwidFacts {
  /** The application's HWID Lock setting. */
  readonly isChecked: boolean
  /** Whether this user is locked to a device. */
  readonly isLocked: boolean
  readonly boundHwid: string | null
  /** As sent; absent when the client sent none. */
  readonly sentHwid: string | undefined
  /** The sent one is bound beside the first. */
  readonly isFurther: boolean
  /** How many are bound beside the first, and how many there may be in all. */
  readonly moreDevices: number
  readonly limit: number
  /** Empty, all zeros and the like: many devices have it, so it can't be bound. */
  readonly isPlaceholder: boolean
  /** A bound device has the components that were sent, as far as they have to be equal. */
  readonly isMatch: boolean
}

/**
 * Decides the HWID lock for a login: `ok` allows it, `bind` allows it and stores the sent hardware ID (first binding),
 * `bind_further` does so beside the first, `mismatch` and `limit` reject. Only login and registration bind. IDs are
 * compared exactly, never in part. `relearn` allows it and gives the sent one to a bound device, whose components match. A
 * lowered limit keeps what is bound.
 */
export function decideHwid(facts: HwidFacts): 'ok' | 'relearn' | 'bind' | 'bind_further' | 'mismatch' | 'limit' {
  if (!facts.isChecked || !facts.isLocked) return 'ok'
  if (facts.sentHwid === undefined) return 'mismatch'
  if (facts.sentHwid === facts.boundHwid || facts.isFurther) return 'ok'
  if (facts.isPlaceholder) return 'mismatch'
  if (facts.isMatch) return 'relearn'
  if (facts.boundHwid === null) return 'bind'
  if (facts.limit === 1) return 'mismatch'
  return facts.moreDevices + 1 < facts.limit ? 'bind_further' : 'limit'
}

interface LockedUser {
  readonly isHwidLocked: boolean
  readonly hwid: string | null
}

/** Whether both the application's setting and the user's own lock are on. */
export function isHwidLockOn(application: { readonly hwidLockEnabled: boolean }, user: LockedUser): boolean {
  return application.hwidLockEnabled && user.isHwidLocked
}

/**
 * Checks the hardware ID of a session, or of a request after the login: `allowed`, `other` than the bound one, or
 * `unbound` when no login has bound one yet. Never binds; a request without a hardware ID passes, as specified.
 * `isFurther`: it is known to be bound beside the first.
 */
export function checkSentHwid(
  application: { readonly hwidLockEnabled: boolean },
  user: LockedUser,
  hwid: string | null | undefined,
  isFurther = false,
): 'allowed' | 'other' | 'unbound' {
  if (hwid == null || hwid === user.hwid || isFurther || !isHwidLockOn(application, user)) return 'allowed'
  return user.hwid === null ? 'unbound' : 'other'
}

export interface BlacklistValue {
  readonly id?: number
  readonly type: 'ip' | 'username' | 'hwid' | 'email'
  readonly value: string
}

/** The caller in canonical form; what is unknown is left out. */
export interface Identity {
  readonly ip: string
  readonly usernameKey?: string | undefined
  readonly emailKey?: string | null | undefined
  readonly hwidKey?: string | null | undefined
  /** Components that are compared with blocked hardware IDs too. */
  readonly hardwareKeys?: readonly string[] | undefined
}

type Block = 'blocked_ip' | 'blocked_username' | 'blocked_email' | 'blocked_hwid'

/** The blacklist of one application (its own entries and its account's), indexed for a check on every request. */
export interface BlacklistIndex {
  /** The first match, in this order: IP address, username, email, hardware ID. */
  find(identity: Identity): Block | undefined
}

/** Bounds the cache of looked-up addresses. */
const maxAddresses = 10_000

/** `onBlocked` is called with the ID of the entry that matched. */
export function indexBlacklist(
  entries: readonly BlacklistValue[],
  onBlocked?: (entryId: number) => void,
): BlacklistIndex {
  const keysOf = (type: BlacklistValue['type']) =>
    new Map(entries.filter((entry) => entry.type === type).map((entry) => [canonical(entry.value), entry]))
  const usernames = keysOf('username')
  const emails = keysOf('email')
  const hwids = keysOf('hwid')
  const networks = networksOf(entries)
  // The same addresses repeat with every heartbeat, and an index lives only 500 ms.
  const askedAddresses = new Map<string, BlacklistValue | null>()
  const entryOfAddress = (ip: string): BlacklistValue | undefined => {
    const asked = askedAddresses.get(ip)
    if (asked !== undefined) return asked ?? undefined
    const entry = networks.find(({ network }) => networkMatches(network, ip))?.entry
    if (askedAddresses.size < maxAddresses) askedAddresses.set(ip, entry ?? null)
    return entry
  }
  const blocked = ({ id }: BlacklistValue, block: Block): Block => {
    if (id !== undefined) onBlocked?.(id)
    return block
  }
  return {
    find({ ip, usernameKey, emailKey, hwidKey, hardwareKeys = [] }) {
      const address = networks.length > 0 ? entryOfAddress(ip) : undefined
      if (address) return blocked(address, 'blocked_ip')
      const username = usernameKey && usernames.get(usernameKey)
      if (username) return blocked(username, 'blocked_username')
      const email = emailKey && emails.get(emailKey)
      if (email) return blocked(email, 'blocked_email')
      const hwid = hwidKey && hwids.get(hwidKey)
      if (hwid) return blocked(hwid, 'blocked_hwid')
      for (const key of hardwareKeys) {
        const component = hwids.get(key)
        if (component) return blocked(component, 'blocked_hwid')
      }
      return undefined
    },
  }
}

function networksOf(
  entries: readonly BlacklistValue[],
): { readonly network: Network; readonly entry: BlacklistValue }[] {
  return entries.flatMap((entry) => {
    const network = entry.type === 'ip' ? parseNetwork(entry.value) : undefined
    return network ? [{ network, entry }] : []
  })
}
