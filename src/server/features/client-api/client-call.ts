import type { z } from 'zod'
import type { EventName } from '../../../shared/events.ts'
import { messageText } from '../../../shared/messages.ts'
import { type OutcomeKey, outcomeRow } from '../../../shared/outcomes.ts'
import type { ClientTally } from '../../events/client-tally.ts'
import type { LiveSessions } from '../../events/live-sessions.ts'
import type { Recorder } from '../../events/recorder.ts'
import type { FailedSignIns } from '../../http/failed-sign-ins.ts'
import type { RefusalDelay } from '../../http/limits/refusal-delay.ts'
import type { AnswerSigner } from '../../http/signing/answer-signer.ts'
import { changedBody, type SignatureRequest } from '../../http/signing/signature-request.ts'
import { notAnObject, validationErrorsOf } from '../../http/validation-errors.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Metrics } from '../../lib/metrics/metrics.ts'
import type { HashQueueKey, Passwords } from '../../lib/passwords/passwords.ts'
import { isApiKey } from '../../lib/tokens.ts'
import type { HotStore } from '../../store/hot/hot-store.ts'
import type { Stores } from '../../store/index.ts'
import type { KnownApiKeys } from './api-key-lookup.ts'
import { findContextByApiKey } from './api-key-lookup.ts'
import type { ClientContext, ClientContexts } from './client-context.ts'
import type { ClientRateLimits } from './client-rate-limits.ts'
import type { PasswordRehash } from './password-rehash.ts'

/** What the handlers of the public API depend on. */
export interface ClientApiDeps {
  readonly stores: Stores
  readonly hot: HotStore
  readonly contexts: ClientContexts
  readonly knownKeys: KnownApiKeys
  readonly limits: ClientRateLimits
  readonly refusalDelay: RefusalDelay
  readonly failedSignIns: FailedSignIns
  readonly recorder: Recorder
  readonly clientTally: Pick<ClientTally, 'signedIn'>
  readonly live: LiveSessions
  readonly passwords: Passwords
  readonly passwordRehash: PasswordRehash
  /** A secret, stable pseudo-random number from 0 to 1 per text. */
  readonly chance: (text: string) => number
  readonly signer: AnswerSigner
  /** Public URL of this server, named as the issuer of leases. */
  readonly issuer: () => string
  /** Where the pages of this server are. */
  readonly origin: () => string
  readonly clock: Clock
  readonly metrics: Pick<Metrics, 'outcomes'>
}

/** A request of the public API, independent of HTTP. */
export interface ClientRequest {
  /** `X-API-Key`, else the query's `api_key`, else the body's. */
  readonly apiKey: string | undefined
  readonly isKeyInHeaderOnly: boolean
  readonly body: unknown
  readonly ip: string
  readonly userAgent: string
  /** `X-Client` as sent: which client library asks. It decides nothing. */
  readonly xClient: string | readonly string[] | undefined
  readonly requestId: string
  /** Absent when the client asked for no signed response. */
  readonly asked: SignatureRequest | undefined
}

/** A validated request of an application that is online. */
export interface Call<Body> extends ClientRequest {
  readonly body: Body
  readonly context: ClientContext
  readonly applicationId: number
  readonly now: Date
}

export type ClientCall = (request: ClientRequest) => ClientAnswer | Promise<ClientAnswer>

const keyInHeader = 'Invalid API key: this application takes it in the X-API-Key header only'

/**
 * Wraps a handler in the steps that all public requests share, in this order: API key, application, its state, rate
 * limit, body. Every request with a valid key counts for its application, rejected ones too.
 */
