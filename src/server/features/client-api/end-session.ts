import { sessionEnd } from '../../events/live-sessions.ts'
import { hashToken } from '../../lib/tokens.ts'
import type { ClientApiDeps } from './call.ts'
import { answer, type ClientAnswer, rateLimited } from './reply.ts'
import type { EndCall } from './session-calls.ts'

/** Ends a session, for banned users too: leaving is always allowed. Ending it twice is a success with one event. */
export async function endSession(deps: ClientApiDeps, call: EndCall): Promise<ClientAnswer> {
  const { applicationId, requestId, context } = call
  const token = call.body.session_token
  const session = await deps.hot.sessionByToken(applicationId, hashToken(token))
  if (!session) {
    const waitMs = deps.limits.unknownSession(applicationId, call.ip)
    return waitMs > 0 ? rateLimited(requestId, waitMs) : answer('session_not_found', requestId, context)
  }
  if (session.endedAtMs === null) {
    await deps.stores.transaction(async (tx) => {
      const ended = await tx.clientSessions.endById(session.id, 'logout', call.now)
      if (ended) await deps.recorder.record(tx, sessionEnd(ended, 'logout', call.now))
    })
  }
  return answer('session_closed', requestId, context, { session_token: token })
}
