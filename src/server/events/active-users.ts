import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../lib/clock.ts'
import type { Stores } from '../store/index.ts'

/** How many users of an application could sign in now. */
export interface ActiveUsers {
  count(application: { readonly id: number; readonly userCount: number }): Promise<number>
}

/** Up to here counting is as quick as remembering. */
const smallUsers = 5_000
const sliceUsers = 4_000
/** A count of a large application is this old at most when it is told, unless nobody asked for long. */
const freshMs = 15_000
const keptMs = 5 * 60_000

interface Known {
  readonly active: number
  readonly atMs: number
}

/**
 * Whether a user could sign in changes by the passing of time alone, so there is no counter to keep. Small applications
 * are counted when asked; large ones by the slice, others getting their turn, and the count is remembered: who asks
 * again is told the last one at once, while the next is under way.
 */
export function openActiveUsers(stores: Stores, clock: Clock): ActiveUsers {
  const known = new Map<number, Known>()
  const counting = new Map<number, Promise<number>>()

  const countSlices = async (id: number): Promise<number> => {
    const now = clock.now()
    let active = 0
    let afterId: number | undefined = 0
    while (afterId !== undefined) {
      const slice = await stores.appUsers.countActive(id, now, afterId, sliceUsers)
      active += slice.active
      afterId = slice.nextId
      if (afterId !== undefined) await setImmediate()
    }
    return active
  }
  const count = (id: number): Promise<number> => {
    const running = counting.get(id)
    if (running !== undefined) return running
    const promise = countSlices(id)
      .then((active) => {
        known.set(id, { active, atMs: clock.nowMs() })
        return active
      })
      .finally(() => counting.delete(id))
    counting.set(id, promise)
    return promise
  }

  return {
    count({ id, userCount }) {
      if (userCount <= smallUsers) return countSlices(id)
      const last = known.get(id)
      const ageMs = last ? Math.abs(clock.nowMs() - last.atMs) : Number.POSITIVE_INFINITY
      if (!last || ageMs > keptMs) return count(id)
      // A count that fails is tried again by the next who asks.
      if (ageMs > freshMs) count(id).catch(() => {})
      return Promise.resolve(last.active)
    },
  }
}
