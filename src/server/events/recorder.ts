import { DiskFull } from '../db/open.ts'
import type { Clock } from '../lib/clock.ts'
import type { StoreSet, Stores } from '../store/index.ts'
import type { Audience } from '../store/message.ts'
import { type ActivityEntry, createActivityFlood } from './activity-flood.ts'
import type { LiveBus } from './live-bus.ts'
import { createTally, type Tally } from './tally.ts'
import type { Outbox } from './webhooks/outbox.ts'

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
  writeIfRoom(write: () => Promise<void>): Promise<boolean>
  /** Figures that are read after it are of now. Without a database that takes writes they are those of before. */
  counted(): Promise<void>
  /** Writes counts and held entries; `all` at shutdown. */
  flush(all?: boolean): Promise<void>
}

export function openRecorder(stores: Stores, bus: LiveBus, outbox: Outbox, clock: Clock, floodScale: number): Recorder {
  const flood = createActivityFlood(clock, floodScale)
  const tally = createTally()

  const recorded = (entry: ActivityEntry, audience: Audience | undefined) => {
    tally.add(entry.applicationId, 'activity', entry.at)
    tally.addEvent(entry.applicationId, entry.event, entry.at, entry.count)
    bus.happened(entry.applicationId, entry.event)
    if (audience) outbox.written()
  }
  const write = async (tx: StoreSet, entry: ActivityEntry) => {
    const audience = await outbox.audienceOf(entry, tx)
    await tx.activity.insert(entry, audience)
    recorded(entry, audience)
  }

  const writeIfRoom = async (change: () => Promise<void>) => {
    try {
      await change()
      return true
    } catch (error) {
      if (error instanceof DiskFull) return false
      throw error
    }
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
  const count = () => {
    counting = counting.then(writeCounts, writeCounts)
    return counting
  }

  return {
    tally,
    audienceOf: (entry) => outbox.audienceOf(entry),
    recorded,
    async record(tx, entry) {
      if (flood.admit(entry)) await write(tx, entry)
    },
    async recordAlone(entry) {
      if (flood.admit(entry)) await writeIfRoom(() => stores.transaction((tx) => write(tx, entry)))
    },
    writeIfRoom,
    counted: () => count().catch(() => {}),
    async flush(all = false) {
      const held = flood.takeHeld(all)
      for (const entry of held) await stores.transaction((tx) => write(tx, entry))
      await count()
    },
  }
}
