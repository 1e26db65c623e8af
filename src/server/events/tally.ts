import { type CounterName, type CounterStep, counterDay } from '../store/counters.ts'

/** Counts kept in memory until the next flush: a crash loses a second of counts, never an answered change. */
export interface Tally {
  add(applicationId: number, name: CounterName, now: Date, by?: number): void
  /** Everything counted since the last time. */
  take(): CounterStep[]
}

export function createTally(): Tally {
  let steps = new Map<string, { -readonly [K in keyof CounterStep]: CounterStep[K] }>()
  return {
    add(applicationId, name, now, by = 1) {
      const day = counterDay(name, now)
      const key = `${applicationId} ${day} ${name}`
      const known = steps.get(key)
      if (known) known.by += by
      else steps.set(key, { applicationId, name, day, by })
    },
    take() {
      const taken = [...steps.values()]
      steps = new Map()
      return taken
    },
  }
}
