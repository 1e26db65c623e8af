/** The time as the product sees it. Tests bring their own, so that nothing waits for a real minute. */
export interface Clock {
  now(): Date
  nowMs(): number
}

export const systemClock: Clock = { now: () => new Date(), nowMs: () => Date.now() }
