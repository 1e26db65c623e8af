import type { z } from 'zod'
import type { clientRoutes } from '../../../shared/contract/client-api.ts'
import type { Call } from './call.ts'

type TrackBody = z.output<(typeof clientRoutes)['POST /api/v1/session/track']['body']>

export type StartCall = Call<Extract<TrackBody, { action: 'start' }>>
export type BeatCall = Call<Extract<TrackBody, { action: 'heartbeat' }>>
export type EndCall = Call<Extract<TrackBody, { action: 'end' }>>