export function clientCall<S extends z.ZodType>(
  deps: ClientApiDeps,
  schema: S,
  run: (call: Call<z.output<S>>) => ClientAnswer | Promise<ClientAnswer>,
): ClientCall {
  const proceed = (request: ClientRequest, context: ClientContext) => {
    const { requestId, ip, asked } = request
    const { application } = context
    if (asked !== undefined) asked.applicationId = application.id
    const now = deps.clock.now()
    deps.recorder.tally.add(application.id, 'api_requests', now)
    if (application.isKeyInHeaderOnly && !request.isKeyInHeaderOnly) {
      return answer('invalid_api_key', requestId, context, { message: keyInHeader })
    }
    if (!application.isActive) return answer('application_offline', requestId, context)
    const waitMs = deps.limits.call(application.id, ip)
    if (waitMs > 0) return rateLimited(requestId, waitMs)
    if (asked?.isBodyChanged) return invalidRequest(requestId, changedBody)
    const parsed = schema.safeParse(request.body ?? {})
    if (!parsed.success) return invalidRequest(requestId, firstValidationError(parsed.error.issues))
    return run({ ...request, body: parsed.data, context, applicationId: application.id, now })
  }

  const malformedKey = ({ requestId, ip }: ClientRequest) => {
    const waitMs = deps.limits.invalidKey(ip)
    return waitMs > 0 ? rateLimited(requestId, waitMs) : answer('invalid_api_key', requestId, undefined)
  }

  return (request) => {
    const { apiKey, ip } = request
    if (apiKey === undefined) return malformedKey(request)
    const known = deps.contexts.known(apiKey)
    if (known) return proceed(request, known)
    if (!isApiKey(apiKey)) return malformedKey(request)
    return findContextByApiKey(deps, apiKey, ip).then((found) => {
      if (typeof found === 'number') return rateLimited(request.requestId, found)
      return found === 'unknown'
        ? answer('application_not_found', request.requestId, undefined)
        : proceed(request, found)
    })
  }
}

/** Names the first invalid field by its path in the body, and what is wrong with it. */
function firstValidationError(issues: readonly z.core.$ZodIssue[]): string {
  const [fault] = validationErrorsOf(issues)
  return fault?.field ? `${fault.field} ${fault.text}.` : notAnObject
}

/** The fair-queue key of this request's password hash. */
export const hashQueueKey = (
  { context, applicationId, ip }: Pick<Call<unknown>, 'context' | 'applicationId' | 'ip'>,
  usernameKey: string,
  isStranger = true,
): HashQueueKey => ({
  tenant: context.application.ownerId,
  application: applicationId,
  address: ip,
  account: usernameKey,
  isStranger,
})

/** The activity entry of a response, if its outcome has an event. */
export function entryOf(
  call: Pick<Call<unknown>, 'applicationId' | 'ip' | 'userAgent' | 'now'>,
  outcome: OutcomeKey,
  who: { readonly userId?: number | undefined; readonly username?: string | undefined },
) {
  const row = outcomeRow(outcome)
  if (!row.event) return undefined
  return {
    applicationId: call.applicationId,
    event: row.event as EventName,
    success: row.status === 200,
    code: row.code,
    userId: who.userId ?? null,
    username: who.username ?? null,
    ipAddress: call.ip,
    userAgent: call.userAgent,
    count: 1,
    at: call.now,
  }
}

/** A response of the public API before it is serialized. */
export interface ClientAnswer {
  readonly outcome: OutcomeKey
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds?: number
}

/** Fields of one response: `user_id`, `session_token`, `reason` … */
export type AnswerFields = Readonly<Record<string, unknown>>

/**
 * Builds the response of an outcome. Status and code come from the outcome table; a custom message replaces its text.
 */
export function answer(
  outcome: OutcomeKey,
  requestId: string,
  context: ClientContext | undefined,
  fields?: AnswerFields,
): ClientAnswer {
  const row = outcomeRow(outcome)
  const message =
    row.custom && context ? messageText(row.custom, context.applicationTexts, context.accountTexts) : row.message
  return {
    outcome,
    status: row.status,
    body: { success: row.status === 200, code: row.code, message, ...fields, request_id: requestId },
  }
}

/** A 429 with `Retry-After` in whole seconds. */
export function rateLimited(requestId: string, retryAfterMs: number): ClientAnswer {
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  return { ...answer('rate_limited', requestId, undefined), retryAfterSeconds }
}

/** A 400 whose text names the field. */
export function invalidRequest(requestId: string, message: string): ClientAnswer {
  return answer('invalid_request', requestId, undefined, { message })
}
