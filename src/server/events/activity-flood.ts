import type { EventName } from '../../shared/events.ts'
import { ipLimiterKey } from '../lib/canonical.ts'
import type { Clock } from '../lib/clock.ts'
import { limitTable, scaledLimit } from '../lib/limits/limit-table.ts'
import type { ActivityDetail } from '../store/activity.ts'

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
const maxKinds = 50_000

interface Kind {
  endsAtMs: number
  listed: number
  /** The last entry that was not listed, with how many it stands for. */
  held: ActivityEntry | undefined
}

/** Whether the kind's minute lasts; one that would end later than it can (the clock went back) is over. */
const isWithin = ({ endsAtMs }: Kind, now: number) => now < endsAtMs && endsAtMs <= now + windowMs

/** Keeps a flood of refusals from filling the log. What succeeded is always listed. */
export interface ActivityFlood {
  /** True: write it now. False: it is counted and comes with `takeHeld`. */
  admit(entry: ActivityEntry): boolean
  /** The counts of the minutes that are over (or of all, at shutdown), one entry per kind. */
  takeHeld(all?: boolean): ActivityEntry[]
}

export function createActivityFlood(clock: Clock, scale = 1): ActivityFlood {
  const kinds = new Map<string, Kind>()
  const mostListed = scaledLimit(listedPerWindow, scale)
  return {
    admit(entry) {
      if (entry.success) return true
      const now = clock.nowMs()
      const key = `${entry.applicationId} ${entry.event} ${ipLimiterKey(entry.ipAddress)}`
      const known = kinds.get(key)
      const isOpen = known !== undefined && isWithin(known, now)
      const kind = isOpen || known?.held ? known : { endsAtMs: now + windowMs, listed: 0, held: undefined }
      if (!known && kinds.size >= maxKinds) return false
      kinds.set(key, kind)
      kind.listed += 1
      if (kind.listed <= mostListed) return true
      kind.held = { ...entry, count: (kind.held?.count ?? 0) + 1 }
      return false
    },
    takeHeld(all = false) {
      const now = clock.nowMs()
      const taken: ActivityEntry[] = []
      for (const [key, kind] of kinds) {
        if (!all && isWithin(kind, now)) continue
        if (kind.held) taken.push(kind.held)
        kinds.delete(key)
      }
      return taken
    },
  }
}
