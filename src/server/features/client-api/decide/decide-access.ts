import { canonical, type Network, networkMatches, parseNetwork } from '../../../lib/canonical.ts'
import type { AccessFacts as User } from '../../../store/hot/hot-store.ts'

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

/** What the hardware lock looks at. */
interface HwidFacts {
  /** The application's switch. */
  readonly isChecked: boolean
  /** Whether this user is locked at all. */
  readonly isLocked: boolean
  readonly boundHwid: string | null
  /** As sent; absent when the client sent none. */
  readonly sentHwid: string | undefined
  /** Empty, all zeros and the like: they name no machine. */
  readonly isWorthless: boolean
}

/**
 * Decides for a login, the only call beside a registration that binds: `ok` lets in, `bind` lets in and binds the sent
 * id, `mismatch` refuses. Compared exactly, never in part.
 */
export function decideHwid(facts: HwidFacts): 'ok' | 'bind' | 'mismatch' {
  if (!facts.isChecked || !facts.isLocked) return 'ok'
  if (facts.sentHwid === undefined) return 'mismatch'
  if (facts.boundHwid !== null) return facts.sentHwid === facts.boundHwid ? 'ok' : 'mismatch'
  return facts.isWorthless ? 'mismatch' : 'bind'
}

interface LockedUser {
  readonly isHwidLocked: boolean
  readonly hwid: string | null
}

/** Whether the application's switch and the user's own lock are both on. */
export function isHwidLockOn(application: { readonly hwidLockEnabled: boolean }, user: LockedUser): boolean {
  return application.hwidLockEnabled && user.isHwidLocked
}

/**
 * What the lock says of the machine that a session, or a call after the login, names: `allowed`, `other` than the bound
 * one, or `unbound` where no login has bound any yet. Binds nothing; who names no machine passes, as specified.
 */
export function checkSentHwid(
  application: { readonly hwidLockEnabled: boolean },
  user: LockedUser,
  hwid: string | null | undefined,
): 'allowed' | 'other' | 'unbound' {
  if (hwid == null || hwid === user.hwid || !isHwidLockOn(application, user)) return 'allowed'
  return user.hwid === null ? 'unbound' : 'other'
}

export interface BlacklistValue {
  readonly id?: number
  readonly type: 'ip' | 'username' | 'hwid' | 'email'
  readonly value: string
}

/** Who asks, in canonical form; what is not known is left out. */
export interface Identity {
  readonly ip: string
  readonly usernameKey?: string | undefined
  readonly emailKey?: string | null | undefined
  readonly hwidKey?: string | null | undefined
}

type Block = 'blocked_ip' | 'blocked_username' | 'blocked_email' | 'blocked_hwid'

/** The blacklist of one application (its own entries and the account's), ready to be asked at every call. */
export interface BlacklistIndex {
  /** The first that matches, in the order of the checks: address, username, e-mail, hardware id. */
  find(identity: Identity): Block | undefined
}

/** An index that lives longer must not grow with everybody who asks. */
const maxAddresses = 10_000

/** `onBlocked` hears which entry kept somebody out. */
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
  // The same addresses come at every beat, and an index lives for half a second only.
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
    find({ ip, usernameKey, emailKey, hwidKey }) {
      const address = networks.length > 0 ? entryOfAddress(ip) : undefined
      if (address) return blocked(address, 'blocked_ip')
      const username = usernameKey && usernames.get(usernameKey)
      if (username) return blocked(username, 'blocked_username')
      const email = emailKey && emails.get(emailKey)
      if (email) return blocked(email, 'blocked_email')
      const hwid = hwidKey && hwids.get(hwidKey)
      return hwid ? blocked(hwid, 'blocked_hwid') : undefined
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
