import type { RunningServer } from '../test/harness/start-server.ts'
import { startChild } from './child.ts'
import type { LoadPlan, LoadResult } from './generate-load.ts'
import type { SteadyCall } from './steady-load.ts'

export const verifyRate = 200
const connections = 16

/** Verifies of users at a fixed rate, from another process. */
export interface VerifyLoad {
  start(): Promise<unknown>
  /** The latencies since the start, in milliseconds; any answer but 200 is an error. */
  stop(): Promise<readonly number[]>
  end(): Promise<void>
}

/** Whose clients verify: an application by its key, and users of it. */
export interface Verified {
  readonly apiKey: string
  readonly userIds: readonly number[]
}

export function openVerifyLoad({ origin }: RunningServer, { apiKey, userIds }: Verified): VerifyLoad {
  const child = startChild<SteadyCall, LoadResult | null>('./steady-load.ts')
  const plan: LoadPlan = {
    port: Number(new URL(origin).port),
    path: '/api/v1/verify',
    headers: { 'x-api-key': apiKey },
    bodies: userIds.map((id) => JSON.stringify({ user_id: id })),
    connections,
    rate: verifyRate,
    durationMs: Number.POSITIVE_INFINITY,
    tellsLatencies: true,
  }
  return {
    start: () => child.ask(plan),
    async stop() {
      const result = await child.ask('stop')
      const refused = Object.keys(result?.statuses ?? {}).filter((status) => status !== '200')
      if (refused.length > 0) throw new Error(`verify was answered ${refused.join(', ')}`)
      return result?.latenciesMs ?? []
    },
    end: () => child.stop(),
  }
}
