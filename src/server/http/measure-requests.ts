import type { FastifyInstance } from 'fastify'
import type { Durations, Histogram } from '../lib/metrics/series.ts'
import { knownMethods, templateOf } from './route-template.ts'

/**
 * Series that the dashboard's calls may have of their own; later ones share `other`. Each series has 19 lines, and
 * a scrape should stay below 2,000. Calls of the public API always have their own.
 */
const maxDashboardSeries = 40

/**
 * Measures every request by the template of its route. Each route has a hook of its own, which knows its series:
 * Fastify makes a new object for whoever asks a request for its route. Call it before any route is registered.
 */
export function measureRequests(http: FastifyInstance, requests: Histogram): void {
  let dashboardSeries = 0
  http.addHook('onRoute', (route) => {
    const template = templateOf(route)
    const method = String(route.method)
    const isPublic = route.config?.auth === 'api-key'
    const known = new Map<number, Durations>()
    const find = (status: number): Durations => {
      const isShared = !isPublic && dashboardSeries >= maxDashboardSeries
      if (!isPublic && !isShared) dashboardSeries += 1
      const series = isShared
        ? seriesOf(requests, '_OTHER', 'other', status)
        : seriesOf(requests, method, template, status)
      known.set(status, series)
      return series
    }
    route.onResponse = [
      (_request, reply, done) => {
        const status = reply.raw.statusCode
        const series = known.get(status) ?? find(status)
        series.observeMs(reply.elapsedTime)
        done()
      },
      ...[route.onResponse ?? []].flat(),
    ]
  })
}

/**
 * Measures requests for no route. Call it on the instance whose handler answers them, not on that of the public API,
 * whose requests would pay for a second hook.
 */
export function measureUnknown(http: FastifyInstance, requests: Histogram): void {
  http.addHook('onResponse', (request, reply, done) => {
    if (request.is404) {
      const method = knownMethods.has(request.method) ? request.method : '_OTHER'
      seriesOf(requests, method, 'none', reply.raw.statusCode).observeMs(reply.elapsedTime)
    }
    done()
  })
}

/** Counts the requests under way, also those whose caller leaves before the answer. */
export function countActiveRequests({ server }: Pick<FastifyInstance, 'server'>): () => number {
  let active = 0
  const ended = () => {
    active -= 1
  }
  server.on('request', (_request, response) => {
    active += 1
    response.on('close', ended)
  })
  return () => active
}

const seriesOf = (requests: Histogram, method: string, route: string, status: number): Durations =>
  requests.series({ http_request_method: method, http_route: route, http_response_status_code: String(status) })
