import type { z } from 'zod'
import { sessionLiveMs } from '../../../../shared/constants.ts'
import type { clientRoutes } from '../../../../shared/contract/client-api.ts'
import type { OutcomeKey } from '../../../../shared/outcomes.ts'
import { isUniqueViolation } from '../../../db/open.ts'
import { sessionEnd } from '../../../events/live-sessions.ts'
import type { ReservationOrWaitMs } from '../../../http/limits/attempt.ts'
import { canonical } from '../../../lib/canonical.ts'
import { clientOf } from '../../../lib/client-versions.ts'
import { hashToken, newSessionToken } from '../../../lib/tokens.ts'
import type { UserFacts } from '../../../store/hot/hot-store.ts'
import type { StoreSet } from '../../../store/index.ts'
import { answer, type Call, type ClientAnswer, type ClientApiDeps, entryOf, rateLimited } from '../client-call.ts'
import { knownDevice } from '../client-rate-limits.ts'
import { decideStart } from '../decide/decide-session.ts'
import { comparedHwids } from '../decide/refusal-detail.ts'
import { isFurtherDevice } from '../further-device.ts'
import { lookUpUser } from './look-up-user.ts'

type TrackBody = z.output<(typeof clientRoutes)['POST /api/v1/session/track']['body']>
type StartCall = Call<Extract<TrackBody, { action: 'start' }>>

/**
 * Starts a session for a user who has access now. Idempotent: a repeated start with the same token gets the same
 * response.
 */
