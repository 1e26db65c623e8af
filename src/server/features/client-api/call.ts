import type { z } from 'zod'
import type { EventName } from '../../../shared/events.ts'
import { type OutcomeKey, outcomeRow } from '../../../shared/outcomes.ts'
import type { LiveSessions } from '../../events/live-sessions.ts'
import type { Recorder } from '../../events/recorder.ts'
import { faultsOf, notAnObject } from '../../http/invalid-input.ts'
import type { RefusalPause } from '../../http/refusal-pause.ts'
import { changedBody, type SignatureRequest } from '../../http/sign-answer/signature-request.ts'
import type { AnswerSigner } from '../../http/sign-answer.ts'
import type { Clock } from '../../lib/clock.ts'
import type { HashLine, Passwords } from '../../lib/password.ts'
import { isApiKey } from '../../lib/tokens.ts'
import type { HotStore } from '../../store/hot-store.ts'
import type { Stores } from '../../store/index.ts'
import type { ClientContext, ClientContexts } from './context.ts'
import { findContext } from './find-context.ts'
import type { KnownApiKeys } from './known-api-keys.ts'
import type { ClientLimits } from './limits.ts'
import type { Renewals } from './renewals.ts'
import { answer, type ClientAnswer, invalidRequest, rateLimited } from './reply.ts'

/** What the public calls work with. */
export interface ClientApiDeps {
  readonly stores: Stores
  readonly hot: HotStore
  readonly contexts: ClientContexts
  readonly knownKeys: KnownApiKeys
  readonly limits: ClientLimits
  readonly refusalPause: RefusalPause
  readonly recorder: Recorder
  readonly live: LiveSessions
  readonly passwords: Passwords
  readonly renewals: Renewals
  /** A number from 0 to 1 that belongs to a text and that nobody else can know. */
  readonly chance: (text: string) => number
  readonly signer: AnswerSigner
  /** Address of this server as programs know it, for what it signs. */
  readonly issuer: () => string
  readonly clock: Clock
}

/** A public call as it arrived, whatever carried it. */
export interface ClientRequest {
  /** `X-API-Key`, else the query's `api_key`, else the body's. */
  readonly apiKey: string | undefined
  readonly isKeyInHeaderOnly: boolean
  readonly body: unknown
  readonly ip: string
  readonly userAgent: string
  readonly requestId: string
  /** Absent: the answer is not to be signed. */
  readonly asked: SignatureRequest | undefined
}

/** A call that is known to come from an application which is online. */
export interface Call<Body> extends ClientRequest {
  readonly body: Body
  readonly context: ClientContext
  readonly applicationId: number
  readonly now: Date
}

export type ClientCall = (request: ClientRequest) => ClientAnswer | Promise<ClientAnswer>

const keyInHeader = 'Invalid API key: this application takes it in the X-API-Key header only'

/**
 * Wraps a public call in what they all share, in the decided order: key, application, its state, rate limit, body.
 * Every call with a key that matches is counted for its application, refused ones too.
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
    if (!parsed.success) return invalidRequest(requestId, firstFault(parsed.error.issues))
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
    return findContext(deps, apiKey, ip).then((found) => {
      if (typeof found === 'number') return rateLimited(request.requestId, found)
      return found === 'unknown'
        ? answer('application_not_found', request.requestId, undefined)
        : proceed(request, found)
    })
  }
}

/** Names the first wrong field, as it stands in the body, and what is wrong with it. */
function firstFault(issues: readonly z.core.$ZodIssue[]): string {
  const [fault] = faultsOf(issues)
  return fault?.field ? `${fault.field} ${fault.text}.` : notAnObject
}

/** In whose name a password of this call is hashed. */
export const hashLine = (
  { context, applicationId, ip }: Pick<Call<unknown>, 'context' | 'applicationId' | 'ip'>,
  usernameKey: string,
  isStranger = true,
): HashLine => ({
  tenant: context.application.ownerId,
  application: applicationId,
  address: ip,
  account: usernameKey,
  isStranger,
})

/** The activity entry of an answer, if its outcome has an event. */
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
