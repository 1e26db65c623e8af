import type { z } from 'zod'
import type { clientRoutes } from '../../../../shared/contract/client-api.ts'
import { canonical } from '../../../lib/canonical.ts'
import { hashToken } from '../../../lib/tokens.ts'
import type { SessionFacts } from '../../../store/hot/hot-store.ts'
import { answer, type Call, type ClientAnswer, type ClientApiDeps, rateLimited } from '../client-call.ts'
import { decideHeartbeat } from '../decide/decide-session.ts'

/**
 * Nine of ten requests are heartbeats: one read of session, user and license, one decision, one note in memory. Writes
 * no row (see `events/live-sessions.ts`), and makes no promise on SQLite.
 */
export function heartbeat(deps: ClientApiDeps, call: HeartbeatCall): ClientAnswer | Promise<ClientAnswer> {
  const found = deps.hot.sessionByToken(call.applicationId, hashToken(call.body.session_token))
  return found instanceof Promise
    ? found.then((session) => answerHeartbeat(deps, call, session))
    : answerHeartbeat(deps, call, found)
}

function answerHeartbeat(deps: ClientApiDeps, call: HeartbeatCall, session: SessionFacts | undefined): ClientAnswer {
  const { context, requestId, ip } = call
  const waitMs = session ? deps.limits.heartbeat(session.id) : deps.limits.unknownSession(call.applicationId, ip)
  if (waitMs > 0) return rateLimited(requestId, waitMs)
  const outcome = decideHeartbeat({
    application: context.application,
    blacklist: context.blacklist,
    ip,
    session,
    hwidKey: session && sessionHwidKey(session),
    lastSeenAtMs: session ? deps.live.lastSeenAtMs(session) : 0,
    nowMs: call.now.getTime(),
  })
  if (outcome === 'session_alive' && session) {
    deps.live.seen(session.id)
    return answer(outcome, requestId, context, { session_token: call.body.session_token })
  }
  const reason = outcome === 'session_ended' ? { reason: session?.endReason ?? 'timeout' } : undefined
  return answer(outcome, requestId, context, reason)
}

/**
 * The canonical hardware ID of a session. It is nearly always the bound one, whose canonical form is stored with the
 * user.
 */
export function sessionHwidKey({ hwid, user }: SessionFacts): string | undefined {
  if (hwid === null) return undefined
  return hwid === user?.hwid && user.hwidKey !== null ? user.hwidKey : canonical(hwid)
}

type TrackBody = z.output<(typeof clientRoutes)['POST /api/v1/session/track']['body']>
type HeartbeatCall = Call<Extract<TrackBody, { action: 'heartbeat' }>>
