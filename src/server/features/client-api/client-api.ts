import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientRoutes } from '../../../shared/contract/client-api.ts'
import { outcomeRow } from '../../../shared/outcomes.ts'
import { clientIp } from '../../http/client-ip.ts'
import { jsonAnswer, type WireAnswer } from '../../http/client-response.ts'
import { requestIdHeader, shortRequestId } from '../../http/request-id.ts'
import { type AnswerSigner, signErrorResponses } from '../../http/signing/answer-signer.ts'
import { malformedNonce, type SignatureRequest, signatureRequest } from '../../http/signing/signature-request.ts'
import { isApiKey } from '../../lib/tokens.ts'
import { forActiveSpan } from '../../lib/tracing.ts'
import { findContextByApiKey } from './api-key-lookup.ts'
import { licenseLoginCall } from './calls/license-login.ts'
import { loginCall } from './calls/login.ts'
import { redeemCall } from './calls/redeem.ts'
import { registerCall } from './calls/register.ts'
import { trackCall } from './calls/track-session.ts'
import { verifyCall } from './calls/verify.ts'
import type { ClientApiDeps, ClientCall, ClientRequest } from './client-call.ts'
import { type ClientAnswer, invalidRequest } from './client-call.ts'

const bodyLimitBytes = 16 * 1024

/** Serves the public API. Returns its login for `POST /api/auth/login`, a path that the dashboard's sign-in shares. */
export function serveClientApi(app: FastifyInstance, deps: ClientApiDeps): { readonly login: SharedRoute } {
  const batched = createBatchPerTick()
  const handler = (name: CallName, call: ClientCall, run: (work: () => void) => void): ClientRouteHandler => {
    const count = (each: ClientAnswer) => deps.metrics.outcomes.add(name, outcomeRow(each.outcome).code)
    const refuse = (reply: FastifyReply, message: string) => {
      const refused = invalidRequest(reply.request.id, message)
      count(refused)
      send(reply, refused)
    }
    return (request, reply) => {
      const asked = signatureRequest(request)
      if (asked === 'malformed') return refuse(reply, malformedNonce)
      const key = apiKeyOf(request)
      if (key === 'ambiguous') return refuse(reply, 'The API keys in header, query and body differ')
      if (!key.isInHeaderOnly) reply.raw.setHeader('deprecation', keyElsewhereDeprecated)
      const answered = asked === undefined ? send : signing(deps.signer, asked)
      run(() => answerCall(deps, call, clientRequest(request, key, asked), reply, answered, count))
    }
  }
  // Login and register wait for a hash anyway, so they are not batched.
  const login = handler('login', loginCall(deps), immediately)
  const register = handler('register', registerCall(deps), immediately)
  signErrorResponses(
    app,
    async (request) => {
      const key = apiKeyOf(request)
      if (key === 'ambiguous' || key.apiKey === undefined || !isApiKey(key.apiKey)) return undefined
      const found = deps.contexts.known(key.apiKey) ?? (await findContextByApiKey(deps, key.apiKey, clientIp(request)))
      return typeof found === 'object' ? found.application.id : undefined
    },
    deps.signer,
  )
  const handlers: Record<keyof typeof clientRoutes, ClientRouteHandler> = {
    'POST /api/v1/login': login,
    'POST /api/v1/register': register,
    'POST /api/auth/register': register,
    'POST /api/v1/license': handler('license', licenseLoginCall(deps), immediately),
    'POST /api/v1/redeem': handler('redeem', redeemCall(deps), immediately),
    'POST /api/v1/verify': handler('verify', verifyCall(deps), batched),
    'POST /api/v1/session/track': handler('track', trackCall(deps), batched),
  }
  // Without a schema: `clientCall` validates the body by the contract, after API key and rate limit.
  for (const [key, route] of Object.entries(clientRoutes)) {
    const [method, url] = key.split(' ') as [string, string]
    app.route({
      method,
      url,
      bodyLimit: bodyLimitBytes,
      config: { auth: route.auth, contract: key },
      handler: handlers[key as keyof typeof clientRoutes],
    })
  }
  return { login: { isFor: carriesApiKey, handler: login, bodyLimitBytes } }
}

/** A public route on a path that another API uses too. */
interface SharedRoute {
  /** True when the request is meant for the public API. */
  readonly isFor: (request: FastifyRequest) => boolean
  readonly handler: ClientRouteHandler
  readonly bodyLimitBytes: number
}

/** How metrics name a call, on whichever path it came. */
type CallName = 'login' | 'register' | 'license' | 'redeem' | 'verify' | 'track'

const immediately = (work: () => void) => work()

/**
 * Batches the requests of one event-loop tick and runs them together at its end. The same few steps for many requests
 * stay in the processor's caches, and their responses leave in one burst. `docs/decisions/request-batching.md` has the
 * figures.
 */
