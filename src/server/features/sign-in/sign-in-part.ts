import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../http/authenticate.ts'
import { clientIp } from '../../http/client-ip.ts'
import { ipLimiterKey } from '../../lib/canonical.ts'
import { beginSession } from './session-life.ts'
import type { SignInContext } from './sign-in-context.ts'

/** What sign-in lends to the calls of the own account: sessions, cookies, and the limits of guessing. */
export function signInPart(context: SignInContext) {
  const { cookies, limits } = context
  return {
    beginSession: (request: FastifyRequest) => beginSession(context, request),
    clearCookies(reply: FastifyReply) {
      cookies.session.clear(reply)
      cookies.remember.clear(reply)
      cookies.device.clear(reply)
    },
    attempt: (request: FastifyRequest, { email, sessionHash }: Caller) =>
      limits.attempt({ address: ipLimiterKey(clientIp(request)), email, device: `session ${sessionHash}` }),
  }
}
