import type { FastifyRequest } from 'fastify'
import type { CustomerState } from '../../operations/customer-access.ts'
import type { Application } from '../../store/applications/applications.ts'
import type { PortalSession } from '../../store/selling/portal-sessions.ts'
import { Problem } from '../problem.ts'

/** A customer who is signed in to a portal, read anew for every request. */
export interface PortalCaller {
  readonly application: Application
  readonly session: PortalSession
  readonly state: CustomerState
}

/** Finds the customer of a request by its cookie, or null. Throws where no portal is at the address. */
export type FindPortalCaller = (request: FastifyRequest) => Promise<PortalCaller | null>

declare module 'fastify' {
  interface FastifyRequest {
    portalCaller: PortalCaller | null
  }
}

/** Who only looks may change nothing. */
export function refuseChangeOfViewer({ method }: FastifyRequest, { session }: PortalCaller): void {
  if (session.access === 'view' && method !== 'GET') throw new Problem('portal_view_only')
}
