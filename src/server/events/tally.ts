import { type CounterName, type CounterStep, counterDay } from '../store/counters.ts'

/** Counts kept in memory until the next flush: a crash loses a second of counts, never an answered change. */
export interface Tally {
  add(applicationId: number, name: CounterName, now: Date, by?: number): void
  /** Everything counted since the last time. */
  take(): CounterStep[]
}

type Step = { -readonly [K in keyof CounterStep]: CounterStep[K] }

export function createTally(): Tally {
  // By name, then by application: counted at every public call, where a joined key would cost more than the count.
  let steps = new Map<CounterName, Map<number, Step>>()
  const finished: CounterStep[] = []
  return {
    add(applicationId, name, now, by = 1) {
      const day = counterDay(name, now)
      const byApplication = steps.get(name) ?? new Map<number, Step>()
      steps.set(name, byApplication)
      const known = byApplication.get(applicationId)
      if (known?.day === day) {
        known.by += by
        return
      }
      if (known) finished.push(known)
      byApplication.set(applicationId, { applicationId, name, day, by })
    },
    take() {
      const taken = [
        ...finished.splice(0),
        ...[...steps.values()].flatMap((byApplication) => [...byApplication.values()]),
      ]
      steps = new Map()
      return taken
    },
  }
}
