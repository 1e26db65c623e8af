import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientIp } from '../../http/client-ip.ts'
import { ipLimiterKey } from '../../lib/canonical.ts'
import { beginSession } from './session-life.ts'
import type { SignInContext } from './sign-in-context.ts'

/** What sign-in lends to the calls of the own account: sessions, cookies, and the same count of failures. */
export function signInPart(context: SignInContext) {
  const { cookies, limits } = context
  const addressOf = (request: FastifyRequest) => ipLimiterKey(clientIp(request))
  return {
    beginSession(request: FastifyRequest) {
      const session = beginSession(context, request)
      return { ...session, answer: (reply: FastifyReply) => cookies.session.set(reply, session.token) }
    },
    clearCookies(reply: FastifyReply) {
      cookies.session.clear(reply)
      cookies.remember.clear(reply)
    },
    refuseFailures: (request: FastifyRequest, email: string) => limits.refuseFailures(addressOf(request), email),
    countFailure: (request: FastifyRequest, email: string) => limits.countFailure(addressOf(request), email),
  }
}
