import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Another handler answers, in its own shape. Before the body is read this goes by header and query alone. */
    isDelegated?: boolean
  }
}

interface DelegatedRoute {
  readonly isFor: (request: FastifyRequest) => boolean
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => void
  /** Holds for every request of the route: whose it is may only be known once the body is read. */
  readonly bodyLimitBytes: number
}

/**
 * Lets another handler answer some requests of a route, before that route's body is validated: one path serves two
 * callers (`POST /api/auth/login`, the dashboard's and, with an API key, the public one). Called before that
 * route is served, and before the hooks that treat such a request differently.
 */
export function delegateRoute(
  http: FastifyInstance,
  contract: string,
  { isFor, handler, bodyLimitBytes }: DelegatedRoute,
): void {
  const isDelegated = (request: FastifyRequest) => request.routeOptions.config.contract === contract && isFor(request)

  http.decorateRequest('isDelegated', false)
  http.addHook('onRoute', (route) => {
    if (route.config?.contract === contract) route.bodyLimit = bodyLimitBytes
  })
  // A body that can't be read is refused before preValidation.
  http.addHook('onRequest', (request, _reply, done) => {
    request.isDelegated = isDelegated(request)
    done()
  })
  http.addHook('preValidation', (request, reply, done) => {
    request.isDelegated = isDelegated(request)
    if (!request.isDelegated) return done()
    // The other handler answers; not calling `done` ends this route's part.
    handler(request, reply)
  })
}
