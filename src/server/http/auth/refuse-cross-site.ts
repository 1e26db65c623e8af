import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import { isTokenCall } from './management-token.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what another site makes a signed-in browser send. Browsers tell the origin of a request; where neither
 * header is there, no browser is either (scripts, clients), and no cookie of a victim can ride along.
 */
export function refuseCrossSite(app: FastifyInstance, ownOrigins: () => readonly string[]): void {
  app.addHook('onRequest', async (request) => {
    // At an address that is none nothing is done, and the answer is the same for everybody.
    if (request.is404 || safeMethods.has(request.method) || isPublicCall(request) || isTokenCall(request)) return
    if (isCrossSite(request, ownOrigins())) throw new Problem('cross_site_request')
  })
}

/** No browser sends this header to another site without asking first, and it is never allowed to. */
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

/** Without Sec-Fetch-Site the Host header is what the browser itself connected to. */
function isSameHost(origin: string, host: string | undefined): boolean {
  return origin === `http://${host}` || origin === `https://${host}`
}
