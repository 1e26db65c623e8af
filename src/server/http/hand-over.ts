import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Lets another handler answer some requests of a route, before that route's body is validated: one path serves two
 * callers (`POST /api/auth/login`, the dashboard's and, with an API key, the public one).
 */
export function handOver(
  http: FastifyInstance,
  contract: string,
  isFor: (request: FastifyRequest) => boolean,
  handler: (request: FastifyRequest, reply: FastifyReply) => unknown,
): void {
  http.addHook('preValidation', async (request, reply) => {
    if (request.routeOptions.config.contract !== contract || !isFor(request)) return
    // The other handler's answer is text already; this route's reply schema has no say in it.
    reply.serializer((payload: unknown) => payload as string)
    await handler(request, reply)
    return reply
  })
}
