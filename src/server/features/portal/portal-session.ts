import type { FastifyRequest } from 'fastify'
import { ignoreUnavailable } from '../../db/open.ts'
import type { FindPortalCaller, PortalCaller } from '../../http/auth/portal-caller.ts'
import { clientIp } from '../../http/client-ip.ts'
import { hashToken, randomToken } from '../../lib/tokens.ts'
import type { Application } from '../../store/applications/applications.ts'
import type { Customer, PortalRights } from '../../store/selling/portal-sessions.ts'
import { customerCall, type PortalContext, type PortalRequest } from './portal-context.ts'

const minuteMs = 60_000
const idleMs = 30 * minuteMs
const longestMs = 12 * 60 * minuteMs
/** The last use of a session is written at most this often. */
const touchEveryMs = minuteMs

/** Always a new token, against session fixation: the session of a token that the browser sent ends. */
export async function beginSession(
  { stores, clock, cookiesOf }: PortalContext,
  { request, reply }: PortalRequest,
  application: Application,
  { customer, access }: { readonly customer: Customer; readonly access: PortalRights },
): Promise<void> {
  const token = randomToken()
  const cookies = cookiesOf(application)
  const former = cookies.readSession(request)
  const at = clock.now()
  const { ip: ipAddress, userAgent } = customerCall(request, application)
  await stores.transaction(async (tx) => {
    if (former !== undefined) await tx.portal.sessions.remove(application.id, hashToken(former))
    await tx.portal.sessions.removeStale(application.id, new Date(at.getTime() - idleMs), at)
    await tx.portal.sessions.insert(application.id, {
      ...{ customer, access, ipAddress, userAgent, at },
      tokenHash: hashToken(token),
      endsAt: new Date(at.getTime() + longestMs),
    })
  })
  cookies.setSession(reply, token)
}

/** Ends the session of this browser. */
export async function endSession(
  { stores, cookiesOf }: PortalContext,
  { request, reply }: PortalRequest,
  application: Application,
): Promise<void> {
  const cookies = cookiesOf(application)
  const token = cookies.readSession(request)
  if (token !== undefined) {
    await stores.transaction((tx) => tx.portal.sessions.remove(application.id, hashToken(token)))
  }
  cookies.clearSession(reply)
}

/** The customer of a request's cookie, as they are now: who is banned meanwhile is none. */
export function portalCallerFinder(context: PortalContext): FindPortalCaller {
  return async (request) => {
    const { slug } = request.params as { readonly slug: string }
    return callerIn(context, request, await context.findPortal(request, slug))
  }
}

/** The customer who is signed in to this portal. */
export async function callerIn(
  { stores, clock, access, cookiesOf }: PortalContext,
  request: FastifyRequest,
  application: Application,
): Promise<PortalCaller | null> {
  const token = cookiesOf(application).readSession(request)
  if (token === undefined) return null
  const session = await stores.portal.sessions.find(application.id, hashToken(token))
  const now = clock.now()
  const isOver = !session || session.endsAt <= now || now.getTime() - session.lastSeenAt.getTime() >= idleMs
  if (isOver) return null
  const state = await access.state({ applicationId: application.id, ip: clientIp(request) }, session.customer)
  if (!state || state.refusal) return null
  if (now.getTime() - session.lastSeenAt.getTime() >= touchEveryMs) {
    // Ignored when the database is unavailable (disk full, for example): the customer stays signed in.
    const touched = stores.transaction((tx) => tx.portal.sessions.touch(application.id, session.id, now))
    await touched.catch(ignoreUnavailable)
  }
  return { application, session, state }
}
