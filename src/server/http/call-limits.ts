import type { FastifyInstance } from 'fastify'
import type { CostlyCall } from '../../shared/contract/route.ts'
import type { Clock } from '../lib/clock.ts'
import { limitTable, scaled } from './limit-table.ts'
import { createLimiter, refuseFor } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    cost?: CostlyCall | undefined
  }
}

interface CallLimitDeps {
  readonly clock: Clock
  readonly rateLimitScale: number
}

/**
 * Counts the calls of each session, and apart from them those that the contract calls costly. Runs once the caller is
 * known and before anything else is done for the call. What a token calls was counted when the token was found.
 */
export function limitCalls(app: FastifyInstance, { clock, rateLimitScale }: CallLimitDeps): void {
  const limiter = ({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) =>
    createLimiter({ limit: scaled(limit, rateLimitScale), windowMs, clock })
  const calls = limiter(limitTable.dashboardCalls)
  const costly = { export: limiter(limitTable.exports), bulk: limiter(limitTable.bulkRuns) }
  app.addHook('preValidation', async ({ caller, administrator, routeOptions }) => {
    // The admin key is no session; who holds it runs the server.
    const session = caller?.sessionHash ?? administrator?.sessionHash
    if (session === undefined || session === null) return
    if (!caller?.token) refuseFor(calls.take(session))
    const { cost } = routeOptions.config
    if (cost) refuseFor(costly[cost].take(session))
  })
}
