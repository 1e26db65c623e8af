import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RouteAuth } from '../../shared/contract/route.ts'
import { type Bearer, hasPermission, type Permission, type Role } from '../../shared/permissions.ts'
import { Problem } from './problem.ts'

/** The signed-in dashboard user, read anew at every call: a lost permission is felt at the next one. */
export interface Caller extends Bearer {
  readonly accountId: number
  readonly email: string
  readonly role: Role
  readonly permissions: readonly Permission[]
  /** Hash of the session's token, so that signing out ends this very session. */
  readonly sessionHash: string
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
  interface FastifyContextConfig {
    auth?: RouteAuth
    contract?: string
  }
}

/** Finds the caller of a request by its session cookie, or nobody. */
export type FindCaller = (request: FastifyRequest) => Promise<Caller | null>

/**
 * Routes of the contract that need a session are refused before their input is looked at: who is not signed in learns
 * nothing about it. Runs in preValidation, since Fastify validates before the handler.
 */
export function authenticateSessions(app: FastifyInstance, findCaller: FindCaller): void {
  app.decorateRequest('caller', null)
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.auth !== 'session') return
    request.caller = await findCaller(request)
    if (!request.caller) throw new Problem('not_signed_in')
  })
}

/** Refuses a caller without the permission. */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (!hasPermission(caller, permission)) {
    throw new Problem('permission_missing', { message: `You need the permission ${permission} for this.` })
  }
}
