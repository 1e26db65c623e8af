import type { EventName } from '../../shared/events.ts'
import { type CounterName, type CounterStep, counterDay, startOfDay } from '../store/counters.ts'
import { type EventStep, hourMs } from '../store/event-counts.ts'

/** What was counted since the last time. */
interface Counted {
  readonly steps: readonly CounterStep[]
  readonly events: readonly EventStep[]
}

/** Counts kept in memory until the next flush: a crash loses a second of counts, never an answered change. */
export interface Tally {
  add(applicationId: number, name: CounterName, now: Date, by?: number): void
  /** An event of the log; `count` of them at once where a flood became one row. */
  addEvent(applicationId: number, event: EventName, at: Date, count: number): void
  take(): Counted
  /** Keeps for the next time what could not be written. */
  putBack(counted: Counted): void
}

type Step = { -readonly [K in keyof CounterStep]: CounterStep[K] }

export function createTally(): Tally {
  // By name, then by application: counted at every public call, where a joined key would cost more than the count.
  let steps = new Map<CounterName, Map<number, Step>>()
  let events = new Map<string, EventStep>()
  const finished: CounterStep[] = []

  const add = (applicationId: number, name: CounterName, now: Date, by = 1) => {
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
  }
  const addEventStep = (step: EventStep) => {
    const key = `${step.applicationId} ${step.event} ${step.hour}`
    events.set(key, { ...step, by: step.by + (events.get(key)?.by ?? 0) })
  }

  return {
    add,
    addEvent: (applicationId, event, at, count) =>
      addEventStep({ applicationId, event, hour: Math.floor(at.getTime() / hourMs), by: count }),
    take() {
      const taken = {
        steps: [...finished.splice(0), ...[...steps.values()].flatMap((byApplication) => [...byApplication.values()])],
        events: [...events.values()],
      }
      steps = new Map()
      events = new Map()
      return taken
    },
    putBack(counted) {
      for (const { applicationId, name, day, by } of counted.steps) add(applicationId, name, startOfDay(day), by)
      for (const step of counted.events) addEventStep(step)
    },
  }
}
