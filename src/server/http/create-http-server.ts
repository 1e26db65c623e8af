import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { ipLimiterKey, networkMatches, parseNetwork } from '../lib/canonical.ts'
import { limitTable, scaledLimit } from '../lib/limits/limit-table.ts'
import { answerFrameworkErrors, answerMalformedRequest, isClientRequest } from './error-handler.ts'
import { Problem } from './problem.ts'
import { newRequestId } from './request-id.ts'

const dashboardBodyLimitBytes = 256 * 1024

interface HttpConfig {
  readonly trustProxy: readonly string[]
  readonly rateLimitScale: number
}

/** Creates the HTTP server. All its options stand here, so that tests run with the production options. */
export function createHttpServer(
  { trustProxy, rateLimitScale }: HttpConfig,
  connections: ConnectionLimits = shippedConnectionLimits(rateLimitScale),
): FastifyInstance {
  const http = fastify({
    logger: false,
    genReqId: newRequestId,
    // Only listed networks are trusted: `true` or a number would trust any X-Forwarded-For that a client sends.
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit: dashboardBodyLimitBytes,
    exposeHeadRoutes: false,
    requestTimeout: 20_000,
    // Clients send a heartbeat every 30 s; keep-alive must outlast the gap.
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    // During shutdown, requests on open connections are served with `Connection: close`: clients would not understand
    // the framework's own 503.
    return503OnClosing: false,
    http: { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 8192 },
    frameworkErrors: answerFrameworkErrors,
    clientErrorHandler: answerMalformedRequest,
  })
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(serializerCompiler)
  const app = http as unknown as FastifyInstance
  limitConnections(app, connections, trustProxy)
  return app
}

/** The port that the server listens on; 0 before. */
export function portOf(http: FastifyInstance): number {
  const address = http.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** How often idle connections are closed during shutdown. */
const closeIdleEveryMs = 50

/** A connection that was busy when shutdown began becomes idle later, and nothing else closes it. */
export async function closeWithConnections(http: FastifyInstance): Promise<void> {
  const timer = setInterval(() => http.server.closeIdleConnections(), closeIdleEveryMs)
  try {
    await http.close()
  } finally {
    clearInterval(timer)
  }
}

export interface ConnectionLimits {
  readonly ofAddress: number
  readonly all: number
  /** The last connections of all, reserved for the dashboard: the public API gets 503 on them. */
  readonly forDashboard: number
  /** How many reserved connections one address may have. */
  readonly forDashboardOfAddress: number
}

/** File handles that the database, files and webhooks need. */
const reservedFileHandles = 512
const busyRetrySeconds = 5

/** The limits of the table, lowered where the operating system allows fewer open files. */
function shippedConnectionLimits(scale: number): ConnectionLimits {
  const { connections, connectionsOfAddress, connectionsForDashboard, connectionsForDashboardOfAddress } = limitTable
  const all = Math.min(scaledLimit(connections.atOnce, scale), Math.max(2, maxOpenFiles() - reservedFileHandles))
  return {
    ofAddress: scaledLimit(connectionsOfAddress.atOnce, scale),
    all,
    forDashboard: Math.min(scaledLimit(connectionsForDashboard.atOnce, scale), Math.floor(all / 2)),
    forDashboardOfAddress: scaledLimit(connectionsForDashboardOfAddress.atOnce, scale),
  }
}

/**
 * Limits connections, per address and in total, before a byte of them is read. The last connections are reserved for
 * the dashboard: the public API gets 503 there. Connections of a trusted proxy come from many clients, so only the
 * total limits them.
 */
function limitConnections(
  http: FastifyInstance,
  { ofAddress, all, forDashboard, forDashboardOfAddress }: ConnectionLimits,
  trustProxy: readonly string[],
): void {
  const proxies = trustProxy.flatMap((text) => parseNetwork(text) ?? [])
  const isProxy = (address: string) => proxies.some((network) => networkMatches(network, address))
  const open = createCounter()
  /** Connections that were opened when the share of the public API was full. */
  const onReservedPlace = new Set<Socket>()
  const reservedPlacesOf = createCounter()
  let total = 0
  const isPublicFull = () => total > all - forDashboard

  http.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    const key = address === undefined || isProxy(address) ? undefined : ipLimiterKey(address)
    const isReservedPlace = total >= all - forDashboard
    const isTooMany =
      key !== undefined &&
      (open.of(key) >= ofAddress || (isReservedPlace && reservedPlacesOf.of(key) >= forDashboardOfAddress))
    if (address === undefined || total >= all || isTooMany) return socket.destroy()
    total += 1
    open.add(key, 1)
    if (isReservedPlace) {
      onReservedPlace.add(socket)
      reservedPlacesOf.add(key, 1)
    }
    return socket.once('close', () => {
      total -= 1
      open.add(key, -1)
      if (onReservedPlace.delete(socket)) reservedPlacesOf.add(key, -1)
    })
  })

  http.addHook('onRequest', (request, reply, done) => {
    if (
      onReservedPlace.size === 0 ||
      !onReservedPlace.has(request.raw.socket) ||
      !isPublicFull() ||
      !isClientRequest(request)
    )
      return done()
    reply.header('connection', 'close')
    return done(new Problem('unavailable', { retryAfterSeconds: busyRetrySeconds }))
  })
}

/** Counts per key and removes keys at 0. */
function createCounter() {
  const counts = new Map<string, number>()
  return {
    of: (key: string) => counts.get(key) ?? 0,
    add(key: string | undefined, change: number) {
      if (key === undefined) return
      const left = (counts.get(key) ?? 0) + change
      if (left === 0) counts.delete(key)
      else counts.set(key, left)
    },
  }
}

/**
 * The maximum of open files and connections of this process (Node raises it to the hard limit). Infinity where the
 * system doesn't tell.
 */
function maxOpenFiles(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** An error of body parsing; the error handler decides by `statusCode`. */
class BodyError extends Error {
  readonly statusCode: number
  readonly code: string

  constructor(statusCode: number, code: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.code = code
  }
}

/**
 * Accepts JSON in UTF-8 only: another site could send forms or plain text without a preflight (CSRF). An empty body
 * counts as none whatever its content type, because the specified requests without a body declare JSON.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Keeps the raw body only for signed requests.
    if (request.headers['x-nonce'] !== undefined) request.rawBody = body as string
    const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
    if (charset && !/^utf-?8$/i.test(charset)) {
      return done(new BodyError(415, 'FST_ERR_CTP_INVALID_MEDIA_TYPE', 'JSON must be UTF-8'))
    }
    if (body === '') return done(null, undefined)
    return parseJson(request, body as string, done)
  })
}
