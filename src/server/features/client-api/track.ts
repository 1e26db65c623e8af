import { clientRoutes } from '../../../shared/contract/client-api.ts'
import { type ClientApiDeps, clientCall } from './call.ts'
import { endSession } from './end-session.ts'
import { heartbeat } from './heartbeat.ts'
import { startSession } from './start-session.ts'

const Track = clientRoutes['POST /api/v1/session/track'].body

/** Session tracking: one path, three actions. */
export function trackCall(deps: ClientApiDeps) {
  return clientCall(deps, Track, (call) => {
    const { body } = call
    if (body.action === 'heartbeat') return heartbeat(deps, { ...call, body })
    return body.action === 'start' ? startSession(deps, { ...call, body }) : endSession(deps, { ...call, body })
  })
}
