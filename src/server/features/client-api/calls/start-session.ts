import { sessionLiveMs } from '../../../../shared/constants.ts'
import type { OutcomeKey } from '../../../../shared/outcomes.ts'
import { isUniqueViolation } from '../../../db/open.ts'
import { sessionEnd } from '../../../events/live-sessions.ts'
import type { ReservationOrWaitMs } from '../../../http/limits/attempt.ts'
import { canonical } from '../../../lib/canonical.ts'
import { hashToken, newSessionToken } from '../../../lib/tokens.ts'
import type { UserFacts } from '../../../store/hot/hot-store.ts'
import type { StoreSet } from '../../../store/index.ts'
import { answer, type ClientAnswer, type ClientApiDeps, entryOf, rateLimited } from '../client-call.ts'
import { knownDevice } from '../client-rate-limits.ts'
import { decideStart } from '../decide/decide-session.ts'
import { comparedHwids } from '../decide/refusal-detail.ts'
import type { StartCall } from './heartbeat.ts'
import { lookUpUser } from './look-up-user.ts'

/** Starts a session for a user who could sign in now; a repeated start with the same token answers the same. */
export async function startSession(deps: ClientApiDeps, call: StartCall): Promise<ClientAnswer> {
  const { applicationId, ip, requestId } = call
  const waitMs = deps.limits.start(applicationId, ip)
  if (waitMs > 0) return rateLimited(requestId, waitMs)
  const probed = await lookUpUser(deps, call, call.body.user_id)
  if (typeof probed === 'number') return rateLimited(requestId, probed)
  const token = call.body.session_token ?? newSessionToken(call.now)
  const started = await decideAndInsert(deps, call, probed.user, token)
  if (typeof started === 'number') return rateLimited(requestId, started)
  const { outcome, user } = started
  if (outcome === 'session_started') return answer(outcome, requestId, call.context, { session_token: token })
  const entry = entryOf(call, outcome, { userId: user?.id, username: user?.username })
  const detail =
    outcome === 'hwid_mismatch' ? { outcome, compared: comparedHwids(user?.hwid, call.body.hwid) } : undefined
  if (entry) await deps.recorder.recordAlone({ ...entry, detail })
  return answer(outcome, requestId, call.context)
}

interface StartResult {
  readonly outcome: OutcomeKey
  readonly user: UserFacts | undefined
}

/**
 * Decides and writes, or says how long to wait. Decides anew when the user or the token was another's meanwhile, and after it
 * waited for a place: what others began in that time may be this very session.
 */
async function decideAndInsert(
  deps: ClientApiDeps,
  call: StartCall,
  found: UserFacts | undefined,
  token: string,
): Promise<StartResult | number> {
  const { applicationId, ip, body } = call
  let place: ReservationOrWaitMs | undefined
  try {
    for (let user = found; ; user = await deps.hot.userById(applicationId, body.user_id)) {
      const { outcome, isProved = false } = await gatherAndDecide(deps, call, user, token)
      if (!user) return { outcome: 'user_not_found', user }
      if (outcome !== 'start') return { outcome, user }
      if (place === undefined) {
        const taken = deps.limits.startOf(applicationId, user.id, knownDevice(user, { ip, hwid: body.hwid }))
        place = await taken
        if (taken instanceof Promise) continue
      }
      if (typeof place === 'number') return place
      const written = await insertSession(deps, call, user, token, isProved)
      if (written === undefined) continue
      place.commit()
      return { outcome: written, user }
    }
  } finally {
    if (typeof place === 'object') place.release()
  }
}

async function gatherAndDecide(deps: ClientApiDeps, call: StartCall, user: UserFacts | undefined, token: string) {
  const { hwid } = call.body
  const known = await deps.hot.sessionByToken(call.applicationId, hashToken(token))
  return decideStart({
    application: call.context.application,
    blacklist: call.context.blacklist,
    ip: call.ip,
    user,
    hwid,
    hwidKey: hwid && canonical(hwid),
    known,
    lastSeenAtMs: known ? deps.live.lastSeenAtMs(known) : 0,
    nowMs: call.now.getTime(),
  })
}

/**
 * Session, those it replaces and their events are one transaction. Undefined: it is to be decided anew, since the user
 * was changed meanwhile (a new password or machine ends the sessions, and none may slip in behind), or since another
 * start took the token.
 */
async function insertSession(
  deps: ClientApiDeps,
  call: StartCall,
  user: UserFacts,
  token: string,
  isProved: boolean,
): Promise<OutcomeKey | undefined> {
  const { applicationId, ip, userAgent, now } = call
  const tokenHash = hashToken(token)
  try {
    return await deps.stores.transaction(async (tx) => {
      if (!(await tx.clientSessions.lockUserIfUnchanged(applicationId, user))) return undefined
      // Before the limit: a start that is sent again is no session more.
      if (await tx.clientSessions.isTokenUsed(applicationId, tokenHash)) return undefined
      if (!(await enforceSessionLimit(deps, tx, call, user))) return 'session_limit_reached'
      const hwid = call.body.hwid ?? null
      await tx.clientSessions.insert(applicationId, {
        userId: user.id,
        tokenHash,
        hwid,
        ipAddress: ip,
        userAgent,
        at: now,
        isProved,
      })
      const entry = entryOf(call, 'session_started', { userId: user.id, username: user.username })
      if (entry) await deps.recorder.record(tx, entry)
      return 'session_started'
    })
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}

/**
 * Makes room where the application limits the live sessions of a user, or says that there is none. The user is locked,
 * so that none passes the limit unseen. A session that fell silent keeps nobody out, though the sweeper ends it later.
 */
async function enforceSessionLimit(
  deps: ClientApiDeps,
  tx: StoreSet,
  call: StartCall,
  user: UserFacts,
): Promise<boolean> {
  const { sessionLimit, sessionLimitPolicy } = call.context.application
  if (sessionLimit === null) return true
  const nowMs = call.now.getTime()
  const live = (await tx.clientSessions.liveOf(call.applicationId, user.id)).filter(
    (session) => nowMs - deps.live.lastSeenAtMs(session) <= sessionLiveMs,
  )
  const tooMany = live.length - sessionLimit + 1
  if (tooMany <= 0) return true
  if (sessionLimitPolicy === 'reject') return false
  for (const { id } of live.slice(0, tooMany)) {
    const ended = await tx.clientSessions.endById(id, 'replaced', call.now)
    if (ended) await deps.recorder.record(tx, sessionEnd(ended, 'replaced', call.now))
  }
  return true
}
