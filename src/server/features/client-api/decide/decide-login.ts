import { hash } from 'node:crypto'
import type { OutcomeKey } from '../../../../shared/outcomes.ts'
import { canonical, ipLimiterKey, isPlaceholderHwid } from '../../../lib/canonical.ts'
import type { HardwareComponents } from '../../../lib/hardware-components.ts'
import type { HashKind } from '../../../lib/passwords/password-hash.ts'
import type { UserFacts } from '../../../store/hot/hot-store.ts'
import type { HashCount } from '../../../store/users/hash-counts.ts'
import type { ClientContext } from '../client-context.ts'
import type { BlacklistIndex, GraceSetting } from './decide-access.ts'
import { decideAccess, decideHwid } from './decide-access.ts'
import { type BoundDevice, hardwareKeysOf, hasNewComponents, matchingDevice } from './match-device.ts'

export interface LoginFacts {
  readonly application: GraceSetting & {
    readonly version: string
    readonly isVersionRequired: boolean
    readonly hwidLockEnabled: boolean
    readonly deviceLimit: number
    readonly hwidTolerance: number
  }
  readonly blacklist: BlacklistIndex
  readonly ip: string
  readonly usernameKey: string
  readonly clientVersion: string | undefined
  readonly hwid: string | undefined
  readonly hwidKey: string | undefined
  readonly isHwidPlaceholder: boolean
  /** The hardware ID is bound beside the first one. */
  readonly isFurtherDevice: boolean
  /** Those that were sent and identify something. */
  readonly components: HardwareComponents | undefined
  /** Those among them that the blacklist compares. */
  readonly hardwareKeys: readonly string[]
  /** The bound devices to compare them with; none before the password is checked. */
  readonly devices: readonly BoundDevice[]
  /** The user of that username, if there is one. */
  readonly user: UserFacts | undefined
  /** Undefined until the password was verified. Hashing is expensive, so it runs only when no earlier check rejects. */
  readonly isPasswordRight: boolean | undefined
  readonly nowMs: number
}

export interface LoginDecision {
  readonly outcome: OutcomeKey
  /** The hardware ID is to be bound to the user now: as the first one, or beside it. */
  readonly binds?: 'first' | 'further'
  /** A bound device is to take the sent hardware ID and components in the place of its own. */
  readonly relearns?: BoundDevice
  /** The device of the sent hardware ID has components that are not known. */
  readonly remembers?: BoundDevice
}

/**
 * Decides a login; the order of the lines is the precedence of the outcomes. `check_password` means: verify the
 * password and call again. The state of an account is revealed only after the right password.
 */
export function decideLogin(facts: LoginFacts): LoginDecision | 'check_password' {
  const { application, blacklist, user, nowMs } = facts
  const block = blacklist.find(facts)
  if (block) return { outcome: block }
  if (isVersionRefused(application, facts.clientVersion)) return { outcome: 'version_mismatch' }
  if (facts.isPasswordRight === undefined) return 'check_password'
  if (!user || !facts.isPasswordRight) return { outcome: 'invalid_credentials' }
  const refusal = decideAccess({ application, user, blacklist, ip: facts.ip, hwidKey: facts.hwidKey, nowMs })
  return refusal ? { outcome: refusal } : decideDevice(facts, user)
}

type DeviceFacts = Pick<
  LoginFacts,
  'application' | 'hwid' | 'isFurtherDevice' | 'isHwidPlaceholder' | 'components' | 'devices' | 'nowMs'
>

/** The last step of a login: what the hardware lock says of the sent hardware ID. */
export function decideDevice(facts: DeviceFacts, user: UserFacts): LoginDecision {
  const { components: sent, devices, nowMs } = facts
  const question = sent && { tolerance: facts.application.hwidTolerance, devices, sent, nowMs }
  const match = question && matchingDevice(question)
  const hwid = decideHwid({
    isChecked: facts.application.hwidLockEnabled,
    isLocked: user.isHwidLocked,
    boundHwid: user.hwid,
    sentHwid: facts.hwid,
    isFurther: facts.isFurtherDevice,
    moreDevices: user.moreDevices,
    limit: deviceLimitOf(facts.application, user),
    isPlaceholder: facts.isHwidPlaceholder,
    isMatch: match !== undefined,
  })
  if (hwid === 'mismatch') return { outcome: 'hwid_mismatch' }
  if (hwid === 'limit') return { outcome: 'device_limit_reached' }
  if (hwid === 'relearn' && match) return { outcome: 'login_successful', relearns: match }
  if (hwid === 'bind') return { outcome: 'login_successful', binds: 'first' }
  if (hwid === 'bind_further') return { outcome: 'login_successful', binds: 'further' }
  const own = devices.find((device) => device.hwid === facts.hwid)
  const isNews = question !== undefined && own !== undefined && hasNewComponents(own, question)
  return { outcome: 'login_successful', ...(isNews && { remembers: own }) }
}

