import type { FastifyRequest } from 'fastify'

/** The template of the route that serves a request, such as `POST /api/v1/login`; `none` where nothing matched. */
export function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.config?.contract ?? routeOptions.url ?? 'none'
}
