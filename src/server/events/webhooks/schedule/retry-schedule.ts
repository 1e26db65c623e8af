import type { NextStep } from '../../../store/webhooks/deliveries.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Waits between the tries of one delivery: ten tries within three days and some hours. */
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

/** So many failures in a row, and the endpoint is asked with one message at a time, ever less often. */
export const backoffAfterFailures = 10
const firstBackoffMs = 5 * secondMs
const maxBackoffMs = 10 * minuteMs
/** An endpoint of which nothing was heard but failures for so long is given up. */
const disableAfterMs = 5 * 24 * hourMs
const maxRetryAfterMs = 24 * hourMs

export interface RetryTiming {
  /** Multiplies every wait: 1, but in tests of days. */
  readonly scale: number
  /** In [0, 1). */
  readonly random: () => number
}

/** As long as said, a fifth more or less: what failed together does not come back together. */
const withJitter = (ms: number, { scale, random }: RetryTiming) => ms * scale * (0.8 + 0.4 * random())

/** What becomes of a delivery whose try number `attempt` failed. */
export function nextAttempt(attempt: number, nowMs: number, retryAfterMs: number, pace: RetryTiming): NextStep {
  const waitMs = retryDelaysMs[attempt - 1]
  if (waitMs === undefined) return { status: 'failed', nextTryAt: null }
  return { status: 'pending', nextTryAt: new Date(nowMs + Math.max(withJitter(waitMs, pace), retryAfterMs)) }
}

/** How long an endpoint is left alone after so many failures in a row; 0: not at all. */
export function endpointBackoffMs(failures: number, pace: RetryTiming): number {
  if (failures < backoffAfterFailures) return 0
  const doublings = Math.min(failures - backoffAfterFailures, 20)
  return withJitter(Math.min(firstBackoffMs * 2 ** doublings, maxBackoffMs), pace)
}

/** Whether an endpoint has failed for so long that it is given up. */
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

/** What a receiver that is busy asks for, in seconds or as a date; 0 where it says nothing of use. */
export function retryAfterMs(code: number | null, retryAfter: string | null, nowMs: number): number {
  if ((code !== 429 && code !== 503) || retryAfter === null) return 0
  const seconds = /^\d{1,9}(\.\d{1,6})?$/.test(retryAfter) ? Number(retryAfter) : undefined
  const waitMs = seconds === undefined ? Date.parse(retryAfter) - nowMs : seconds * secondMs
  return waitMs > 0 ? Math.min(waitMs, maxRetryAfterMs) : 0
}
