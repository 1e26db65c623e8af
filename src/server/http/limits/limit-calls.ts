import type { FastifyInstance } from 'fastify'
import type { CostlyCall } from '../../../shared/contract/route.ts'
import type { Limiters } from './limiters.ts'
import { refuseFor } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    cost?: CostlyCall | undefined
  }
}

/**
 * Limits requests per session, and separately those that the contract marks as costly. Runs right after authentication.
 * Requests with a token were already counted when the token was found.
 */
export function limitCalls(app: FastifyInstance, limiters: Limiters): void {
  const calls = limiters.window('dashboardCalls')
  const costly = { export: limiters.window('exports'), bulk: limiters.window('bulkRuns') }
  app.addHook('preValidation', async ({ caller, administrator, routeOptions }) => {
    // The admin key has no session; its holder runs the server.
    const session = caller?.sessionHash ?? administrator?.sessionHash
    if (session === undefined || session === null) return
    if (!caller?.token) refuseFor(calls.take(session))
    const { cost } = routeOptions.config
    if (cost) refuseFor(costly[cost].take(session))
  })
}
