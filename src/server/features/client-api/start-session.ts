import { sessionLiveMs } from '../../../shared/constants.ts'
import type { OutcomeKey } from '../../../shared/outcomes.ts'
import { isUniqueViolation } from '../../db/open.ts'
import { sessionEnd } from '../../events/live-sessions.ts'
import { canonical } from '../../lib/canonical.ts'
import { hashToken, newSessionToken } from '../../lib/tokens.ts'
import type { UserFacts } from '../../store/hot-store.ts'
import type { StoreSet } from '../../store/index.ts'
import { type ClientApiDeps, entryOf } from './call.ts'
import { decideStart } from './decide-session.ts'
import { knownDevice } from './known-device.ts'
import { probeUser } from './probe-user.ts'
import { answer, type ClientAnswer, rateLimited } from './reply.ts'
import type { StartCall } from './session-calls.ts'

/** Starts a session for a user who could sign in now; a repeated start with the same token answers the same. */
export async function startSession(deps: ClientApiDeps, call: StartCall): Promise<ClientAnswer> {
  const { applicationId, ip, requestId } = call
  const { hwid } = call.body
  const waitMs = deps.limits.start(applicationId, ip)
  if (waitMs > 0) return rateLimited(requestId, waitMs)
  const probed = await probeUser(deps, call, call.body.user_id)
  if (typeof probed === 'number') return rateLimited(requestId, probed)
  const { user } = probed
  const token = call.body.session_token ?? newSessionToken(call.now)
  const decision = await decide(deps, call, user, token)
  const isStarting = decision === 'start' && user !== undefined
  const startWaitMs = isStarting ? deps.limits.startOf(applicationId, user.id, knownDevice(user, { ip, hwid })) : 0
  if (startWaitMs > 0) return rateLimited(requestId, startWaitMs)
  const outcome = isStarting ? await write(deps, call, user, token) : decision
  if (outcome === 'session_started') return answer(outcome, requestId, call.context, { session_token: token })
  const refusal = outcome === 'start' ? 'user_not_found' : outcome
  const entry = entryOf(call, refusal, { userId: user?.id, username: user?.username })
  if (entry) await deps.recorder.recordAlone(entry)
  return answer(refusal, requestId, call.context)
}

async function decide(deps: ClientApiDeps, call: StartCall, user: UserFacts | undefined, token: string) {
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

/** Session, those it replaces and their events are one transaction. Two starts with one token: the second decides anew. */
async function write(
  deps: ClientApiDeps,
  call: StartCall,
  user: UserFacts,
  token: string,
): Promise<OutcomeKey | 'start'> {
  const { applicationId, ip, userAgent, now } = call
  try {
    return await deps.stores.transaction(async (tx) => {
      if (!(await hasRoom(deps, tx, call, user))) return 'session_limit_reached'
      const tokenHash = hashToken(token)
      const hwid = call.body.hwid ?? null
      await tx.clientSessions.insert(applicationId, {
        userId: user.id,
        tokenHash,
        hwid,
        ipAddress: ip,
        userAgent,
        at: now,
      })
      const entry = entryOf(call, 'session_started', { userId: user.id, username: user.username })
      if (entry) await deps.recorder.record(tx, entry)
      return 'session_started'
    })
  } catch (error) {
    if (isUniqueViolation(error)) return decide(deps, call, user, token)
    throw error
  }
}

/**
 * Makes room where the application limits the live sessions of a user, or says that there is none. A session that fell
 * silent keeps nobody out, though the sweeper ends it only later.
 */
async function hasRoom(deps: ClientApiDeps, tx: StoreSet, call: StartCall, user: UserFacts): Promise<boolean> {
  const { sessionLimit, sessionLimitPolicy } = call.context.application
  if (sessionLimit === null) return true
  await tx.clientSessions.lockUser(call.applicationId, user.id)
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
