import type { z } from 'zod'
import { clientRoutes } from '../../../shared/contract/client-api.ts'
import { type Call, type ClientApiDeps, clientCall } from './call.ts'
import { endSession } from './end-session.ts'
import { heartbeat } from './heartbeat.ts'
import { startSession } from './start-session.ts'

const Track = clientRoutes['POST /api/v1/session/track'].body
type TrackBody = z.output<typeof Track>

export type StartCall = Call<Extract<TrackBody, { action: 'start' }>>
export type BeatCall = Call<Extract<TrackBody, { action: 'heartbeat' }>>
export type EndCall = Call<Extract<TrackBody, { action: 'end' }>>

/** Session tracking: one path, three actions. */
export function trackCall(deps: ClientApiDeps) {
  return clientCall(deps, Track, (call) => {
    const { body } = call
    if (body.action === 'heartbeat') return heartbeat(deps, { ...call, body })
    return body.action === 'start' ? startSession(deps, { ...call, body }) : endSession(deps, { ...call, body })
  })
}
