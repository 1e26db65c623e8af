import type { FastifyInstance } from 'fastify'
import { compressedOnce, type StaticAnswer, sendStatic } from '../static-answer.ts'
import { openApiDocument } from './document.ts'
import type { Json } from './json-schema.ts'
import { postmanCollection } from './postman.ts'

/**
 * Serves the document at /api/openapi.json, and its requests for Postman at /api/postman.json. Each is written, and
 * compressed, once: at its first request.
 */
export function serveOpenApi(app: FastifyInstance, facts: Parameters<typeof openApiDocument>[0]): void {
  const serve = (address: string, write: () => Json) => {
    let written: StaticAnswer | undefined
    app.get(address, { exposeHeadRoute: true }, (request, reply) => {
      written ??= compressedOnce('application/json; charset=utf-8', Buffer.from(JSON.stringify(write())))
      return sendStatic(request, reply.header('cache-control', 'no-cache'), written)
    })
  }
  serve('/api/openapi.json', () => openApiDocument(facts))
  serve('/api/postman.json', () => postmanCollection(openApiDocument(facts)))
}
