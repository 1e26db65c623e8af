import type { FastifyInstance } from 'fastify'
import type { Log } from '../lib/log.ts'
import { routeOf } from './route-of.ts'

/**
 * Logs each answer with its route, never its path: a path may hold a secret. Off by default, since it costs a line for
 * each heartbeat; failures are logged where they are answered.
 */
export function logRequests(http: FastifyInstance, log: Log): void {
  http.addHook('onResponse', (request, reply, done) => {
    const { method, id } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    log.info('request', { request_id: id, method, route: routeOf(request), status: reply.raw.statusCode, ms })
    done()
  })
}