/** How many devices the user may have with each seat: their own limit, the license's, or the application's. */
export const devicesPerSeat = (application: { readonly deviceLimit: number }, user: Pick<UserFacts, 'deviceLimit'>) =>
  user.deviceLimit ?? application.deviceLimit

/** How many the user may have in all. */
export const deviceLimitOf = (
  application: { readonly deviceLimit: number },
  user: Pick<UserFacts, 'deviceLimit' | 'seats'>,
) => devicesPerSeat(application, user) * user.seats

/** Rejects outdated versions, and missing ones where the application requires a version. */
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
  /** The hardware ID is bound beside the first one. */
  readonly isFurtherDevice?: boolean
  readonly components?: HardwareComponents | undefined
  readonly devices?: readonly BoundDevice[]
}

/** The facts of a login, for a real request or a dry run. */
export function loginFacts(
  context: ClientContext,
  user: UserFacts | undefined,
  sent: SentLogin,
  now: Date,
): LoginFacts {
  const { ip, usernameKey, version, hwid, isFurtherDevice = false, components, devices = [] } = sent
  return {
    application: context.application,
    blacklist: context.blacklist,
    ip,
    usernameKey,
    clientVersion: version,
    hwid,
    hwidKey: hwid && canonical(hwid),
    isFurtherDevice,
    components,
    hardwareKeys: hardwareKeysOf(components),
    devices,
    // Placeholder IDs matter only for a binding.
    isHwidPlaceholder: hwid !== user?.hwid && (hwid === undefined || isPlaceholderHwid(hwid)),
    user,
    isPasswordRight: undefined,
    nowMs: now.getTime(),
  }
}

interface HashShare {
  readonly hashCounts: readonly HashCount[]
  readonly userCount: number
}

/**
 * The kind of dummy hash for an unknown username; undefined means the current kind. Imported users have slower hashes
 * until their next login. The same share of unknown usernames gets such a dummy, so response time does not reveal which
 * usernames exist (user enumeration). `chance` is a stable pseudo-random number from 0 to 1 per username.
 */
export function dummyHashKind({ hashCounts, userCount }: HashShare, chance: () => number): HashKind | undefined {
  if (hashCounts.length === 0) return undefined
  let place = chance() * userCount
  for (const { kind, users } of hashCounts) {
    if (place < users) return kind
    place -= users
  }
  return undefined
}

const numeric = /^\d+(\.\d+)*$/

/**
 * Whether the client is older than the application requires. Versions compare number by number, missing parts as 0: 1.0
 * equals 1.0.0, and 1.10 is newer than 1.9. A version that is not numeric must be equal as text.
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

/** For 60 s after a login, a session from the same device counts as backed by that login. */
const loginProvesSessionMs = 60_000
/** On a shared account, this many devices can log in within that time. */
const maxRemembered = 8

/** Identifies the device of a login and of the session that follows. */
export interface LoginDevice {
  readonly ip: string
  /** As the client sent it. */
  readonly hwid: string | undefined
  /** The stored hash that the password was checked against: after a password change, earlier logins back no session. */
  readonly passwordHash: string
}

/** The logins of the last minute as one text, newest first: `time.fingerprint time.fingerprint …` */
export function rememberLogin(recent: string | null, device: LoginDevice, nowMs: number): string {
  const entry = { atMs: nowMs, mark: fingerprintOf(device) }
  const others = parseRecentLogins(recent).filter(({ atMs, mark }) => isRecent(atMs, nowMs) && mark !== entry.mark)
  return [entry, ...others]
    .slice(0, maxRemembered)
    .map(({ atMs, mark }) => `${atMs.toString(36)}.${mark}`)
    .join(' ')
}

/** The one that was remembered last, in the same form. */
export const newestLogin = (recent: string): string => recent.split(' ', 1)[0] ?? ''

/** Whether this device logged in within the last minute: same address (/64 in IPv6), hardware ID and password. */
export function hasLoggedIn(recent: string | null, device: LoginDevice, nowMs: number): boolean {
  if (recent === null) return false
  const own = fingerprintOf(device)
  return parseRecentLogins(recent).some(({ atMs, mark }) => mark === own && isRecent(atMs, nowMs))
}

/** Neither too old nor in the future: entries from a server with a wrong clock are ignored. */
const isRecent = (atMs: number, nowMs: number) => Math.abs(nowMs - atMs) <= loginProvesSessionMs

/** Distinguishes devices without identifying them. */
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
