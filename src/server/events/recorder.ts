import type { EventName } from '../../shared/events.ts'
import { DiskFull } from '../db/open.ts'
import type { Clock } from '../lib/clock.ts'
import { type CounterName, type CounterStep, counterDay, startOfDay } from '../store/activity/counters.ts'
import { type EventStep, hourMs } from '../store/activity/event-counts.ts'
import type { StoreSet, Stores } from '../store/index.ts'
import type { Audience } from '../store/webhooks/message.ts'
import { type ActivityEntry, createActivityThrottle } from './activity-throttle.ts'
import type { LiveBus } from './live-bus.ts'
import type { Outbox } from './webhooks/queue/outbox.ts'

/** So many failures end a run of writing counts of refusals; the rest waits for the next one. */
const maxFailuresPerFlush = 3

/** Writes what happened: activity rows in the transaction of their cause, counts every second. */
export interface Recorder {
  readonly tally: Tally
  /** Writes the entry in this transaction, unless a flood of its kind is only counted. */
  record(tx: StoreSet, entry: ActivityEntry): Promise<void>
  /** The webhooks that hear of an entry, for whoever writes it himself. */
  audienceOf(entry: ActivityEntry): Audience | undefined | Promise<Audience | undefined>
  /** An entry was written with its cause by somebody else: it is counted, and who listens is told. */
  recorded(entry: ActivityEntry, audience: Audience | undefined): void
  /** Writes an entry that has no other change beside it; resolves when it is durable. */
  recordAlone(entry: ActivityEntry): Promise<void>
  /**
   * Runs a write that only tells what happened. On a full disk it is left out, false: whoever signs in is
   * let in all the same.
   */
  writeUnlessDiskFull(write: () => Promise<void>): Promise<boolean>
  /** Figures that are read after it are of now. Without a database that takes writes they are those of before. */
  counted(): Promise<void>
  /** Writes counts and held entries; `all` at shutdown. */
  flush(all?: boolean): Promise<void>
}

export function openRecorder(stores: Stores, bus: LiveBus, outbox: Outbox, clock: Clock, floodScale: number): Recorder {
  const throttle = createActivityThrottle(clock, floodScale)
  const tally = createTally()

  const recorded = (entry: ActivityEntry, audience: Audience | undefined) => {
    tally.add(entry.applicationId, 'activity', entry.at)
    tally.addEvent(entry.applicationId, entry.event, entry.at, entry.count)
    bus.publishEvent(entry.applicationId, entry.event)
    if (audience) outbox.written()
  }
  /** What was taken back is not counted, and what runs again is counted once. */
  const writeEntry = async (tx: StoreSet, entry: ActivityEntry) => {
    const audience = await outbox.audienceOf(entry, tx)
    await tx.activity.insert(entry, audience)
    tx.whenOver((isCommitted) => {
      if (isCommitted) recorded(entry, audience)
    })
  }
  const record = async (tx: StoreSet, entry: ActivityEntry) => {
    const { isListed, confirm } = throttle.admit(entry)
    tx.whenOver(confirm)
    if (isListed) await writeEntry(tx, entry)
  }

  const writeUnlessDiskFull = async (change: () => Promise<void>) => {
    try {
      await change()
      return true
    } catch (error) {
      if (error instanceof DiskFull) return false
      throw error
    }
  }

  /** Of an application that is gone there is no log. */
  const writeSuppressed = (entry: ActivityEntry) =>
    stores.transaction(async (tx) => {
      if (await tx.applications.find(entry.applicationId)) await writeEntry(tx, entry)
    })
  /** Each count for itself: one that fails is kept for the next time and takes no other with it. */
  const writeAllSuppressed = async (held: readonly ActivityEntry[]) => {
    let failures = 0
    let error: unknown
    for (const entry of held) {
      try {
        // A database that is away is not asked for each of thousands.
        if (failures < maxFailuresPerFlush) await writeSuppressed(entry)
        else throttle.putBack(entry)
      } catch (failed) {
        failures += 1
        error = failed
        throttle.putBack(entry)
      }
    }
    return error
  }

  const writeCounts = async () => {
    const counted = tally.take()
    if (counted.steps.length + counted.events.length === 0) return
    try {
      await stores.transaction(async (tx) => {
        await tx.counters.add(counted.steps)
        await tx.eventCounts.add(counted.events)
      })
    } catch (error) {
      tally.putBack(counted)
      throw error
    }
  }
  let counting = Promise.resolve()
  /** One after the other: whoever waits for his turn has waited for what was under way. */
  const flushCountsInOrder = () => {
    counting = counting.then(writeCounts, writeCounts)
    return counting
  }

  return {
    tally,
    audienceOf: (entry) => outbox.audienceOf(entry),
    recorded,
    record,
    async recordAlone(entry) {
      const { isListed, confirm } = throttle.admit(entry)
      if (!isListed) return confirm(true)
      try {
        const isWritten = await writeUnlessDiskFull(() => stores.transaction((tx) => writeEntry(tx, entry)))
        // It was answered: its row comes with the counts, when there is room.
        if (!isWritten) throttle.putBack(entry)
      } catch (error) {
        confirm(false)
        throw error
      }
    },
    writeUnlessDiskFull,
    counted: () => flushCountsInOrder().catch(() => {}),
    async flush(all = false) {
      const error = await writeAllSuppressed(throttle.takeSuppressed(all))
      await flushCountsInOrder()
      if (error !== undefined) throw error
    },
  }
}

/** What was counted since the last time. */
interface Counted {
  readonly steps: readonly CounterStep[]
  readonly events: readonly EventStep[]
}

/** Counts kept in memory until the next flush: a crash loses a second of counts, never an answered change. */
interface Tally {
  add(applicationId: number, name: CounterName, now: Date, by?: number): void
  /** An event of the log; `count` of them at once where a flood became one row. */
  addEvent(applicationId: number, event: EventName, at: Date, count: number): void
  take(): Counted
  /** Keeps for the next time what could not be written. */
  putBack(counted: Counted): void
}

type Step = { -readonly [K in keyof CounterStep]: CounterStep[K] }

function createTally(): Tally {
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
