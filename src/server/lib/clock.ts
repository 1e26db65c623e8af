/** The current time. Tests bring a clock of their own, so that no test waits for a real minute. */
export interface Clock {
  now(): Date
  nowMs(): number
  /** A monotonic clock: what the other one gains beyond it was a clock change. */
  elapsedMs(): number
  /** How far the clock of this machine is ahead of this one; negative when it is behind. */
  skewMs(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  nowMs: () => Date.now(),
  elapsedMs: () => performance.now(),
  skewMs: () => 0,
}

/** A machine's clock that is off by more than this is wrong: others may be, too, and one of them is right. */
const wrongFromMs = 5_000

/** Whether the clock of this machine is wrong. Such a server ends no session for silence and deletes nothing by age. */
export function isClockWrong(clock: Clock): boolean {
  return Math.abs(clock.skewMs()) > wrongFromMs
}
