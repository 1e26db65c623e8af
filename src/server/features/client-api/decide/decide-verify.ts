import type { OutcomeKey } from '../../../../shared/outcomes.ts'
import { ipLimiterKey } from '../../../lib/canonical.ts'
import type { AccessFacts, SessionFacts } from '../../../store/hot/hot-store.ts'
import type { BlacklistIndex, GraceSetting } from './decide-access.ts'
import { checkSentHwid, decideAccess, isHwidLockOn } from './decide-access.ts'
import { isLive } from './decide-session.ts'

/** In strict mode, a verify without a session passes for this long after a login. */
const strictGraceMs = 60_000

export interface VerifyFacts {
  readonly application: GraceSetting & { readonly hwidLockEnabled: boolean; readonly isVerifyStrict: boolean }
  readonly blacklist: BlacklistIndex
  readonly ip: string
  readonly user: AccessFacts | undefined
  readonly hwid: string | undefined
  readonly hwidKey: string | undefined
  /** The sent hardware ID is bound beside the first. */
  readonly isFurtherDevice: boolean
  /** A session token was sent. */
  readonly hasToken: boolean
  /** The session of that token, if there is one. */
  readonly session: SessionFacts | undefined
  readonly lastSeenAtMs: number
  readonly nowMs: number
}

export interface VerifyDecision {
  readonly outcome: OutcomeKey
  /** The request has a live session that a login backs: only such a one learns what the user has bought. */
  readonly isProved?: boolean
  /** The hardware ID that a lease may be issued for: that of a live session backed by a login. */
  readonly leaseHwid?: string
}

/** Decides a verify; the order of the lines is the precedence of the outcomes. */
export function decideVerify(facts: VerifyFacts): VerifyDecision {
  const { application, user, session, nowMs } = facts
  if (!user) return { outcome: 'user_not_found' }
  const hwidKey = facts.hwidKey ?? undefined
  const refusal = decideAccess({ application, user, blacklist: facts.blacklist, ip: facts.ip, hwidKey, nowMs })
  if (refusal) return { outcome: refusal }
  if (checkSentHwid(application, user, facts.hwid, facts.isFurtherDevice) !== 'allowed')
    return { outcome: 'hwid_mismatch' }
  if (facts.hasToken) {
    if (!session || session.userId !== user.id) return { outcome: 'session_not_found' }
    if (!isLive(session, facts.lastSeenAtMs, nowMs)) return { outcome: 'session_ended' }
    const isFurther = user.moreDevices > 0
    if (checkSentHwid(application, user, session.hwid, isFurther) !== 'allowed') return { outcome: 'hwid_mismatch' }
  }
  const isProved = facts.hasToken && session !== undefined && isBackedByLogin(session, user, facts)
  const isGraced = !facts.hasToken && hasJustLoggedIn(user, facts.ip, nowMs)
  if (application.isVerifyStrict && !isProved && !isGraced) return { outcome: 'session_not_found' }
  if (!isProved) return { outcome: 'user_verified' }
  return { outcome: 'user_verified', isProved, ...(session.hwid !== null && { leaseHwid: session.hwid }) }
}

/** The session is backed by a login, and the request comes from its device, as far as it names one. */
export function isBackedByLogin(
  { hwid, provedAtMs }: SessionFacts,
  user: AccessFacts,
  {
    application,
    ...sent
  }: { readonly application: { readonly hwidLockEnabled: boolean }; readonly hwid: string | undefined },
) {
  if (provedAtMs === null) return false
  if (hwid === null && isHwidLockOn(application, user)) return false
  return sent.hwid === undefined || sent.hwid === hwid
}

/** The sample clients verify once between login and session start. It grants neither a session nor a lease. */
function hasJustLoggedIn({ lastLoginAtMs, lastLoginIp }: AccessFacts, ip: string, nowMs: number): boolean {
  if (lastLoginAtMs === null || lastLoginIp === null || nowMs - lastLoginAtMs > strictGraceMs) return false
  return ipLimiterKey(lastLoginIp) === ipLimiterKey(ip)
}