function createBatchPerTick(): (work: () => void) => void {
  let waiting: (() => void)[] = []
  const runBatch = () => {
    const batch = waiting
    waiting = []
    for (const work of batch) work()
  }
  return (work) => {
    if (waiting.length === 0) setImmediate(runBatch)
    waiting.push(forActiveSpan(work))
  }
}

type ClientRouteHandler = (request: FastifyRequest, reply: FastifyReply) => void

/** Every error goes to the error handler: outside of Fastify's own call a throw would end the process. */
function answerCall(
  { refusalDelay, failedSignIns }: ClientApiDeps,
  call: ClientCall,
  request: ClientRequest,
  reply: FastifyReply,
  answer: SendAnswer,
  count: (answer: ClientAnswer) => void,
): void {
  const { ip } = request
  const fail = (error: unknown) => reply.send(error)
  const sendAfterDelay = (each: ClientAnswer) => {
    if (each.outcome === 'invalid_credentials') failedSignIns.note('client', ip, request.requestId)
    count(each)
    const pause = each.outcome === 'rate_limited' ? refusalDelay(ip) : undefined
    return pause === undefined ? answer(reply, each) : pause.then(() => answer(reply, each))
  }
  try {
    const answered = call(request)
    const sent = answered instanceof Promise ? answered.then(sendAfterDelay) : sendAfterDelay(answered)
    if (sent instanceof Promise) sent.catch(fail)
  } catch (error) {
    fail(error)
  }
}

function clientRequest(
  request: FastifyRequest,
  { apiKey, isInHeaderOnly }: SentKey,
  asked: SignatureRequest | undefined,
): ClientRequest {
  return {
    apiKey,
    isKeyInHeaderOnly: isInHeaderOnly,
    body: request.body,
    ip: clientIp(request),
    userAgent: userAgentOf(request),
    xClient: request.headers['x-client'],
    requestId: request.id,
    asked,
  }
}

function carriesApiKey(request: FastifyRequest): boolean {
  const key = apiKeyOf(request)
  return key === 'ambiguous' || key.apiKey !== undefined
}

interface SentKey {
  readonly apiKey: string | undefined
  /** Neither in the query nor in the body. */
  readonly isInHeaderOnly: boolean
}

/** From this date on an API key in the query or the body is deprecated (RFC 9745): URLs end up in logs. */
const keyElsewhereDeprecated = `@${Date.UTC(2026, 10, 20) / 1000}`

/** Takes the API key from the header, else the query, else the body. Two different keys are ambiguous. */
function apiKeyOf(request: FastifyRequest): SentKey | 'ambiguous' {
  const header = request.headers['x-api-key']
  const inBody = bodyKey(request.body)
  // Fast path: nearly every request sends the key in the header alone.
  if (typeof header === 'string' && inBody === undefined && !request.url.includes('?')) {
    return { apiKey: header, isInHeaderOnly: true }
  }
  const places = [header, (request.query as Record<string, unknown>).api_key, inBody]
  const sent = places.filter((place) => place !== undefined)
  if (sent.some((place) => typeof place !== 'string' || place !== sent[0])) return 'ambiguous'
  const isInHeaderOnly = places.slice(1).every((place) => place === undefined)
  return { apiKey: sent[0] as string | undefined, isInHeaderOnly }
}

function bodyKey(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'api_key' in body ? body.api_key : undefined
}

const maxUserAgent = 256

/** Truncated, and without control characters that could break a line of a log. */
function userAgentOf(request: FastifyRequest): string {
  const sent = request.headers['user-agent'] ?? ''
  return sent.slice(0, maxUserAgent).replace(/\p{Cc}|[\u2028\u2029]/gu, ' ')
}

type SendAnswer = (reply: FastifyReply, answer: ClientAnswer) => void | Promise<void>

function send(reply: FastifyReply, { status, body, retryAfterSeconds }: ClientAnswer): void {
  writeResponse(reply, jsonAnswer(status, body, retryAfterSeconds))
}

/** Signs the response if the application is known. */
function signing(signer: AnswerSigner, asked: SignatureRequest): SendAnswer {
  return async (reply, { status, body, retryAfterSeconds }) => {
    writeResponse(reply, await signer.sign(reply.request, asked, jsonAnswer(status, body, retryAfterSeconds)))
  }
}

/** Bypasses Fastify's reply: nothing there would change these bytes, and it costs a tenth of a heartbeat. */
function writeResponse(reply: FastifyReply, { status, headers, text }: WireAnswer): void {
  reply.hijack()
  headers[requestIdHeader] = shortRequestId(reply.request.id)
  reply.raw.writeHead(status, headers)
  reply.raw.end(text)
}
