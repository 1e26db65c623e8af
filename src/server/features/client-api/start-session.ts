import { sessionLiveMs } from '../../../shared/constants.ts'
import type { OutcomeKey } from '../../../shared/outcomes.ts'
import { isUniqueViolation } from '../../db/open.ts'
import { sessionEnd } from '../../events/live-sessions.ts'
import type { Place } from '../../http/reserve-or-wait.ts'
import { canonical } from '../../lib/canonical.ts'
import { hashToken, newSessionToken } from '../../lib/tokens.ts'
import type { UserFacts } from '../../store/hot-store.ts'
import type { StoreSet } from '../../store/index.ts'
import { type ClientApiDeps, entryOf } from './call.ts'
import { comparedHwid } from './compared.ts'
import { decideStart } from './decide-session.ts'
import { knownDevice } from './known-device.ts'
import { probeUser } from './probe-user.ts'
import { answer, type ClientAnswer, rateLimited } from './reply.ts'
import type { StartCall } from './session-calls.ts'

/** Starts a session for a user who could sign in now; a repeated start with the same token answers the same. */
export async function startSession(deps: ClientApiDeps, call: StartCall): Promise<ClientAnswer> {
  const { applicationId, ip, requestId } = call
  const waitMs = deps.limits.start(applicationId, ip)
  if (waitMs > 0) return rateLimited(requestId, waitMs)
  const probed = await probeUser(deps, call, call.body.user_id)
  if (typeof probed === 'number') return rateLimited(requestId, probed)
  const token = call.body.session_token ?? newSessionToken(call.now)
  const started = await start(deps, call, probed.user, token)
  if (typeof started === 'number') return rateLimited(requestId, started)
  const { outcome, user } = started
  if (outcome === 'session_started') return answer(outcome, requestId, call.context, { session_token: token })
  const entry = entryOf(call, outcome, { userId: user?.id, username: user?.username })
  const detail =
    outcome === 'hwid_mismatch' ? { outcome, compared: comparedHwid(user?.hwid, call.body.hwid) } : undefined
  if (entry) await deps.recorder.recordAlone({ ...entry, detail })
  return answer(outcome, requestId, call.context)
}

interface Started {
  readonly outcome: OutcomeKey
  readonly user: UserFacts | undefined
}

/**
 * Decides and writes, or says how long to wait. Decides anew when the user or the token was another's meanwhile, and after it
 * waited for a place: what others began in that time may be this very session.
 */
async function start(
  deps: ClientApiDeps,
  call: StartCall,
  found: UserFacts | undefined,
  token: string,
): Promise<Started | number> {
  const { applicationId, ip, body } = call
  let place: Place | undefined
  try {
    for (let user = found; ; user = await deps.hot.userById(applicationId, body.user_id)) {
      const { outcome, isProved = false } = await decide(deps, call, user, token)
      if (!user) return { outcome: 'user_not_found', user }
      if (outcome !== 'start') return { outcome, user }
      if (place === undefined) {
        const taken = deps.limits.startOf(applicationId, user.id, knownDevice(user, { ip, hwid: body.hwid }))
        place = await taken
        if (taken instanceof Promise) continue
      }
      if (typeof place === 'number') return place
      const written = await write(deps, call, user, token, isProved)
      if (written === undefined) continue
      place.keep()
      return { outcome: written, user }
    }
  } finally {
    if (typeof place === 'object') place.giveBack()
  }
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

/**
 * Session, those it replaces and their events are one transaction. Undefined: it is to be decided anew, since the user
 * was changed meanwhile (a new password or machine ends the sessions, and none may slip in behind), or since another
 * start took the token.
 */
async function write(
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
      if (!(await tx.clientSessions.lockUserAsSeen(applicationId, user))) return undefined
      // Before the limit: a start that is sent again is no session more.
      if (await tx.clientSessions.isTokenUsed(applicationId, tokenHash)) return undefined
      if (!(await hasRoom(deps, tx, call, user))) return 'session_limit_reached'
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
async function hasRoom(deps: ClientApiDeps, tx: StoreSet, call: StartCall, user: UserFacts): Promise<boolean> {
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
