import type { EventName } from '../../shared/events.ts'
import { ipLimiterKey } from '../lib/canonical.ts'
import type { Clock } from '../lib/clock.ts'
import { limitTable, scaledLimit } from '../lib/limits/limit-table.ts'
import type { ActivityDetail } from '../store/activity/new-activity.ts'

/** One row of the activity log about to be written. */
export interface ActivityEntry {
  readonly applicationId: number
  readonly event: EventName
  readonly success: boolean
  /** Code of the answer, or why a session ended. */
  readonly code: string
  readonly userId: number | null
  readonly username: string | null
  readonly ipAddress: string
  readonly userAgent: string
  readonly count: number
  readonly at: Date
  readonly detail?: ActivityDetail | undefined
}

/** Rows of one kind from one address (one /64 of IPv6) that are listed one by one within a minute; more of them become one count. */
const { limit: listedPerWindow, windowMs } = limitTable.activityRows
/** Of so many addresses each has a count of its own; further ones share one per application and event. */
const maxKinds = 50_000

interface Kind {
  endsAtMs: number
  listed: number
  /** The last entry that was not listed, with how many it stands for. */
  held: ActivityEntry | undefined
}

/** Whether the kind's minute lasts; one that would end later than it can (the clock went back) is over. */
const isWithin = ({ endsAtMs }: Kind, now: number) => now < endsAtMs && endsAtMs <= now + windowMs

/** What becomes of an entry. Its place is taken at once, so that of many at the same time no more are listed. */
interface Admission {
  /** True: write it now. False: it is counted, and comes with `takeHeld`. */
  readonly isListed: boolean
  /** Says, once, whether it happened: what was taken back leaves its place to another one and is not counted. */
  confirm(hasHappened: boolean): void
}

/** Keeps a flood of refusals from filling the log. What succeeded is always listed. */
export interface ActivityThrottle {
  admit(entry: ActivityEntry): Admission
  /** The counts of the minutes that are over (or of all, at shutdown), one entry per kind. */
  takeSuppressed(all?: boolean): ActivityEntry[]
  /** Keeps for the next time a count that could not be written. */
  putBack(entry: ActivityEntry): void
}

const alwaysListed: Admission = { isListed: true, confirm: () => {} }

export function createActivityThrottle(clock: Clock, scale = 1): ActivityThrottle {
  const kinds = new Map<string, Kind>()
  const maxListed = scaledLimit(listedPerWindow, scale)
  /** Where the entry is counted: with its address, or once there are too many with all further ones of its event. */
  const keyOf = ({ applicationId, event, ipAddress }: ActivityEntry) => {
    const key = `${applicationId} ${event} ${ipLimiterKey(ipAddress)}`
    return kinds.has(key) || kinds.size < maxKinds ? key : `${applicationId} ${event}`
  }

  /** The kind of the minute that lasts, or whose count is not written yet. */
  const kindOf = (entry: ActivityEntry): Kind => {
    const now = clock.nowMs()
    const key = keyOf(entry)
    const known = kinds.get(key)
    if (known && (known.held || isWithin(known, now))) return known
    const kind = { endsAtMs: now + windowMs, listed: 0, held: undefined }
    kinds.set(key, kind)
    return kind
  }
  const suppress = (kind: Kind, entry: ActivityEntry) => {
    kind.held = { ...entry, count: (kind.held?.count ?? 0) + entry.count }
  }

  return {
    admit(entry) {
      if (entry.success) return alwaysListed
      const kind = kindOf(entry)
      if (kind.listed >= maxListed) {
        // Its kind may have been written meanwhile: it is looked for again.
        return { isListed: false, confirm: (hasHappened) => hasHappened && suppress(kindOf(entry), entry) }
      }
      kind.listed += 1
      const giveBack = () => (kind.listed -= 1)
      return { isListed: true, confirm: (hasHappened) => hasHappened || giveBack() }
    },
    takeSuppressed(all = false) {
      const now = clock.nowMs()
      const taken: ActivityEntry[] = []
      for (const [key, kind] of kinds) {
        if (!all && isWithin(kind, now)) continue
        if (kind.held) taken.push(kind.held)
        kinds.delete(key)
      }
      return taken
    },
    putBack(entry) {
      const key = keyOf(entry)
      const known = kinds.get(key)
      if (known) known.held = { ...(known.held ?? entry), count: (known.held?.count ?? 0) + entry.count }
      else kinds.set(key, { endsAtMs: clock.nowMs(), listed: maxListed, held: entry })
    },
  }
}
