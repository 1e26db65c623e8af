/** The time as the product sees it. Tests bring their own, so that nothing waits for a real minute. */
export interface Clock {
  now(): Date
  nowMs(): number
  /** Milliseconds since some moment, by a clock that nobody sets: what the other one gains beyond it was a jump. */
  elapsedMs(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  nowMs: () => Date.now(),
  elapsedMs: () => performance.now(),
}
