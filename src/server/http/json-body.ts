import type { FastifyInstance } from 'fastify'

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
