import { sessionLiveMs } from '../../../../shared/constants.ts'
import type { OutcomeKey } from '../../../../shared/outcomes.ts'
import type { SessionFacts, UserFacts } from '../../../store/hot/hot-store.ts'
import type { BlacklistIndex, GraceSetting } from './decide-access.ts'
import { checkSentHwid, decideAccess } from './decide-access.ts'
import { hasLoggedIn } from './decide-login.ts'

interface SessionApplication extends GraceSetting {
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
  /** The canonical hardware ID of the session. */
  readonly hwidKey: string | undefined
  /** The last heartbeat known to this process or the database. */
  readonly lastSeenAtMs: number
}

/**
 * Decides a heartbeat; the order of the lines is the precedence of the outcomes. Checks the user's access every time.
 */
export function decideHeartbeat(facts: HeartbeatFacts): OutcomeKey {
  const { session, application, blacklist, ip, hwidKey, nowMs } = facts
  if (!session) return 'session_not_found'
  if (!session.user) return 'user_not_found'
  const { user } = session
  const refusal = decideAccess({ application, user, blacklist, ip, hwidKey, nowMs })
  if (refusal) return refusal
  // A session of a device that is not the first ends in the transaction that releases its device.
  const machine = checkSentHwid(application, user, session.hwid, user.moreDevices > 0)
  if (machine === 'other') return 'hwid_mismatch'
  if (!isLive(session, facts.lastSeenAtMs, nowMs)) return 'session_ended'
  // A HWID reset ends the session, which is the better answer. A session that still runs began before the lock was
  // switched on.
  return machine === 'unbound' ? 'hwid_mismatch' : 'session_alive'
}

export interface StartFacts extends Caller {
  readonly user: UserFacts | undefined
  readonly hwid: string | undefined
  readonly hwidKey: string | undefined
  /** The hardware ID, or else that of the known session, is bound beside the first. */
  readonly isFurtherDevice: boolean
  /** The session that already has this token, if there is one. */
  readonly known: SessionFacts | undefined
  readonly lastSeenAtMs: number
}

export interface StartDecision {
  /** `start`: insert the session. `session_started`: repeat a response that may have been lost. */
  readonly outcome: OutcomeKey | 'start'
  /** The session is backed by a login of the same user, address and device. */
  readonly isProved?: boolean
}

/** Decides a session start, which never binds a device; the order of the lines is the precedence of the outcomes. */
export function decideStart(facts: StartFacts): StartDecision {
  const { application, user, blacklist, hwid, hwidKey, known, ip, nowMs } = facts
  if (!user) return { outcome: 'user_not_found' }
  const refusal = decideAccess({ application, user, blacklist, ip, hwidKey, nowMs })
  if (refusal) return { outcome: refusal }
  const own = known?.userId === user.id ? known : undefined
  const machine = checkSentHwid(application, user, hwid ?? own?.hwid, facts.isFurtherDevice)
  if (machine !== 'allowed') return { outcome: 'hwid_mismatch' }
  if (!known) {
    const device = { ip, hwid, passwordHash: user.passwordHash }
    return { outcome: 'start', isProved: hasLoggedIn(user.recentLogins, device, nowMs) }
  }
  const isSame = own?.hwid === (hwid ?? null)
  return { outcome: isSame && isLive(known, facts.lastSeenAtMs, nowMs) ? 'session_started' : 'session_token_taken' }
}

/** A session is live until it was ended or got no heartbeat for 90 s. */
export function isLive(session: SessionFacts, lastSeenAtMs: number, nowMs: number): boolean {
  return session.endedAtMs === null && nowMs - lastSeenAtMs <= sessionLiveMs
}
