import type { Clock } from '../../../lib/clock.ts'
import type { ClockJumpDetector } from '../../../lib/clock-jump.ts'
import type { Log } from '../../../lib/log.ts'
import { describeSpan } from '../../../lib/tracing.ts'
import type { StoreSet, Stores } from '../../../store/index.ts'
import type { AttemptResult, NextStep } from '../../../store/webhooks/deliveries.ts'
import type { NoticeReason, WebhookWithSecrets } from '../../../store/webhooks/webhooks.ts'
import {
  endpointBackoffMs,
  isDisabledByFailures,
  nextAttempt,
  type RetryTiming,
  retryAfterMs,
} from '../schedule/retry-schedule.ts'
import { type Message, outgoingRequest } from './outgoing-request.ts'
import type { Sender, SendResult } from './send.ts'

export interface AttemptDeps {
  readonly stores: Stores
  readonly sender: Sender
  readonly clock: Clock
  readonly clockJumps: ClockJumpDetector
  readonly log: Log
  readonly timing: RetryTiming
  /** Called when the server has disabled an endpoint: no more deliveries are created for it. */
  readonly onDisabled: () => void
  /** Called after each attempt is stored, with the application of the message. */
  readonly onTried?: ((applicationId: number) => void) | undefined
  /** Called after each request to an endpoint, samples included. */
  readonly onSent?: ((isDelivered: boolean) => void) | undefined
}

/** The result of one attempt, not stored yet. */
export type Attempt = Awaited<ReturnType<typeof sendOnce>>

/** A message with the number of attempts so far. */
export interface AttemptedMessage extends Message {
  readonly attempt: number
  readonly applicationId: number | null
  /** A sample is sent once and does not affect the endpoint's failures. */
  readonly isTest: boolean
}

const gone = 410

/** Makes one attempt and stores nothing: an aborted attempt is not counted. */
export async function sendOnce({ sender, clock, onSent }: AttemptDeps, webhook: WebhookWithSecrets, message: Message) {
  const triedAt = clock.now()
  const outgoing = outgoingRequest(webhook, message, triedAt)
  const sent = await sender.send(outgoing)
  onSent?.(sent.error === null)
  describeSpan({ ...(sent.code !== null && { 'http.response.status_code': sent.code }) }, sent.error !== null)
  const signature = outgoing.headers['webhook-signature'] ?? null
  return { sent, triedAt, signature }
}

/** Stores the result of an attempt: for the delivery, and for the endpoint. */
export async function recordAttempt(
  deps: AttemptDeps,
  webhook: WebhookWithSecrets,
  message: AttemptedMessage,
  { sent, triedAt, signature }: Attempt,
): Promise<void> {
  const { code, ms, error, answer } = sent
  const result: AttemptResult = { triedAt, code, ms, error, answer, signature }
  const nowMs = deps.clock.nowMs()
  const askedMs = retryAfterMs(code, retryAfterOf(webhook, sent), nowMs)
  const next = nextStatus(message, sent, nowMs, askedMs, deps.timing)
  const disabled = await deps.stores.transaction(async (tx) => {
    await tx.deliveries.recordAttempt(webhook.id, message.messageId, result, next)
    if (message.isTest) return undefined
    if (error === null) return tx.webhooks.resetFailures(webhook.id).then(() => undefined)
    return countFailure(tx, webhook.id, code, askedMs, deps)
  })
  if (message.applicationId !== null) deps.onTried?.(message.applicationId)
  if (!disabled) return
  deps.onDisabled()
  deps.log.warn('webhook disabled', { webhook: webhook.id, reason: disabled })
}

function nextStatus(
  message: AttemptedMessage,
  sent: SendResult,
  nowMs: number,
  askedMs: number,
  timing: RetryTiming,
): NextStep {
  if (sent.error === null) return { status: 'delivered', nextTryAt: null }
  if (message.isTest || sent.code === gone) return { status: 'failed', nextTryAt: null }
  return nextAttempt(message.attempt + 1, nowMs, askedMs, timing)
}

/** Returns why the endpoint was disabled, if it was. */
async function countFailure(
  tx: StoreSet,
  webhookId: number,
  code: number | null,
  askedMs: number,
  { clock, clockJumps, timing }: AttemptDeps,
): Promise<NoticeReason | undefined> {
  const now = clock.now()
  const health = await tx.webhooks.countFailure(webhookId, now)
  if (!health) return undefined
  const isGone = code === gone
  // By a clock that was just set, an hour of failures may look like a year.
  const isClockSure = clockJumps.isSure()
  const isHopeless = isClockSure && isDisabledByFailures(health.failures, health.failingSince, now.getTime(), timing)
  if (isGone || isHopeless) {
    const reason = isGone ? 'gone' : 'failing'
    return (await tx.webhooks.disable(webhookId, reason, now)) ? reason : undefined
  }
  const waitMs = Math.max(askedMs, endpointBackoffMs(health.failures, timing))
  if (waitMs > 0) await tx.webhooks.backOffUntil(webhookId, new Date(now.getTime() + waitMs))
  return undefined
}

/** Telegram sends `retry_after` in the body instead of the header. */
function retryAfterOf({ format }: WebhookWithSecrets, { retryAfter, answer }: SendResult): string | null {
  if (format !== 'telegram' || retryAfter !== null) return retryAfter
  return /"retry_after"\s*:\s*(\d{1,9})/.exec(answer ?? '')?.[1] ?? null
}
