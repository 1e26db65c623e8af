import { hash } from 'node:crypto'
import type { OutcomeKey } from '../../../../shared/outcomes.ts'
import { canonical, ipLimiterKey, isPlaceholderHwid } from '../../../lib/canonical.ts'
import type { UserFacts } from '../../../store/hot/hot-store.ts'
import type { ClientContext } from '../client-context.ts'
import type { BlacklistIndex } from './decide-access.ts'
import { decideAccess, decideHwid } from './decide-access.ts'

export interface LoginFacts {
  readonly application: {
    readonly version: string
    readonly isVersionRequired: boolean
    readonly hwidLockEnabled: boolean
  }
  readonly blacklist: BlacklistIndex
  readonly ip: string
  readonly usernameKey: string
  readonly clientVersion: string | undefined
  readonly hwid: string | undefined
  readonly hwidKey: string | undefined
  readonly isHwidWorthless: boolean
  /** The user of that name, if there is one. */
  readonly user: UserFacts | undefined
  /** Undefined until somebody has looked: hashing is dear, so it is done only when nothing refuses before. */
  readonly isPasswordRight: boolean | undefined
  readonly nowMs: number
}

export interface LoginDecision {
  readonly outcome: OutcomeKey
  /** The hardware id is to be bound to the user now. */
  readonly bindsHwid?: true
}

/**
 * Decides a login; the order of the lines is the precedence of the answers. `check_password` asks for the password to
 * be verified and the question to be put again. What is wrong with an account is told only to who knows its password.
 */
export function decideLogin(facts: LoginFacts): LoginDecision | 'check_password' {
  const { application, blacklist, user, nowMs } = facts
  const block = blacklist.find(facts)
  if (block) return { outcome: block }
  if (isVersionRefused(application, facts.clientVersion)) return { outcome: 'version_mismatch' }
  if (facts.isPasswordRight === undefined) return 'check_password'
  if (!user || !facts.isPasswordRight) return { outcome: 'invalid_credentials' }
  const refusal = decideAccess({ user, blacklist, ip: facts.ip, hwidKey: facts.hwidKey, nowMs })
  if (refusal) return { outcome: refusal }
  const hwid = decideHwid({
    isChecked: application.hwidLockEnabled,
    isLocked: user.isHwidLocked,
    boundHwid: user.hwid,
    sentHwid: facts.hwid,
    isWorthless: facts.isHwidWorthless,
  })
  if (hwid === 'mismatch') return { outcome: 'hwid_mismatch' }
  if (hwid === 'bind') return { outcome: 'login_successful', bindsHwid: true }
  return { outcome: 'login_successful' }
}

/** An older program is refused; one that sends no version (the older form) only where the application demands it. */
export function isVersionRefused(
  application: { readonly version: string; readonly isVersionRequired: boolean },
  clientVersion: string | undefined,
): boolean {
  if (clientVersion === undefined) return application.isVersionRequired
  return isOutdated(clientVersion, application.version)
}

interface SentLogin {
  readonly ip: string
  readonly usernameKey: string
  readonly version?: string | undefined
  readonly hwid?: string | undefined
}

/** What decides a login: of a call that came in, or of one that somebody asks about. */
export function loginFacts(
  context: ClientContext,
  user: UserFacts | undefined,
  sent: SentLogin,
  now: Date,
): LoginFacts {
  const { ip, usernameKey, version, hwid } = sent
  return {
    application: context.application,
    blacklist: context.blacklist,
    ip,
    usernameKey,
    clientVersion: version,
    hwid,
    hwidKey: hwid && canonical(hwid),
    // Only what is to be bound has to be worth something.
    isHwidWorthless: user?.hwid == null && (hwid === undefined || isPlaceholderHwid(hwid)),
    user,
    isPasswordRight: undefined,
    nowMs: now.getTime(),
  }
}

const numeric = /^\d+(\.\d+)*$/

/**
 * Whether a program is older than the application asks for. Part by part as numbers, a missing part is 0, so 1.0 is
 * 1.0.0 and 1.10 is newer than 1.9. A version that is not numeric must be equal as text.
 */
export function isOutdated(clientVersion: string, applicationVersion: string): boolean {
  if (!numeric.test(clientVersion) || !numeric.test(applicationVersion)) return clientVersion !== applicationVersion
  const client = parts(clientVersion)
  const wanted = parts(applicationVersion)
  for (let i = 0; i < Math.max(client.length, wanted.length); i++) {
    const difference = (client[i] ?? 0n) - (wanted[i] ?? 0n)
    if (difference !== 0n) return difference < 0n
  }
  return false
}

const parts = (version: string): bigint[] => version.split('.').map(BigInt)

/** So long after a login the same device may begin a session that counts as proved by it. */
const loginProvesSessionMs = 60_000
/** An account that many devices share may log in on so many of them within that time. */
const maxRemembered = 8

/** What a login and the session that it proves have in common. */
export interface LoginDevice {
  readonly ip: string
  /** As the program sent it. */
  readonly hwid: string | undefined
  /** The stored hash that the password was checked against: with another password the login proves nothing. */
  readonly passwordHash: string
}

/** The logins of the last minute as one text, the new one first: `time.mark time.mark …` */
export function rememberLogin(recent: string | null, device: LoginDevice, nowMs: number): string {
  const entry = { atMs: nowMs, mark: fingerprintOf(device) }
  const others = parseRecentLogins(recent).filter(({ atMs, mark }) => isRecent(atMs, nowMs) && mark !== entry.mark)
  return [entry, ...others]
    .slice(0, maxRemembered)
    .map(({ atMs, mark }) => `${atMs.toString(36)}.${mark}`)
    .join(' ')
}

/** Whether this device logged in a moment ago: the same address (/64 in IPv6), hardware id and password. */
export function hasLoggedIn(recent: string | null, device: LoginDevice, nowMs: number): boolean {
  if (recent === null) return false
  const own = fingerprintOf(device)
  return parseRecentLogins(recent).some(({ atMs, mark }) => mark === own && isRecent(atMs, nowMs))
}

/** Neither long ago nor far ahead: a server whose clock is an hour off proves nothing to the others. */
const isRecent = (atMs: number, nowMs: number) => Math.abs(nowMs - atMs) <= loginProvesSessionMs

/** Tells devices apart and names none. */
function fingerprintOf({ ip, hwid, passwordHash }: LoginDevice): string {
  return hash('sha256', JSON.stringify([ipLimiterKey(ip), hwid ?? null, passwordHash]), 'base64url').slice(0, 16)
}

function parseRecentLogins(recent: string | null): { readonly atMs: number; readonly mark: string }[] {
  if (!recent) return []
  return recent.split(' ').map((entry) => {
    const [at = '', mark = ''] = entry.split('.')
    return { atMs: Number.parseInt(at, 36), mark }
  })
}
