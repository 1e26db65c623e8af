import fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { answerFrameworkErrors } from './error-handler.ts'
import { type ConnectionLimits, limitConnections, shippedConnectionLimits } from './limit-connections.ts'
import { newRequestId } from './request-id.ts'

const dashboardBodyLimitBytes = 256 * 1024

interface HttpConfig {
  readonly trustProxy: readonly string[]
  readonly rateLimitScale: number
}

/** The server's options; all of them stand here, so that the tested app has the shipped one's. */
export function createHttp(
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
