import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ipLimiterKey, networkMatches, parseNetwork } from '../lib/canonical.ts'
import { limitTable, scaledLimit } from '../lib/limits/limit-table.ts'
import { openFilesLimit } from '../lib/open-files.ts'
import { isClientRequest } from './error-handler.ts'
import { Problem } from './problem.ts'

export interface ConnectionLimits {
  readonly ofAddress: number
  readonly all: number
  /** The last of all, on which the public API is not served. */
  readonly forDashboard: number
  /** How many of those one address may have. */
  readonly forDashboardOfAddress: number
}

/** What the database, files and webhooks need beside the connections. */
const filesOfOwn = 512
const busyRetrySeconds = 5

/** Those of the table, or fewer where the operating system allows fewer. */
export function shippedConnectionLimits(scale: number): ConnectionLimits {
  const { connections, connectionsOfAddress, connectionsForDashboard, connectionsForDashboardOfAddress } = limitTable
  const all = Math.min(scaledLimit(connections.atOnce, scale), Math.max(2, openFilesLimit() - filesOfOwn))
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
export function limitConnections(
  http: FastifyInstance,
  { ofAddress, all, forDashboard, forDashboardOfAddress }: ConnectionLimits,
  trustProxy: readonly string[],
): void {
  const proxies = trustProxy.flatMap((text) => parseNetwork(text) ?? [])
  const isProxy = (address: string) => proxies.some((network) => networkMatches(network, address))
  const open = createTally()
  /** Those that came when the public API's share was full. */
  const kept = new Set<Socket>()
  const keptBy = createTally()
  let total = 0
  const isPublicFull = () => total > all - forDashboard

  http.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    const key = address === undefined || isProxy(address) ? undefined : ipLimiterKey(address)
    const isKept = total >= all - forDashboard
    const isTooMany =
      key !== undefined && (open.of(key) >= ofAddress || (isKept && keptBy.of(key) >= forDashboardOfAddress))
    if (address === undefined || total >= all || isTooMany) return socket.destroy()
    total += 1
    open.add(key, 1)
    if (isKept) {
      kept.add(socket)
      keptBy.add(key, 1)
    }
    return socket.once('close', () => {
      total -= 1
      open.add(key, -1)
      if (kept.delete(socket)) keptBy.add(key, -1)
    })
  })

  http.addHook('onRequest', (request, reply, done) => {
    if (kept.size === 0 || !kept.has(request.raw.socket) || !isPublicFull() || !isClientRequest(request)) return done()
    reply.header('connection', 'close')
    return done(new Problem('unavailable', { retryAfterSeconds: busyRetrySeconds }))
  })
}

/** Counts per key, and knows nothing of a key that has none left. */
function createTally() {
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
