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

/** After this many failures the rest of the suppressed entries waits for the next flush. */
const maxFailuresPerFlush = 3

/** Records events: activity rows in the transaction of their cause, counters every second. */
export interface Recorder {
  readonly tally: Tally
  /** Writes the entry in this transaction, unless the activity throttle suppresses it. */
  record(tx: StoreSet, entry: ActivityEntry): Promise<void>
  /** The webhooks subscribed to an entry, for callers that write the row themselves. */
  audienceOf(entry: ActivityEntry): Audience | undefined | Promise<Audience | undefined>
  /** Counts an entry whose row the caller has written and committed, and notifies the listeners. */
  recorded(entry: ActivityEntry, audience: Audience | undefined): void
  /** Writes an entry in a transaction of its own; resolves when it is durable. */
  recordAlone(entry: ActivityEntry): Promise<void>
  /** Runs a write that only records what happened. False when the disk is full: the login itself still succeeds. */
  writeUnlessDiskFull(write: () => Promise<void>): Promise<boolean>
  /** Flushes the counters, so that statistics read afterwards are current. A failed write leaves them as they were. */
  flushCounts(): Promise<void>
  /** Stores counters and suppressed entries; with `all` (shutdown) also those whose window is still open. */
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
  /** Counted only after commit: rollbacks count nothing, retries count once. */
  const writeEntry = async (tx: StoreSet, entry: ActivityEntry) => {
    const audience = await outbox.audienceOf(entry, tx)
    await tx.activity.insert(entry, audience)
    tx.onTransactionEnd((isCommitted) => {
      if (isCommitted) recorded(entry, audience)
    })
  }
  const record = async (tx: StoreSet, entry: ActivityEntry) => {
    const { isListed, confirm } = throttle.admit(entry)
    tx.onTransactionEnd(confirm)
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

  /** Skips applications that were deleted meanwhile. */
  const writeSuppressed = (entry: ActivityEntry) =>
    stores.transaction(async (tx) => {
      if (await tx.applications.find(entry.applicationId)) await writeEntry(tx, entry)
    })
  /** One transaction per entry: one that fails is kept for the next flush and does not affect the others. */
  const writeAllSuppressed = async (held: readonly ActivityEntry[]) => {
    let failures = 0
    let error: unknown
    for (const entry of held) {
      try {
        // An unavailable database is not asked again for each of thousands.
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
  /** Serialized: waiting for this flush includes the one in progress. */
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
        // The client has its response: the row is written with a later flush, when the disk has space.
        if (!isWritten) throttle.putBack(entry)
      } catch (error) {
        confirm(false)
        throw error
      }
    },
    writeUnlessDiskFull,
    flushCounts: () => flushCountsInOrder().catch(() => {}),
    async flush(all = false) {
      const error = await writeAllSuppressed(throttle.takeSuppressed(all))
      await flushCountsInOrder()
      if (error !== undefined) throw error
    },
  }
}

/** Counts since the last flush. */
interface Counted {
  readonly steps: readonly CounterStep[]
  readonly events: readonly EventStep[]
}

/** Counts kept in memory until the next flush: a crash loses a second of counts, never an acknowledged change. */
interface Tally {
  add(applicationId: number, name: CounterName, now: Date, by?: number): void
  /** Counts an activity event; `count` is above 1 for a row of suppressed entries. */
  addEvent(applicationId: number, event: EventName, at: Date, count: number): void
  take(): Counted
  /** Returns counts that could not be stored, for the next flush. */
  putBack(counted: Counted): void
}

type Step = { -readonly [K in keyof CounterStep]: CounterStep[K] }

function createTally(): Tally {
  // By name, then by application: this runs at every client request, where joining a key would cost more than counting.
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
