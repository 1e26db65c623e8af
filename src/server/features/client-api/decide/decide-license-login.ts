import { canonical, isPlaceholderHwid } from '../../../lib/canonical.ts'
import { holderHash, holderKey, holderName } from '../../../lib/license-holder.ts'
import type { SessionFacts, UserFacts } from '../../../store/hot/hot-store.ts'
import type { License } from '../../../store/licenses/licenses.ts'
import type { ClientContext } from '../client-context.ts'
import { type BlacklistIndex, decideAccess, type GraceSetting, hasExpired } from './decide-access.ts'
import { decideDevice, isVersionRefused, type LoginDecision, type LoginFacts } from './decide-login.ts'
import { isLive } from './decide-session.ts'
import { hardwareKeysOf } from './match-device.ts'

export interface LicenseLoginFacts {
  readonly application: GraceSetting & {
    readonly version: string
    readonly isVersionRequired: boolean
    readonly hwidLockEnabled: boolean
    readonly deviceLimit: number
    readonly hwidTolerance: number
    readonly licenseLogin: boolean
  }
  readonly blacklist: BlacklistIndex
  readonly ip: string
  readonly clientVersion: string | undefined
  readonly hwid: string | undefined
  readonly hwidKey: string | undefined
  readonly isHwidPlaceholder: boolean
  /** The hardware ID is bound beside the first one. */
  readonly isFurtherDevice: boolean
  /** As in the facts of a login. */
  readonly components: LoginFacts['components']
  readonly hardwareKeys: LoginFacts['hardwareKeys']
  readonly devices: LoginFacts['devices']
  /** The license's holder, or the one that would be made; undefined: no license has this key. */
  readonly user: UserFacts | undefined
  /** The time of the license went into another one. */
  readonly isSpent: boolean
  /** The license has no holder yet. */
  readonly isFirst: boolean
  /** Of the license. */
  readonly seats: { readonly used: number; readonly max: number }
  /** The session that already has the sent token, if there is one. */
  readonly known: SessionFacts | undefined
  readonly lastSeenAtMs: number
  readonly nowMs: number
}

export interface LicenseLoginDecision extends LoginDecision {
  /** The session of the sent token is live already: the response to its start may have been lost. */
  readonly isRepeated?: true
  /** The machine that is bound beside the first takes another seat of the license. */
  readonly takesSeat?: true
}

/**
 * Decides a sign-in with a license key alone; the order of the lines is the precedence of the outcomes. Whether a key
 * exists is told only where the application takes such sign-ins. A conditional statement takes the seat of a first
 * sign-in, or of a further machine, afterwards and has the last word.
 */
export function decideLicenseLogin(facts: LicenseLoginFacts): LicenseLoginDecision {
  const { application, blacklist, ip, hwidKey, hardwareKeys, user, known, nowMs } = facts
  const block = blacklist.find({ ip, hwidKey, hardwareKeys })
  if (block) return { outcome: block }
  if (isVersionRefused(application, facts.clientVersion)) return { outcome: 'version_mismatch' }
  if (!application.licenseLogin) return { outcome: 'license_login_closed' }
  if (!user) return { outcome: 'license_not_found' }
  const refusal = decideAccess({ application, user, blacklist, ip, hwidKey, nowMs })
  // A spent license is stored as inactive.
  if (refusal === 'license_inactive' && facts.isSpent) return { outcome: 'license_used' }
  if (refusal) return { outcome: refusal }
  const decision = decideSeat(facts, user, decideDevice(facts, user))
  if (decision.outcome !== 'login_successful') return decision
  if (facts.isFirst && !hasFreeSeat(facts)) return { outcome: 'license_full' }
  if (known) {
    const isOwn = known.userId === user.id && known.hwid === (facts.hwid ?? null)
    if (!isOwn || !isLive(known, facts.lastSeenAtMs, nowMs)) return { outcome: 'session_token_taken' }
    return { outcome: 'login_successful', isRepeated: true }
  }
  return decision
}

/** A machine beyond the holder's devices takes another seat, where the license has several. */
function decideSeat(facts: LicenseLoginFacts, user: UserFacts, device: LoginDecision): LicenseLoginDecision {
  if (device.outcome === 'login_successful' || facts.seats.max === 1) return device
  if (decideDevice(facts, { ...user, seats: user.seats + 1 }).binds !== 'further') return device
  // no seat is taken during grace, as at the first sign-in
  if (user.license && hasExpired(user.license.expiresAtMs, facts.nowMs)) return { outcome: 'license_expired' }
  return hasFreeSeat(facts)
    ? { outcome: 'login_successful', binds: 'further', takesSeat: true }
    : { outcome: 'license_full' }
}

const hasFreeSeat = ({ seats }: LicenseLoginFacts) => seats.used < seats.max

interface SentLicenseLogin {
  readonly ip: string
  readonly version?: string | undefined
  readonly hwid?: string | undefined
  readonly isFurtherDevice: boolean
  readonly components?: LoginFacts['components']
  readonly devices?: LoginFacts['devices']
  readonly known?: SessionFacts | undefined
  readonly lastSeenAtMs?: number
}

/** The facts of a sign-in with a key, for a real request or a dry run. */
export function licenseLoginFacts(
  { application, blacklist }: Pick<ClientContext, 'application' | 'blacklist'>,
  license: License | undefined,
  holder: UserFacts | undefined,
  sent: SentLicenseLogin,
  now: Date,
): LicenseLoginFacts {
  const { ip, version, hwid, isFurtherDevice, components, devices = [], known, lastSeenAtMs = 0 } = sent
  return {
    application,
    blacklist,
    ip,
    clientVersion: version,
    hwid,
    hwidKey: hwid && canonical(hwid),
    isHwidPlaceholder: hwid !== holder?.hwid && (hwid === undefined || isPlaceholderHwid(hwid)),
    isFurtherDevice,
    components,
    hardwareKeys: hardwareKeysOf(components),
    devices,
    user: license && (holder ?? newHolder(license)),
    isSpent: license !== undefined && license.spentAt !== null,
    isFirst: holder === undefined,
    seats: { used: license?.currentUsers ?? 0, max: license?.maxUsers ?? 0 },
    known,
    lastSeenAtMs,
    nowMs: now.getTime(),
  }
}

/** The holder that a first sign-in makes: locked to the first device, as far as the application checks it. */
export function newHolder({ id, isActive, expiresAt, hold, maxDevices, maxSessions }: License): UserFacts {
  return {
    id: 0,
    username: holderName(id),
    usernameKey: holderKey(id),
    email: null,
    emailKey: null,
    isActive: true,
    isPaused: false,
    isBanned: false,
    hwid: null,
    hwidKey: null,
    isHwidLocked: true,
    moreDevices: 0,
    expiresAtMs: null,
    lastLoginAtMs: null,
    lastLoginIp: null,
    // no seat is taken of a license that has expired: the days of grace are for those who have one
    license: { isActive, expiresAtMs: expiresAt?.getTime() ?? null, hold, graceDays: 0 },
    passwordHash: holderHash,
    recentLogins: null,
    deviceLimit: maxDevices,
    seats: 1,
    licenseId: id,
    licenseSessionLimit: maxSessions,
  }
}
