import { sessionLiveMs } from '../../../shared/constants.ts'
import type { OutcomeKey } from '../../../shared/outcomes.ts'
import type { AccessFacts, SessionFacts, UserFacts } from '../../store/hot-store.ts'
import type { BlacklistIndex } from './blacklist-index.ts'
import { decideAccess } from './decide-access.ts'

interface SessionApplication {
  readonly hwidLockEnabled: boolean
}

interface Caller {
  readonly application: SessionApplication
  readonly blacklist: BlacklistIndex
  readonly ip: string
  readonly nowMs: number
}

export interface HeartbeatFacts extends Caller {
  readonly session: SessionFacts | undefined
  /** The session's hardware id in canonical form. */
  readonly hwidKey: string | undefined
  /** The last sign of life that this process or the database knows. */
  readonly lastSeenAtMs: number
}

/** Decides a heartbeat; the order of the lines is the precedence. The account's state is looked at every time. */
export function decideHeartbeat(facts: HeartbeatFacts): OutcomeKey {
  const { session, nowMs } = facts
  if (!session) return 'session_not_found'
  if (!session.user) return 'user_not_found'
  const { user } = session
  const refusal = decideAccess({ user, blacklist: facts.blacklist, ip: facts.ip, hwidKey: facts.hwidKey, nowMs })
  if (refusal) return refusal
  if (isLockedElsewhere(facts.application, user, session.hwid)) return 'hwid_mismatch'
  return isLive(session, facts.lastSeenAtMs, nowMs) ? 'session_alive' : 'session_ended'
}

export interface StartFacts extends Caller {
  readonly user: UserFacts | undefined
  readonly hwid: string | undefined
  readonly hwidKey: string | undefined
  /** The session that already has the token, if there is one. */
  readonly known: SessionFacts | undefined
  readonly lastSeenAtMs: number
}

/** Decides a start. `start` is to be written; `session_started` repeats an answer that may have been lost. */
export function decideStart(facts: StartFacts): OutcomeKey | 'start' {
  const { user, known, nowMs } = facts
  if (!user) return 'user_not_found'
  const refusal = decideAccess({ user, blacklist: facts.blacklist, ip: facts.ip, hwidKey: facts.hwidKey, nowMs })
  if (refusal) return refusal
  if (isLockedElsewhere(facts.application, user, facts.hwid ?? null)) return 'hwid_mismatch'
  if (!known) return 'start'
  const isSame = known.userId === user.id && known.hwid === (facts.hwid ?? null)
  return isSame && isLive(known, facts.lastSeenAtMs, nowMs) ? 'session_started' : 'session_token_taken'
}

/** A session is live until it was ended or three heartbeats stayed away. */
export function isLive(session: SessionFacts, lastSeenAtMs: number, nowMs: number): boolean {
  return session.endedAtMs === null && nowMs - lastSeenAtMs <= sessionLiveMs
}

/** The account is locked to one machine and the session names another; one that named none passes, as specified. */
function isLockedElsewhere(application: SessionApplication, user: AccessFacts, hwid: string | null): boolean {
  if (!application.hwidLockEnabled || !user.isHwidLocked) return false
  return hwid !== null && user.hwid !== null && hwid !== user.hwid
}
