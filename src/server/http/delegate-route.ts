import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Another handler answers, in its own format. Before the body is read, only header and query decide this. */
    isDelegated?: boolean
  }
}

interface DelegatedRoute {
  readonly isFor: (request: FastifyRequest) => boolean
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => void
  /** Applies to every request of the route, since the API key may stand in the body. */
  readonly bodyLimitBytes: number
}

/**
 * Delegates some requests of a route to another handler before that route validates the body: one path serves two APIs
 * (`POST /api/auth/login`, for the dashboard and, with an API key, for clients). Call it before that route is
 * registered, and before the hooks that treat delegated requests differently.
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
  // Decided here too: a body that can't be parsed is rejected before preValidation.
  http.addHook('onRequest', (request, _reply, done) => {
    request.isDelegated = isDelegated(request)
    done()
  })
  http.addHook('preValidation', (request, reply, done) => {
    request.isDelegated = isDelegated(request)
    if (!request.isDelegated) return done()
    // The other handler responds; not calling `done` ends this route's part.
    handler(request, reply)
  })
}
