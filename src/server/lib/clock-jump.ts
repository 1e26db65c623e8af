import type { Clock } from './clock.ts'

/** A clock that gains or loses more than this between two looks was set; less is a correction. */
const jumpMs = 60 * 60 * 1000
/** By then somebody has noticed a wrong clock, or the machine has been told the time after its start. */
const settledAfterMs = 10 * 60 * 1000

/** Whether the clock may say what is old: nothing is deleted by one that was just set, since it may be set again. */
export interface ClockJumpDetector {
  wasJustSet(): boolean
  /** A machine may start with a wrong clock, so a start counts like a clock that was set. */
  started(): void
}

export function openClockJumpDetector(clock: Clock): ClockJumpDetector {
  let offsetMs = clock.nowMs() - clock.elapsedMs()
  let setAtMs = Number.NEGATIVE_INFINITY
  return {
    wasJustSet() {
      const before = offsetMs
      offsetMs = clock.nowMs() - clock.elapsedMs()
      if (Math.abs(offsetMs - before) > jumpMs) setAtMs = clock.elapsedMs()
      return clock.elapsedMs() - setAtMs < settledAfterMs
    },
    started() {
      setAtMs = clock.elapsedMs()
    },
  }
}
