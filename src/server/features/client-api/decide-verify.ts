import type { OutcomeKey } from '../../../shared/outcomes.ts'
import type { SessionFacts, UserFacts } from '../../store/hot-store.ts'
import type { BlacklistIndex } from './blacklist-index.ts'
import { decideAccess } from './decide-access.ts'
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

/** Decides a verify; the order of the lines is the precedence of the answers. */
export function decideVerify(facts: VerifyFacts): OutcomeKey {
  const { application, user, session, nowMs } = facts
  if (!user) return 'user_not_found'
  const hwidKey = facts.hwidKey ?? undefined
  const refusal = decideAccess({ user, blacklist: facts.blacklist, ip: facts.ip, hwidKey, nowMs })
  if (refusal) return refusal
  const isBound = application.hwidLockEnabled && user.isHwidLocked && user.hwid !== null
  if (isBound && facts.hwid !== undefined && facts.hwid !== user.hwid) return 'hwid_mismatch'
  if (facts.hasToken) {
    if (!session || session.userId !== user.id) return 'session_not_found'
    return isLive(session, facts.lastSeenAtMs, nowMs) ? 'user_verified' : 'session_ended'
  }
  if (application.isVerifyStrict && !hasJustLoggedIn(user, facts.ip, nowMs)) return 'session_not_found'
  return 'user_verified'
}

function hasJustLoggedIn(user: UserFacts, ip: string, nowMs: number): boolean {
  return user.lastLoginAtMs !== null && nowMs - user.lastLoginAtMs <= strictGraceMs && user.lastLoginIp === ip
}
