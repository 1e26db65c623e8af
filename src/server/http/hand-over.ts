import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Lets another handler answer some requests of a route, before that route's body is validated: one path serves two
 * callers (`POST /api/auth/login`, the dashboard's and, with an API key, the public one).
 */
export function handOver(
  http: FastifyInstance,
  contract: string,
  isFor: (request: FastifyRequest) => boolean,
  handler: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  http.addHook('preValidation', (request, reply, done) => {
    if (request.routeOptions.config.contract !== contract || !isFor(request)) return done()
    // The other handler answers; not calling `done` ends this route's part.
    handler(request, reply)
  })
}
