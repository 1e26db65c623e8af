import { ipLimiterKey } from '../lib/canonical.ts'
import type { Clock } from '../lib/clock.ts'
import { limitTable, scaledLimit } from '../lib/limits/limit-table.ts'
import type { NewActivity } from '../store/activity/new-activity.ts'

/** One row of the activity log about to be written. */
export interface ActivityEntry extends NewActivity {
  /** Code of the response, or why a session ended. */
  readonly code: string
}

/** Rows per event and address (a /64 for IPv6) that are listed within a minute; the rest becomes one counted row. */
const { limit: listedPerWindow, windowMs } = limitTable.activityRows
/** This many addresses have a count of their own; further ones share one per application and event. */
const maxKinds = 50_000

interface Kind {
  endsAtMs: number
  listed: number
  /** The last entry that was not listed, with the count of all of them. */
  suppressed: ActivityEntry | undefined
}

/** Whether the window is still open. One that ends too far ahead (the clock was set back) counts as over. */
const isWithin = ({ endsAtMs }: Kind, now: number) => now < endsAtMs && endsAtMs <= now + windowMs

/** What happens to an entry. It counts against the limit at once, so concurrent entries cannot exceed it. */
interface Admission {
  /** Returns true to write now, false when the event was only counted; `takeSuppressed` returns it later. */
  readonly isListed: boolean
  /** Call once with the result of the transaction: a rolled-back entry is not counted and frees its place. */
  confirm(hasHappened: boolean): void
}

/** Rate-limits rejected events in the activity log: the excess becomes one counted row. Successes are always listed. */
export interface ActivityThrottle {
  admit(entry: ActivityEntry): Admission
  /** The counts of the windows that are over (or of all, at shutdown), as one entry each. */
  takeSuppressed(all?: boolean): ActivityEntry[]
  /** Returns a count that could not be written; the next `takeSuppressed` includes it. */
  putBack(entry: ActivityEntry): void
}

const alwaysListed: Admission = { isListed: true, confirm: () => {} }

export function createActivityThrottle(clock: Clock, scale = 1): ActivityThrottle {
  const kinds = new Map<string, Kind>()
  const maxListed = scaledLimit(listedPerWindow, scale)
  /** Counted per address, or, when there are too many addresses, per application and event. */
  const keyOf = ({ applicationId, event, ipAddress }: ActivityEntry) => {
    const key = `${applicationId} ${event} ${ipLimiterKey(ipAddress)}`
    return kinds.has(key) || kinds.size < maxKinds ? key : `${applicationId} ${event}`
  }

  /** The open window, or one whose count is not written yet. */
  const kindOf = (entry: ActivityEntry): Kind => {
    const now = clock.nowMs()
    const key = keyOf(entry)
    const known = kinds.get(key)
    if (known && (known.suppressed || isWithin(known, now))) return known
    const kind = { endsAtMs: now + windowMs, listed: 0, suppressed: undefined }
    kinds.set(key, kind)
    return kind
  }
  const suppress = (kind: Kind, entry: ActivityEntry) => {
    kind.suppressed = { ...entry, count: (kind.suppressed?.count ?? 0) + entry.count }
  }

  return {
    admit(entry) {
      if (entry.success) return alwaysListed
      const kind = kindOf(entry)
      if (kind.listed >= maxListed) {
        // The window may have been written meanwhile, so look it up again.
        return { isListed: false, confirm: (hasHappened) => hasHappened && suppress(kindOf(entry), entry) }
      }
      kind.listed += 1
      const freePlace = () => (kind.listed -= 1)
      return { isListed: true, confirm: (hasHappened) => hasHappened || freePlace() }
    },
    takeSuppressed(all = false) {
      const now = clock.nowMs()
      const taken: ActivityEntry[] = []
      for (const [key, kind] of kinds) {
        if (!all && isWithin(kind, now)) continue
        if (kind.suppressed) taken.push(kind.suppressed)
        kinds.delete(key)
      }
      return taken
    },
    putBack(entry) {
      const key = keyOf(entry)
      const known = kinds.get(key)
      if (known)
        known.suppressed = { ...(known.suppressed ?? entry), count: (known.suppressed?.count ?? 0) + entry.count }
      else kinds.set(key, { endsAtMs: clock.nowMs(), listed: maxListed, suppressed: entry })
    },
  }
}