export async function startSession(deps: ClientApiDeps, call: StartCall): Promise<ClientAnswer> {
  const { applicationId, ip, requestId } = call
  const waitMs = deps.limits.start(applicationId, ip)
  if (waitMs > 0) return rateLimited(requestId, waitMs)
  const found = await lookUpUser(deps, deps.hot.userById, call, call.body.user_id)
  if (typeof found === 'number') return rateLimited(requestId, found)
  const token = call.body.session_token ?? newSessionToken(call.now)
  const started = await decideAndInsert(deps, call, found.user, token)
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
 * Decides and inserts the session, or returns the wait in ms. Retries when the user changed or another request took the
 * token meanwhile (optimistic concurrency), and after waiting for a slot: this very session may have been started by
 * then.
 */
async function decideAndInsert(
  deps: ClientApiDeps,
  call: StartCall,
  found: UserFacts | undefined,
  token: string,
): Promise<StartResult | number> {
  const { applicationId, ip, body } = call
  let reservation: ReservationOrWaitMs | undefined
  try {
    for (let user = found; ; user = await deps.hot.userById(applicationId, body.user_id)) {
      const { outcome, isProved = false, isFurther } = await gatherAndDecide(deps, call, user, token)
      if (!user) return { outcome: 'user_not_found', user }
      if (outcome !== 'start') return { outcome, user }
      if (reservation === undefined) {
        const device = knownDevice(user, { ip, hwid: body.hwid, isFurtherDevice: isFurther })
        const taken = deps.limits.startOfUser(applicationId, user.id, device)
        reservation = await taken
        if (taken instanceof Promise) continue
      }
      if (typeof reservation === 'number') return reservation
      const written = await insertSession(deps, call, user, { token, isProved, isFurther })
      if (written === undefined) continue
      reservation.commit()
      return { outcome: written, user }
    }
  } finally {
    if (typeof reservation === 'object') reservation.release()
  }
}

async function gatherAndDecide(deps: ClientApiDeps, call: StartCall, user: UserFacts | undefined, token: string) {
  const { hwid } = call.body
  const known = await deps.hot.sessionByToken(call.applicationId, hashToken(token))
  const own = known?.userId === user?.id ? known : undefined
  const isFurther = await isFurtherDevice(deps, call.context, user, hwid ?? own?.hwid)
  const decision = decideStart({
    application: call.context.application,
    blacklist: call.context.blacklist,
    ip: call.ip,
    user,
    hwid,
    hwidKey: hwid && canonical(hwid),
    isFurtherDevice: isFurther,
    known,
    lastSeenAtMs: known ? deps.live.lastSeenAtMs(known) : 0,
    nowMs: call.now.getTime(),
  })
  return { ...decision, isFurther }
}

interface NewSession {
  readonly token: string
  readonly isProved: boolean
  /** Its device is bound beside the first. */
  readonly isFurther: boolean
}

/**
 * Session, replaced sessions and their events are one transaction. Undefined means: decide again, because the user
 * changed (a new password or device ends all sessions, so none may be added) or another start took the token.
 */
async function insertSession(
  deps: ClientApiDeps,
  call: StartCall,
  user: UserFacts,
  session: NewSession,
): Promise<OutcomeKey | undefined> {
  try {
    return await deps.stores.transaction((tx) => addSession(deps, tx, call, user, session))
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}

/** A call that begins a session. */
type BeginningCall = Call<{ readonly hwid?: string | undefined }>

/** The same within a transaction that locks the license before. */
export async function addSession(
  deps: Limits,
  tx: StoreSet,
  call: BeginningCall,
  user: UserFacts,
  { token, isProved, isFurther }: NewSession,
): Promise<OutcomeKey | undefined> {
  const { applicationId, ip, userAgent, xClient, now } = call
  const tokenHash = hashToken(token)
  // Lock order: license before its users.
  const licenseLimit = await lockLicenseLimit(tx, applicationId, user)
  if (!(await tx.clientSessions.lockUserIfUnchanged(applicationId, user))) return undefined
  const { hwid = null } = call.body
  // Released meanwhile: the device's sessions were ended, so none may be added.
  if (isFurther && hwid !== null && !(await tx.devices.isBound(applicationId, user.id, hwid))) return undefined
  // Before the session limit: a repeated start adds no session.
  if (await tx.clientSessions.isTokenUsed(applicationId, tokenHash)) return undefined
  if (!(await enforceSessionLimit(deps, tx, call, user))) return 'session_limit_reached'
  if (!(await enforceLicenseLimit(deps, tx, call, user, licenseLimit))) return 'session_limit_reached'
  await tx.clientSessions.insert(applicationId, {
    userId: user.id,
    tokenHash,
    hwid,
    ipAddress: ip,
    userAgent,
    client: clientOf(xClient),
    at: now,
    isProved,
    licenseId: user.licenseId,
  })
  const entry = entryOf(call, 'session_started', { userId: user.id, username: user.username })
  if (entry) await deps.recorder.record(tx, entry)
  return 'session_started'
}

type Limits = Pick<ClientApiDeps, 'live' | 'recorder'>

/**
 * Enforces the session limit of the user, which is for each seat. The user's row is locked, so concurrent starts cannot
 * exceed it.
 */
async function enforceSessionLimit(deps: Limits, tx: StoreSet, call: BeginningCall, user: UserFacts): Promise<boolean> {
  const { sessionLimit } = call.context.application
  if (sessionLimit === null) return true
  const running = await tx.clientSessions.liveOf(call.applicationId, user.id)
  return makeRoom(deps, tx, call, running, sessionLimit * user.seats)
}

/** Locks the license and reads how many sessions its users may have together; null: any number. */
async function lockLicenseLimit(tx: StoreSet, applicationId: number, user: UserFacts): Promise<number | null> {
  if (user.licenseId === null || user.licenseSessionLimit === null) return null
  return tx.clientSessions.lockLicenseLimit(applicationId, user.licenseId)
}

/** Enforces the limit of a locked license: all its users together cannot exceed it. */
async function enforceLicenseLimit(
  deps: Limits,
  tx: StoreSet,
  call: BeginningCall,
  user: UserFacts,
  limit: number | null,
): Promise<boolean> {
  if (limit === null || user.licenseId === null) return true
  return makeRoom(deps, tx, call, await tx.clientSessions.liveOfLicense(call.applicationId, user.licenseId), limit)
}

/**
 * Rejects one more session, or ends the oldest, as the application wants it. Sessions without a heartbeat for 90 s don't
 * count, even before the sweeper ends them.
 */
async function makeRoom(
  deps: Limits,
  tx: StoreSet,
  call: BeginningCall,
  running: readonly { readonly id: number; readonly lastSeenAtMs: number }[],
  limit: number,
): Promise<boolean> {
  const nowMs = call.now.getTime()
  const live = running.filter((session) => nowMs - deps.live.lastSeenAtMs(session) <= sessionLiveMs)
  const tooMany = live.length - limit + 1
  if (tooMany <= 0) return true
  if (call.context.application.sessionLimitPolicy === 'reject') return false
  for (const { id } of live.slice(0, tooMany)) {
    const ended = await tx.clientSessions.endById(id, 'replaced', call.now)
    if (ended) await deps.recorder.record(tx, sessionEnd(ended, 'replaced', call.now))
  }
  return true
}
