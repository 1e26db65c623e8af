import type { FastifyInstance } from 'fastify'
import { compressedOnce, type StaticAnswer, sendStatic } from '../static-answer.ts'
import { openApiDocument } from './document.ts'

/** Serves the document at /api/openapi.json. It is written, and compressed, once: at its first request. */
export function serveOpenApi(app: FastifyInstance, facts: Parameters<typeof openApiDocument>[0]): void {
  let document: StaticAnswer | undefined
  app.get('/api/openapi.json', { exposeHeadRoute: true }, (request, reply) => {
    const type = 'application/json; charset=utf-8'
    document ??= compressedOnce(type, Buffer.from(JSON.stringify(openApiDocument(facts))))
    return sendStatic(request, reply.header('cache-control', 'no-cache'), document)
  })
}
