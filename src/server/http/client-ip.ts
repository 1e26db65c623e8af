import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The caller's address in its canonical form. Behind a trusted proxy it comes from X-Forwarded-For; whatever is no
 * address there (anybody can type into that header) falls back to the socket's.
 */
export function clientIp(request: FastifyRequest): string {
  const claimed = request.ip
  const address = isIP(claimed) ? claimed : (request.socket.remoteAddress ?? '0.0.0.0')
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}
