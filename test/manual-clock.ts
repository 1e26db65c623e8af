import type { Clock } from '../src/server/lib/clock.ts'

/** A clock that stands still until the test moves it. */
export class ManualClock implements Clock {
  #nowMs: number

  constructor(start: Date | number | string = '2026-01-01T00:00:00.000Z') {
    this.#nowMs = new Date(start).getTime()
  }

  now(): Date {
    return new Date(this.#nowMs)
  }

  nowMs(): number {
    return this.#nowMs
  }

  set(to: Date | number | string): void {
    this.#nowMs = new Date(to).getTime()
  }

  advance(ms: number): void {
    this.#nowMs += ms
  }
}
