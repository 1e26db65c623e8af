import type { z } from 'zod'
import { clientRoutes } from '../../../../shared/contract/client-api.ts'
import { withReserve } from '../../../db/open.ts'
import { sessionEnd } from '../../../events/live-sessions.ts'
import { hashToken } from '../../../lib/tokens.ts'
import { answer, type Call, type ClientAnswer, type ClientApiDeps, clientCall, rateLimited } from '../client-call.ts'
import { heartbeat } from './heartbeat.ts'
import { startSession } from './start-session.ts'

const Track = clientRoutes['POST /api/v1/session/track'].body
type EndCall = Call<Extract<z.output<typeof Track>, { action: 'end' }>>

/** Session tracking: one path, three actions. */
export function trackCall(deps: ClientApiDeps) {
  return clientCall(deps, Track, (call) => {
    const { body } = call
    if (body.action === 'heartbeat') return heartbeat(deps, { ...call, body })
    // Customers go on also on a full disk.
    return withReserve(() =>
      body.action === 'start' ? startSession(deps, { ...call, body }) : endSession(deps, { ...call, body }),
    )
  })
}

/** Ends a session, for banned users too. Ending it twice succeeds both times, with one event. */
async function endSession(deps: ClientApiDeps, call: EndCall): Promise<ClientAnswer> {
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
