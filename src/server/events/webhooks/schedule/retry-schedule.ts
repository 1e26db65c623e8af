import type { NextStep } from '../../../store/webhooks/deliveries.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** The webhook retry schedule: delays between the attempts of one delivery, ten attempts within 76 hours. */
const retryDelaysMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]

export const maxAttempts = retryDelaysMs.length + 1

/** After this many consecutive failures the endpoint gets one delivery at a time, with exponential backoff. */
export const backoffAfterFailures = 10
const firstBackoffMs = 5 * secondMs
const maxBackoffMs = 10 * minuteMs
/** An endpoint that has only failed for this long is disabled. */
const disableAfterMs = 5 * 24 * hourMs
const maxRetryAfterMs = 24 * hourMs

export interface RetryTiming {
  /** Multiplies every delay. 1 except in tests. */
  readonly scale: number
  /** In [0, 1). */
  readonly random: () => number
}

/** ±20 % jitter, so that deliveries that failed together are not retried together. */
const withJitter = (ms: number, { scale, random }: RetryTiming) => ms * scale * (0.8 + 0.4 * random())

/** When a delivery whose attempt number `attempt` failed is retried, or that it has failed for good. */
export function nextAttempt(attempt: number, nowMs: number, retryAfterMs: number, pace: RetryTiming): NextStep {
  const waitMs = retryDelaysMs[attempt - 1]
  if (waitMs === undefined) return { status: 'failed', nextTryAt: null }
  return { status: 'pending', nextTryAt: new Date(nowMs + Math.max(withJitter(waitMs, pace), retryAfterMs)) }
}

/** The backoff of an endpoint after this many consecutive failures; 0: none. */
export function endpointBackoffMs(failures: number, pace: RetryTiming): number {
  if (failures < backoffAfterFailures) return 0
  const doublings = Math.min(failures - backoffAfterFailures, 20)
  return withJitter(Math.min(firstBackoffMs * 2 ** doublings, maxBackoffMs), pace)
}

/** Whether an endpoint has failed for so long that it is disabled. */
export function isDisabledByFailures(
  failures: number,
  failingSince: Date | null,
  nowMs: number,
  { scale }: RetryTiming,
): boolean {
  return (
    failures >= backoffAfterFailures &&
    failingSince !== null &&
    nowMs - failingSince.getTime() >= disableAfterMs * scale
  )
}

/** The delay of a `Retry-After` header with 429 or 503, in seconds or as a date; 0 without a usable one. */
export function retryAfterMs(code: number | null, retryAfter: string | null, nowMs: number): number {
  if ((code !== 429 && code !== 503) || retryAfter === null) return 0
  const seconds = /^\d{1,9}(\.\d{1,6})?$/.test(retryAfter) ? Number(retryAfter) : undefined
  const waitMs = seconds === undefined ? Date.parse(retryAfter) - nowMs : seconds * secondMs
  return waitMs > 0 ? Math.min(waitMs, maxRetryAfterMs) : 0
}
