import type { Clock } from '../../src/server/lib/clock.ts'

/** A clock that only the test advances. */
export class ManualClock implements Clock {
  #nowMs: number
  #elapsedMs = 0

  constructor(start: Date | number | string = '2026-01-01T00:00:00.000Z') {
    this.#nowMs = new Date(start).getTime()
  }

  now(): Date {
    return new Date(this.#nowMs)
  }

  nowMs(): number {
    return this.#nowMs
  }

  elapsedMs(): number {
    return this.#elapsedMs
  }

  set(to: Date | number | string): void {
    this.advance(new Date(to).getTime() - this.#nowMs)
  }

  skewMs(): number {
    return 0
  }

  advance(ms: number): void {
    this.#nowMs += ms
    this.#elapsedMs += Math.max(ms, 0)
  }

  /** The system clock is set: wall time changes, no time elapses. */
  jump(ms: number): void {
    this.#nowMs += ms
  }
}
