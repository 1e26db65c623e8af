import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/open.ts'

/** `/healthz`: the process lives. `/readyz`: it can also do its work. Neither asks anything outside. */
export function serveHealth(http: FastifyInstance, database: Database, version: string): void {
  const hidden = { schema: { hide: true } }
  http.get('/healthz', hidden, (_request, reply) => {
    return reply.serializer(JSON.stringify).type('application/json').send({ status: 'ok', version })
  })
  http.get('/readyz', hidden, async (_request, reply) => {
    const status = !(await database.isReady()) ? 'database unavailable' : database.isDiskFull() ? 'disk full' : 'ok'
    reply.serializer(JSON.stringify).type('application/json')
    return reply.code(status === 'ok' ? 200 : 503).send({ status, version })
  })
}
