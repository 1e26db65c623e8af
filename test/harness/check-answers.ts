import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { undescribed } from './described-answers.ts'

/** Says what the OpenAPI document does not describe, when the app closes. */
export interface AnswerCheck {
  /** Throws if a socket got an answer that the document does not describe. */
  finish(): void
}

/**
 * Compares every answer of a test app with the OpenAPI document: a call of the test fails at once, one through a socket
 * when the app closes.
 */
export function checkAnswers(http: FastifyInstance): AnswerCheck {
  const faults: string[] = []
  const inject = http.inject.bind(http)
  const checked = async (options: InjectOptions | string) => {
    const response = await inject(options)
    // The test reads the body itself, or lets it be cut.
    if (typeof options === 'object' && options.payloadAsStream) return response
    const { req } = response.raw
    const fault = undescribed({
      method: req.method ?? 'GET',
      url: req.url ?? '',
      status: response.statusCode,
      contentType: String(response.headers['content-type'] ?? ''),
      body: response.headers['content-encoding'] === undefined ? response.payload : '',
    })
    if (fault !== undefined) throw new Error(fault)
    return response
  }
  // Without options it begins a chain, which no test uses for an answer of the API.
  const injectChecked = (options?: InjectOptions | string) => (options === undefined ? inject() : checked(options))
  http.inject = injectChecked as typeof http.inject
  http.server.prependListener('request', (request, response) => {
    watchSocket(request, response, (fault) => faults.push(fault))
  })
  return {
    finish() {
      if (faults.length > 0) throw new Error([...new Set(faults)].join('\n'))
    },
  }
}

/** Collects what is sent to a socket, and judges it when it is complete. */
function watchSocket(request: IncomingMessage, response: ServerResponse, report: (fault: string) => void): void {
  const parts: Buffer[] = []
  const keep = (part: unknown) => {
    if (typeof part === 'string' || part instanceof Uint8Array) parts.push(Buffer.from(part as string))
  }
  const { write, end, writeHead } = response
  let contentType: unknown
  // The public API gives its headers here, where `getHeader` does not see them.
  response.writeHead = ((status: number, headers?: Readonly<Record<string, unknown>>) => {
    contentType = headers?.['content-type']
    return writeHead.call(response, status, headers as OutgoingHttpHeaders)
  }) as typeof writeHead
  response.write = ((...sent: Parameters<typeof write>) => {
    keep(sent[0])
    return write.apply(response, sent)
  }) as typeof write
  response.end = ((...sent: Parameters<typeof end>) => {
    keep(sent[0])
    return end.apply(response, sent)
  }) as typeof end
  response.once('finish', () => {
    const fault = undescribed({
      method: request.method ?? 'GET',
      url: request.url ?? '',
      status: response.statusCode,
      contentType: String(contentType ?? response.getHeader('content-type') ?? ''),
      body: response.hasHeader('content-encoding') ? '' : Buffer.concat(parts).toString(),
    })
    if (fault !== undefined) report(fault)
  })
}
