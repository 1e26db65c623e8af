import { context, SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { isTracing, startRequestSpan } from '../lib/tracing.ts'
import { knownMethods, templateOf } from './route-template.ts'

/**
 * A span for each request, named by the template of its route, never its path: a path may hold a secret or an ID. Only
 * where an SDK was loaded. Call it before other hooks, which then run for this span.
 */
export function traceRequests(http: FastifyInstance): void {
  if (!isTracing) return
  http.addHook('onRequest', (request, reply, done) => {
    const method = knownMethods.has(request.method) ? request.method : '_OTHER'
    const route = request.is404 ? undefined : templateOf(request.routeOptions)
    const { span, own } = startRequestSpan(route === undefined ? method : `${method} ${route}`, {
      'http.request.method': method,
      ...(route !== undefined && { 'http.route': route }),
      'keywright.request_id': request.id,
    })
    // Comes also where the caller has left before the answer.
    reply.raw.once('close', () => {
      if (reply.raw.headersSent) span.setAttribute('http.response.status_code', reply.raw.statusCode)
      if (reply.raw.headersSent && reply.raw.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
    context.with(own, done)
  })
}
