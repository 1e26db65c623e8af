import type { Clock } from './clock.ts'

/** A larger difference between two checks means that the clock was set; a smaller one is a correction. */
const jumpMs = 60 * 60 * 1000
/** After this time a wrong clock has been noticed, or the machine has synchronized its time after boot. */
const settledAfterMs = 10 * 60 * 1000

/** Detects clock jumps, so that nothing is deleted as old right after one. */
export interface ClockJumpDetector {
  wasJustSet(): boolean
  /** A start counts as a jump, since a machine may boot with a wrong clock. */
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
