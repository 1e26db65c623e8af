import type { NextStep } from '../../store/deliveries.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Waits between the tries of one delivery: ten tries within three days and some hours. */
const waitsMs = [
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

export const maxAttempts = waitsMs.length + 1

/** So many failures in a row, and the endpoint is asked with one message at a time, ever less often. */
export const holdAfterFailures = 10
const firstHoldMs = 5 * secondMs
const longestHoldMs = 10 * minuteMs
/** An endpoint of which nothing was heard but failures for so long is given up. */
const givenUpAfterMs = 5 * 24 * hourMs
const longestRetryAfterMs = 24 * hourMs

export interface Pace {
  /** Multiplies every wait: 1, but in tests of days. */
  readonly scale: number
  /** In [0, 1). */
  readonly random: () => number
}

/** As long as said, a fifth more or less: what failed together does not come back together. */
const jittered = (ms: number, { scale, random }: Pace) => ms * scale * (0.8 + 0.4 * random())

/** What becomes of a delivery whose try number `attempt` failed. */
export function afterFailure(attempt: number, nowMs: number, retryAfterMs: number, pace: Pace): NextStep {
  const waitMs = waitsMs[attempt - 1]
  if (waitMs === undefined) return { status: 'failed', nextTryAt: null }
  return { status: 'pending', nextTryAt: new Date(nowMs + Math.max(jittered(waitMs, pace), retryAfterMs)) }
}

/** How long an endpoint is left alone after so many failures in a row; 0: not at all. */
export function holdMs(failures: number, pace: Pace): number {
  if (failures < holdAfterFailures) return 0
  const doublings = Math.min(failures - holdAfterFailures, 20)
  return jittered(Math.min(firstHoldMs * 2 ** doublings, longestHoldMs), pace)
}

/** Whether an endpoint has failed for so long that it is given up. */
export function isGivenUp(failures: number, failingSince: Date | null, nowMs: number, { scale }: Pace): boolean {
  return (
    failures >= holdAfterFailures && failingSince !== null && nowMs - failingSince.getTime() >= givenUpAfterMs * scale
  )
}

/** What a receiver that is busy asks for, in seconds or as a date; 0 where it says nothing of use. */
export function retryAfterMs(code: number | null, retryAfter: string | null, nowMs: number): number {
  if ((code !== 429 && code !== 503) || retryAfter === null) return 0
  const seconds = /^\d{1,9}(\.\d{1,6})?$/.test(retryAfter) ? Number(retryAfter) : undefined
  const waitMs = seconds === undefined ? Date.parse(retryAfter) - nowMs : seconds * secondMs
  return waitMs > 0 ? Math.min(waitMs, longestRetryAfterMs) : 0
}
