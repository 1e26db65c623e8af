import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** How long a browser stays known after its last sign-in. */
export const knownBrowserMs = 90 * 24 * 60 * 60 * 1000

/** The cookies of the portal of one application. */
export interface PortalCookies {
  readSession(request: FastifyRequest): string | undefined
  setSession(reply: FastifyReply, token: string): void
  clearSession(reply: FastifyReply): void
  /** Marks a browser in which somebody signed in. It opens nothing. */
  readBrowser(request: FastifyRequest): string | undefined
  setBrowser(reply: FastifyReply, value: string): void
}

/**
 * Every portal has its own, by the id of its application: all portals of a server share one host. With https, `__Host-`
 * keeps other hosts and plain http from setting them; browsers reject that prefix with plain http.
 */
export function portalCookies(applicationId: number, isSecure: boolean): PortalCookies {
  const prefix = isSecure ? '__Host-' : ''
  const session = `${prefix}portal-${applicationId}`
  const browser = `${prefix}portal-browser-${applicationId}`
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, secure: isSecure, sameSite: 'strict' }
  return {
    readSession: (request) => request.cookies[session] || undefined,
    setSession: (reply, token) => void reply.setCookie(session, token, options),
    clearSession: (reply) => void reply.clearCookie(session, options),
    readBrowser: (request) => request.cookies[browser] || undefined,
    setBrowser: (reply, value) => void reply.setCookie(browser, value, { ...options, maxAge: knownBrowserMs / 1000 }),
  }
}
