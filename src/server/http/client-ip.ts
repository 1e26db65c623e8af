import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { canonicalIp } from '../lib/canonical.ts'

/**
 * The caller's address in its canonical form: IPv6 compressed and without its zone, IPv4 also when it came mapped into
 * IPv6. Behind a trusted proxy it comes from X-Forwarded-For; whatever is no address there (anybody can type into that
 * header) falls back to the socket's. Nothing else may read `request.ip`.
 */
export function clientIp(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const claimed = request.ip
  // Nearly every call: an IPv4 address has one spelling only.
  if (isIP(claimed) === 4) return claimed
  return canonicalIp(claimed) ?? canonicalIp(request.socket.remoteAddress ?? '') ?? '0.0.0.0'
}
