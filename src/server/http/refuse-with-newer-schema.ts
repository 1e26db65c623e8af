import type { FastifyInstance } from 'fastify'
import type { SchemaWatch } from '../db/open.ts'

/**
 * Once the schema is newer than this program can serve, every call is answered with 503: what it would read or write
 * could be wrong. Pages, which are files, and the health paths are served on.
 */
export function refuseWithNewerSchema(http: FastifyInstance, { fault }: SchemaWatch): void {
  http.addHook('onRequest', (request, _reply, done) => {
    const found = fault()
    done(found && request.url.startsWith('/api/') ? found : undefined)
  })
}
