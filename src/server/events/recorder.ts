import { DiskFull } from '../db/open.ts'
import type { Clock } from '../lib/clock.ts'
import type { StoreSet, Stores } from '../store/index.ts'
import type { Audience } from '../store/message.ts'
import { type ActivityEntry, createActivityFlood } from './activity-flood.ts'
import type { LiveBus } from './live-bus.ts'
import { createTally, type Tally } from './tally.ts'
import type { Outbox } from './webhooks/outbox.ts'

/** So many failures end a run of writing counts of refusals; the rest waits for the next one. */
const givesUpAfter = 3

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
  /** What was taken back is not counted, and what runs again is counted once. */
  const write = async (tx: StoreSet, entry: ActivityEntry) => {
    const audience = await outbox.audienceOf(entry, tx)
    await tx.activity.insert(entry, audience)
    tx.whenOver((isCommitted) => {
      if (isCommitted) recorded(entry, audience)
    })
  }
  const record = async (tx: StoreSet, entry: ActivityEntry) => {
    const { isListed, settle } = flood.admit(entry)
    tx.whenOver(settle)
    if (isListed) await write(tx, entry)
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

  /** Of an application that is gone there is no log. */
  const writeHeld = (entry: ActivityEntry) =>
    stores.transaction(async (tx) => {
      if (await tx.applications.find(entry.applicationId)) await write(tx, entry)
    })
  /** Each count for itself: one that fails is kept for the next time and takes no other with it. */
  const writeAllHeld = async (held: readonly ActivityEntry[]) => {
    let failures = 0
    let error: unknown
    for (const entry of held) {
      try {
        // A database that is away is not asked for each of thousands.
        if (failures < givesUpAfter) await writeHeld(entry)
        else flood.putBack(entry)
      } catch (failed) {
        failures += 1
        error = failed
        flood.putBack(entry)
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
  const count = () => {
    counting = counting.then(writeCounts, writeCounts)
    return counting
  }

  return {
    tally,
    audienceOf: (entry) => outbox.audienceOf(entry),
    recorded,
    record,
    async recordAlone(entry) {
      const { isListed, settle } = flood.admit(entry)
      if (!isListed) return settle(true)
      try {
        const isWritten = await writeIfRoom(() => stores.transaction((tx) => write(tx, entry)))
        // It was answered: its row comes with the counts, when there is room.
        if (!isWritten) flood.putBack(entry)
      } catch (error) {
        settle(false)
        throw error
      }
    },
    writeIfRoom,
    counted: () => count().catch(() => {}),
    async flush(all = false) {
      const error = await writeAllHeld(flood.takeHeld(all))
      await count()
      if (error !== undefined) throw error
    },
  }
}
