import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { canonicalIp } from '../lib/canonical.ts'

/**
 * The client's IP address in canonical form: IPv6 compressed and without its zone, IPv4-mapped IPv6 as IPv4. Behind a
 * trusted proxy it comes from X-Forwarded-For, which anyone can forge, so a value that is no address falls back to the
 * socket's. Nothing else may read `request.ip`.
 */
export function clientIp(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const claimed = request.ip
  // Fast path: nearly every client has an IPv4 address, which has one spelling only.
  if (isIP(claimed) === 4) return claimed
  return canonicalIp(claimed) ?? canonicalIp(request.socket.remoteAddress ?? '') ?? '0.0.0.0'
}

/** The socket's address where a request came with X-Forwarded-For: a proxy, or a client that forged the header. */
export function forwardedBy({ headers, socket }: IncomingMessage): string | undefined {
  return headers['x-forwarded-for'] === undefined ? undefined : socket.remoteAddress
}
