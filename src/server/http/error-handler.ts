import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { errors } from '../../shared/errors.ts'
import { outcomeRow } from '../../shared/outcomes.ts'
import {
  DiskFull,
  Overloaded,
  ReadAborted,
  ReadTooLong,
  SchemaTooNew,
  type SchemaWatch,
  Unavailable,
} from '../db/open.ts'
import type { Log } from '../lib/log.ts'
import { Busy } from '../lib/passwords/passwords.ts'
import { openThrottledLog } from '../lib/throttled-log.ts'
import { clientIp } from './client-ip.ts'
import { clientRefusal } from './client-response.ts'
import { type FailedSignIns, signInPlaceOf } from './failed-sign-ins.ts'
import type { RefusalDelay } from './limits/refusal-delay.ts'
import { Problem } from './problem.ts'
import { requestIdHeader, shortRequestId } from './request-id.ts'
import { routeOf } from './route-of.ts'
import { asField, asMessage, notAnObject, validationErrorsOf } from './validation-errors.ts'

interface ErrorDeps {
  readonly log: Log
  readonly refusalDelay: RefusalDelay
  readonly failedSignIns: FailedSignIns
  readonly schema: SchemaWatch
}

/** Answers every error in the format of its API. No stack, no path and no text of a library is sent. */
export function answerErrors(app: FastifyInstance, { log, refusalDelay, failedSignIns, schema }: ErrorDeps): void {
  const throttled = openThrottledLog(log)
  app.addHook('onClose', async () => throttled.flush())
  app.setErrorHandler(async (thrown: FastifyError, request, reply) => {
    const error = await causeOf(thrown, schema)
    const problem = problemOf(error)
    const request_id = request.id
    if (isOverload(error)) throttled.note('no room for a request', { request_id, reason: error.message })
    else if (error instanceof SchemaTooNew) throttled.note('call refused', { request_id, reason: error.message })
    else if (error instanceof DiskFull)
      throttled.note('the disk is full', { request_id, route: routeOf(request) }, 'error')
    else if (error instanceof ReadTooLong)
      throttled.note('a read took too long', { request_id, route: routeOf(request) })
    else if (isFailure(error, problem)) logError(log, error, request)
    const place = signInPlaceOf(problem.code)
    if (place) failedSignIns.note(place, clientIp(request), request.id)
    if (problem.code === 'rate_limited') await refusalDelay(clientIp(request))
    return sendProblem(request, reply, problem)
  })
}

/** A statement that fails without a reason of its own: a newer server may have changed the schema a moment ago. */
async function causeOf(error: FastifyError, schema: SchemaWatch): Promise<FastifyError | SchemaTooNew> {
  if (problemOf(error).code !== 'internal_error') return error
  return (await schema.check().catch(() => undefined)) ?? error
}

/** Rejected under load, possibly thousands of times: a log line for each would be a load of its own. */
const isOverload = (error: Error) => error instanceof Busy || error instanceof Overloaded

/** An expected rejection is none, and neither is a read that its caller has given up. */
const isFailure = (error: Error, { code }: Problem) =>
  (code === 'internal_error' || code === 'unavailable') && !(error instanceof ReadAborted)

/** Requests that Fastify rejects before routing, such as a malformed path or an overlong parameter. */
export function answerFrameworkErrors(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  sendProblem(request, reply, new Problem('not_found'))
}

const malformedStatus: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Bytes that are no request, or one that never ends: with a code, as every answer, though nobody knows for which API. */
export function answerMalformedRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = malformedStatus[error.code ?? ''] ?? 400
  const body = JSON.stringify({ message: errors.invalid_request[1], code: 'invalid_request' })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}

/** Sends an error in the format of the dashboard API, or of the public API for its paths. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { code, details } = problem
  reply.header('cache-control', 'no-store')
  // Requests that are refused before routing meet no hook.
  reply.header(requestIdHeader, shortRequestId(request.id))
  if (details.retryAfterSeconds !== undefined) reply.header('retry-after', details.retryAfterSeconds)
  reply.status(problem.status).type('application/json; charset=utf-8').serializer(JSON.stringify)
  const message = problem.message
  if (isClientRequest(request)) return reply.send(clientRefusal(code, message, request.id))
  const fields = details.fields && { fields: details.fields }
  const { nextAt, reason } = details
  const next = nextAt === undefined ? undefined : { next_at: nextAt?.toISOString() ?? null }
  const why = reason && { reason: outcomeRow(reason).code }
  return reply.send({ message, code, ...fields, ...next, ...why, requestId: request.id })
}

/** Whether the request belongs to the public API: then the response has its format. */
export function isClientRequest(request: FastifyRequest): boolean {
  return (
    request.url.startsWith('/api/v1') ||
    request.routeOptions?.config?.auth === 'api-key' ||
    request.isDelegated === true
  )
}

function problemOf(error: Error & Partial<FastifyError>): Problem {
  if (error instanceof Problem) return error
  if (error instanceof ReadTooLong) return new Problem('read_too_long')
  if (error instanceof Busy) return unavailable(error.expectedWaitMs)
  if (error instanceof Overloaded || error instanceof Unavailable) return unavailable()
  if (hasZodFastifySchemaValidationErrors(error)) return invalidRequest(error.validation)
  if (error.statusCode === 413) return new Problem('payload_too_large')
  if (error.statusCode === 415) return new Problem('unsupported_media_type')
  if (error.statusCode === 400) return new Problem('invalid_request', { message: "The body isn't valid JSON." })
  return new Problem('internal_error')
}

/** At least two seconds: what ends sooner would not have been refused. */
const unavailable = (expectedWaitMs = 0) =>
  new Problem('unavailable', { retryAfterSeconds: Math.max(2, Math.ceil(expectedWaitMs / 1000)) })

/** How the validator passes zod's issues on. */
interface ValidationIssue {
  readonly keyword: string
  readonly instancePath: string
  readonly message?: string | undefined
  readonly params: Readonly<Record<string, unknown>>
}

/** Names each invalid field with its error; the first one is the message. */
function invalidRequest(issues: readonly ValidationIssue[]): Problem {
  const faults = validationErrorsOf(
    issues.map(({ keyword, instancePath, message = errors.invalid_request[1], params }) => ({
      ...params,
      code: keyword,
      message,
      path: instancePath.split('/').filter((part) => part !== ''),
    })),
  )
  const [first] = faults
  const fields: Record<string, string> = {}
  for (const { field, text } of faults) fields[field || 'body'] ??= field ? asField(text) : notAnObject
  return new Problem('invalid_request', {
    message: first?.field ? asMessage(first.field, first.text) : notAnObject,
    fields,
  })
}

function logError(log: Log, error: Error, request: FastifyRequest): void {
  const { status } = problemOf(error)
  log.error('request failed', {
    request_id: request.id,
    route: routeOf(request),
    status,
    error: error.stack ?? String(error),
  })
}
