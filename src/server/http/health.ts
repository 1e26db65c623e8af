import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/open.ts'

interface HealthDeps {
  readonly database: Database
  readonly version: string
  /** Aborted once the server is to stop: before it refuses anything. */
  readonly stopping: AbortSignal
}

/**
 * `/healthz`: liveness. `/readyz`: readiness, which fails without the database, on a full disk and during shutdown.
 * Neither calls an external service. Both answer only after the first start is complete, since the server listens only
 * then.
 */
export function serveHealth(http: FastifyInstance, { database, version, stopping }: HealthDeps): void {
  const hidden = { schema: { hide: true } }
  http.get('/healthz', hidden, (_request, reply) => {
    return reply.serializer(JSON.stringify).type('application/json').send({ status: 'ok', version })
  })
  http.get('/readyz', hidden, async (_request, reply) => {
    const status = stopping.aborted ? 'stopping' : await stateOf(database)
    reply.serializer(JSON.stringify).type('application/json')
    return reply.code(status === 'ok' ? 200 : 503).send({ status, version })
  })
}

async function stateOf(database: Database): Promise<'ok' | 'database unavailable' | 'disk full'> {
  if (!(await database.isReady())) return 'database unavailable'
  return database.isDiskFull() ? 'disk full' : 'ok'
}
