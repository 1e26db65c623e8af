/** The current time. Tests bring a clock of their own, so that no test waits for a real minute. */
export interface Clock {
  now(): Date
  nowMs(): number
  /** A monotonic clock: what the other one gains beyond it was a clock change. */
  elapsedMs(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  nowMs: () => Date.now(),
  elapsedMs: () => performance.now(),
}
