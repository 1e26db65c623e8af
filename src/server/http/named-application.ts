import type { FastifyRequest } from 'fastify'

/**
 * The application that a call names: in its path, else in the query or the body of a call that names nothing else. An
 * entry of a list belongs to an application that its own id does not tell.
 */
export function namedApplication(request: FastifyRequest): number | undefined {
  const path = request.routeOptions.url ?? ''
  const params = request.params as Readonly<Record<string, unknown>>
  if (path.startsWith('/api/applications/:id')) return Number(params.id)
  if (path.includes(':')) return undefined
  const named = (request.method === 'GET' ? request.query : request.body) as { applicationId?: unknown } | null
  const id = named?.applicationId
  return id === undefined || id === null ? undefined : Number(id)
}
