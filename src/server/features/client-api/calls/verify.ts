import { clientRoutes } from '../../../../shared/contract/client-api.ts'
import { canonical } from '../../../lib/canonical.ts'
import { hashToken } from '../../../lib/tokens.ts'
import { answer, type ClientApiDeps, clientCall, rateLimited } from '../client-call.ts'
import { decideVerify } from '../decide/decide-verify.ts'
import { isFurtherDevice } from '../further-device.ts'
import { sessionHwidKey } from './heartbeat.ts'
import { lookUpUser } from './look-up-user.ts'
import { graceField, signedFields } from './signed-fields.ts'

/** Tells whether a user has access now, or why not, and nothing else about the user. */
export function verifyCall(deps: ClientApiDeps) {
  return clientCall(deps, clientRoutes['POST /api/v1/verify'].body, async (call) => {
    const { applicationId, ip, requestId, context } = call
    const { user_id, session_token, hwid } = call.body
    const known =
      session_token === undefined ? undefined : await deps.hot.sessionByToken(applicationId, hashToken(session_token))
    // A request with a session of this user is not guessing IDs; all others share the limit of unknown user IDs.
    const own = known?.userId === user_id ? known : undefined
    const waitMs = own ? deps.limits.verify(own.id) : 0
    if (waitMs > 0) return rateLimited(requestId, waitMs)
    const found = own ? { user: own.user ?? undefined } : await lookUpUser(deps, deps.hot.accessById, call, user_id)
    if (typeof found === 'number') return rateLimited(requestId, found)
    const { user } = found
    // The device of a session was checked when it began, and its release ends the session.
    const isSessionDevice = own !== undefined && own.hwid === hwid && own.user !== null && own.user.moreDevices > 0
    const { outcome, isProved, leaseHwid } = decideVerify({
      application: context.application,
      blacklist: context.blacklist,
      ip,
      user,
      hwid,
      hwidKey: hwid === undefined ? own && sessionHwidKey(own) : canonical(hwid),
      isFurtherDevice: isSessionDevice || (await isFurtherDevice(deps, context, user, hwid)),
      hasToken: session_token !== undefined,
      session: known,
      lastSeenAtMs: known ? deps.live.lastSeenAtMs(known) : 0,
      nowMs: call.now.getTime(),
    })
    if (isProved && user) {
      const signed = await signedFields(deps, call, user, leaseHwid)
      return answer(outcome, requestId, context, { ...graceField(call, user), ...signed })
    }
    const reason = outcome === 'session_ended' ? { reason: known?.endReason ?? 'timeout' } : undefined
    return answer(outcome, requestId, context, reason)
  })
}
