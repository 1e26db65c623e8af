import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientRoutes, Refusal } from '../../../shared/contract/client-api.ts'
import { clientIp } from '../../http/client-ip.ts'
import type { ClientApiDeps, ClientCall, ClientRequest } from './call.ts'
import { loginCall } from './login.ts'
import { registerCall } from './register.ts'
import { type ClientAnswer, invalidRequest } from './reply.ts'
import { trackCall } from './track.ts'
import { createTurns } from './turns.ts'
import { verifyCall } from './verify.ts'

/** The public API takes small bodies only. */
const bodyLimitBytes = 16 * 1024

/** Serves the public API; returns its login for `POST /api/auth/login`, which the dashboard's sign-in shares. */
export function serveClientApi(app: FastifyInstance, deps: ClientApiDeps): { readonly login: SharedRoute } {
  const together = createTurns(deps.hot.inOneRead)
  const handler = (call: ClientCall, run: (work: () => void) => void): ClientRouteHandler => {
    return (request, reply) => {
      const key = apiKeyOf(request)
      if (key === 'ambiguous') {
        return send(reply, invalidRequest(request.id, 'The API keys in header, query and body differ'))
      }
      run(() => answerCall(call, clientRequest(request, key.apiKey), reply))
    }
  }
  // Who has to wait for a hash gains nothing by waiting for its neighbors too.
  const login = handler(loginCall(deps), atOnce)
  const register = handler(registerCall(deps), atOnce)
  const handlers: Record<keyof typeof clientRoutes, ClientRouteHandler> = {
    'POST /api/v1/login': login,
    'POST /api/v1/register': register,
    'POST /api/auth/register': register,
    'POST /api/v1/verify': handler(verifyCall(deps), together),
    'POST /api/v1/session/track': handler(trackCall(deps), together),
  }
  for (const [key, route] of Object.entries(clientRoutes)) {
    const [method, url] = key.split(' ') as [string, string]
    app.route({
      method,
      url,
      bodyLimit: bodyLimitBytes,
      config: { auth: route.auth, contract: key },
      // For the OpenAPI document. The body is checked by the same schema in `clientCall`, after key and rate limit.
      schema: { summary: route.summary, body: route.body, response: { 200: route.reply, '4xx': Refusal } },
      validatorCompiler: () => () => true,
      serializerCompiler: () => JSON.stringify,
      handler: handlers[key as keyof typeof clientRoutes],
    })
  }
  return { login: { isFor: carriesApiKey, handler: login, bodyLimitBytes } }
}

/** What serves the public call under a path that is another's too. */
interface SharedRoute {
  /** True when a request to that path is meant for the public call. */
  readonly isFor: (request: FastifyRequest) => boolean
  readonly handler: ClientRouteHandler
  readonly bodyLimitBytes: number
}

const atOnce = (work: () => void) => work()

type ClientRouteHandler = (request: FastifyRequest, reply: FastifyReply) => void

/** Whatever goes wrong reaches the error handler: outside of Fastify's own call a throw would end the process. */
function answerCall(call: ClientCall, request: ClientRequest, reply: FastifyReply): void {
  const fail = (error: unknown) => reply.send(error)
  try {
    const answered = call(request)
    if (answered instanceof Promise) answered.then((each) => send(reply, each)).catch(fail)
    else send(reply, answered)
  } catch (error) {
    fail(error)
  }
}

function clientRequest(request: FastifyRequest, apiKey: string | undefined): ClientRequest {
  return {
    apiKey,
    body: request.body,
    ip: clientIp(request),
    userAgent: userAgentOf(request),
    requestId: request.id,
  }
}

function carriesApiKey(request: FastifyRequest): boolean {
  const key = apiKeyOf(request)
  return key === 'ambiguous' || key.apiKey !== undefined
}

/** The key stands in the header, else in the query, else in the body; two different ones are nobody's. */
function apiKeyOf(request: FastifyRequest): { readonly apiKey: string | undefined } | 'ambiguous' {
  const header = request.headers['x-api-key']
  const inBody = bodyKey(request.body)
  // Nearly every request: nothing else needs to be looked at.
  if (typeof header === 'string' && inBody === undefined && !request.url.includes('?')) return { apiKey: header }
  const places = [header, (request.query as Record<string, unknown>).api_key, inBody]
  const sent = places.filter((place) => place !== undefined)
  if (sent.some((place) => typeof place !== 'string' || place !== sent[0])) return 'ambiguous'
  return { apiKey: sent[0] as string | undefined }
}

function bodyKey(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'api_key' in body ? body.api_key : undefined
}

const maxUserAgent = 256

/** Shortened, without what could break a line of a log. */
function userAgentOf(request: FastifyRequest): string {
  const sent = request.headers['user-agent'] ?? ''
  return sent.slice(0, maxUserAgent).replace(/\p{Cc}|[\u2028\u2029]/gu, ' ')
}

/** Past Fastify's own reply: nothing there would change these bytes, and it costs a tenth of a heartbeat. */
function send(reply: FastifyReply, { status, body, retryAfterSeconds }: ClientAnswer): void {
  const text = JSON.stringify(body)
  const headers: OutgoingHttpHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store, no-transform',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  }
  reply.hijack()
  reply.raw.writeHead(status, headers)
  reply.raw.end(text)
}
