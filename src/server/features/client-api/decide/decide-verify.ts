import type { OutcomeKey } from '../../../../shared/outcomes.ts'
import { ipLimiterKey } from '../../../lib/canonical.ts'
import type { SessionFacts, UserFacts } from '../../../store/hot/hot-store.ts'
import type { BlacklistIndex } from './decide-access.ts'
import { checkSentHwid, decideAccess, isHwidLockOn } from './decide-access.ts'
import { isLive } from './decide-session.ts'

/** A strict application lets the first verify after a login pass without a session for this long. */
const strictGraceMs = 60_000

export interface VerifyFacts {
  readonly application: { readonly hwidLockEnabled: boolean; readonly isVerifyStrict: boolean }
  readonly blacklist: BlacklistIndex
  readonly ip: string
  readonly user: UserFacts | undefined
  readonly hwid: string | undefined
  readonly hwidKey: string | undefined
  /** A token came along. */
  readonly hasToken: boolean
  /** The session of that token, if there is one, with its last sign of life. */
  readonly session: SessionFacts | undefined
  readonly lastSeenAtMs: number
  readonly nowMs: number
}

export interface VerifyDecision {
  readonly outcome: OutcomeKey
  /** The machine that a lease may be given to: that of a live session which a login has proved. */
  readonly leasesTo?: string
}

/** Decides a verify; the order of the lines is the precedence of the answers. */
export function decideVerify(facts: VerifyFacts): VerifyDecision {
  const { application, user, session, nowMs } = facts
  if (!user) return { outcome: 'user_not_found' }
  const hwidKey = facts.hwidKey ?? undefined
  const refusal = decideAccess({ user, blacklist: facts.blacklist, ip: facts.ip, hwidKey, nowMs })
  if (refusal) return { outcome: refusal }
  if (checkSentHwid(application, user, facts.hwid) !== 'allowed') return { outcome: 'hwid_mismatch' }
  if (facts.hasToken) {
    if (!session || session.userId !== user.id) return { outcome: 'session_not_found' }
    if (!isLive(session, facts.lastSeenAtMs, nowMs)) return { outcome: 'session_ended' }
    if (checkSentHwid(application, user, session.hwid) !== 'allowed') return { outcome: 'hwid_mismatch' }
  }
  const isProved = facts.hasToken && session !== undefined && isBackedByLogin(session, user, facts)
  const isGraced = !facts.hasToken && hasJustLoggedIn(user, facts.ip, nowMs)
  if (application.isVerifyStrict && !isProved && !isGraced) return { outcome: 'session_not_found' }
  return { outcome: 'user_verified', ...(isProved && session.hwid !== null && { leasesTo: session.hwid }) }
}

/** The session was proved by a login, and the call comes from its machine as far as it names one. */
function isBackedByLogin({ hwid, provedAtMs }: SessionFacts, user: UserFacts, { application, ...sent }: VerifyFacts) {
  if (provedAtMs === null) return false
  if (hwid === null && isHwidLockOn(application, user)) return false
  return sent.hwid === undefined || sent.hwid === hwid
}

/** The samples verify once between login and start. Nobody gains by it: it gives neither a session nor a lease. */
function hasJustLoggedIn({ lastLoginAtMs, lastLoginIp }: UserFacts, ip: string, nowMs: number): boolean {
  if (lastLoginAtMs === null || lastLoginIp === null || nowMs - lastLoginAtMs > strictGraceMs) return false
  return ipLimiterKey(lastLoginIp) === ipLimiterKey(ip)
}
