import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * Security headers of every response. Pages bring a content security policy of their own; all other responses may not
 * be framed, executed or cached.
 */
export function sendSecurityHeaders(http: FastifyInstance, isSecure: boolean): void {
  http.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    reply.header('cross-origin-resource-policy', 'same-origin')
    if (!isPartOfPage(reply)) {
      reply.header('cross-origin-opener-policy', 'same-origin')
      reply.header('x-frame-options', 'DENY')
    }
    if (isSecure) reply.header('strict-transport-security', 'max-age=31536000')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (!reply.hasHeader('content-security-policy')) {
      reply.header(
        'content-security-policy',
        "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
      )
    }
  })
}

/**
 * Scripts, styles and fonts have no opener, and a frame would only show their text. A page loads a dozen of them, so
 * these headers are left out.
 */
const isPartOfPage = (reply: FastifyReply) =>
  /^(text\/(javascript|css)|font\/)/.test(String(reply.getHeader('content-type')))
