import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { ipLimiterKey, networkMatches, parseNetwork } from '../lib/canonical.ts'
import { limitTable, scaledLimit } from '../lib/limits/limit-table.ts'
import { answerFrameworkErrors, isClientRequest } from './error-handler.ts'
import { Problem } from './problem.ts'
import { newRequestId } from './request-id.ts'

const dashboardBodyLimitBytes = 256 * 1024

interface HttpConfig {
  readonly trustProxy: readonly string[]
  readonly rateLimitScale: number
}

/** The server's options; all of them stand here, so that the tested app has the shipped one's. */
export function createHttpServer(
  { trustProxy, rateLimitScale }: HttpConfig,
  connections: ConnectionLimits = shippedConnectionLimits(rateLimitScale),
): FastifyInstance {
  const http = fastify({
    logger: false,
    genReqId: newRequestId,
    // A list of networks: `true` or a number would believe what anybody types into X-Forwarded-For.
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit: dashboardBodyLimitBytes,
    exposeHeadRoutes: false,
    requestTimeout: 20_000,
    // Clients beat every 30 s: the connection should live on between two beats.
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    // A call on an open connection during the stop is answered as ever, with `Connection: close`: the framework's own
    // refusal would be in no shape that a client knows.
    return503OnClosing: false,
    http: { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 8192 },
    frameworkErrors: answerFrameworkErrors,
  })
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(serializerCompiler)
  const app = http as unknown as FastifyInstance
  limitConnections(app, connections, trustProxy)
  return app
}

/** The port it listens on; 0 before. */
export function portOf(http: FastifyInstance): number {
  const address = http.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** How often connections are looked at that have had their last answer meanwhile. */
const closeIdleEveryMs = 50

/** A connection that was answering when the stop came is idle only afterwards, and nobody else would end it then. */
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
  /** The last of all, on which the public API is not served. */
  readonly forDashboard: number
  /** How many of those one address may have. */
  readonly forDashboardOfAddress: number
}

/** What the database, files and webhooks need beside the connections. */
const reservedFileHandles = 512
const busyRetrySeconds = 5

/** Those of the table, or fewer where the operating system allows fewer. */
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
 * Closes connections beyond what one address, and all together, may have: before a byte of them is read. The last places
 * are kept for whoever manages the server: the public API is answered 503 there. A trusted proxy's connections are its
 * clients', so they count in all alone.
 */
function limitConnections(
  http: FastifyInstance,
  { ofAddress, all, forDashboard, forDashboardOfAddress }: ConnectionLimits,
  trustProxy: readonly string[],
): void {
  const proxies = trustProxy.flatMap((text) => parseNetwork(text) ?? [])
  const isProxy = (address: string) => proxies.some((network) => networkMatches(network, address))
  const open = createCounter()
  /** Those that came when the public API's share was full. */
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

/** Counts per key, and knows nothing of a key that has none left. */
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
 * How many files and connections the operating system lets this process have open at once; Node raises that to the hard
 * limit by itself. Infinity where it is not told.
 */
function maxOpenFiles(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Errors of body parsing, told apart by `code` in the error handler. */
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
 * JSON in UTF-8 is the only body there is: forms and plain text could be sent by another site without asking. An empty
 * body is no body, whatever its type says: the specification's bodiless calls always declare JSON.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Only for what is signed: nobody else pays for keeping it.
    if (request.headers['x-nonce'] !== undefined) request.rawBody = body as string
    const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
    if (charset && !/^utf-?8$/i.test(charset)) {
      return done(new BodyError(415, 'FST_ERR_CTP_INVALID_MEDIA_TYPE', 'JSON must be UTF-8'))
    }
    if (body === '') return done(null, undefined)
    return parseJson(request, body as string, done)
  })
}
