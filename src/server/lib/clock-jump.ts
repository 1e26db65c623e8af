import { type Clock, isClockWrong } from './clock.ts'

/** A larger difference between two checks means that the clock was set; a smaller one is a correction. */
const jumpMs = 60 * 60 * 1000
/** After this time a wrong clock has been noticed, or the machine has synchronized its time after boot. */
const settledAfterMs = 10 * 60 * 1000

/** Tells when the time is in doubt, so that nothing is deleted as old by a wrong clock. */
export interface ClockJumpDetector {
  /** Not for ten minutes after the clock was set, and not while the clock of this machine is wrong. */
  isSure(): boolean
  /** A start counts as a jump, since a machine may boot with a wrong clock. */
  started(): void
}

export function openClockJumpDetector(clock: Clock): ClockJumpDetector {
  let offsetMs = clock.nowMs() - clock.elapsedMs()
  let setAtMs = Number.NEGATIVE_INFINITY
  return {
    isSure() {
      const before = offsetMs
      offsetMs = clock.nowMs() - clock.elapsedMs()
      if (Math.abs(offsetMs - before) > jumpMs) setAtMs = clock.elapsedMs()
      return clock.elapsedMs() - setAtMs >= settledAfterMs && !isClockWrong(clock)
    },
    started() {
      setAtMs = clock.elapsedMs()
    },
  }
}
