import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import { isTokenCall } from './management-token.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * CSRF protection: rejects requests that another site makes a signed-in browser send. Browsers send the origin; without
 * either header the request comes from no browser (scripts, clients), so it carries no cookie of a victim.
 */
export function refuseCrossSite(app: FastifyInstance, ownOrigins: () => readonly string[]): void {
  app.addHook('onRequest', async (request) => {
    // Unknown paths change nothing, so they answer 404 to all.
    if (request.is404 || safeMethods.has(request.method) || isPublicCall(request) || isTokenCall(request)) return
    if (isCrossSite(request, ownOrigins())) throw new Problem('cross_site_request')
  })
}

/** A browser sends this header to another site only after a preflight, which is never allowed. */
function isPublicCall(request: FastifyRequest): boolean {
  return request.isDelegated === true && request.headers['x-api-key'] !== undefined
}

/** True where `Sec-Fetch-Site`, or without it `Origin`, names another site. */
function isCrossSite(request: FastifyRequest, ownOrigins: readonly string[]): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const origin = request.headers.origin
  if (origin === undefined) return false
  return !ownOrigins.includes(origin) && !isSameHost(origin, request.headers.host)
}

/** Without Sec-Fetch-Site the Host header is what the browser connected to. */
function isSameHost(origin: string, host: string | undefined): boolean {
  return origin === `http://${host}` || origin === `https://${host}`
}
