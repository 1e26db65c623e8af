import { setImmediate } from 'node:timers/promises'
import { keepReading } from '../db/open.ts'
import type { Clock } from '../lib/clock.ts'
import type { Stores } from '../store/index.ts'

/** Counts the users of an application that could log in now. */
export interface ActiveUsers {
  count(application: { readonly id: number; readonly userCount: number }): Promise<number>
}

/** Up to this many users, counting is as fast as a cache. */
const smallUsers = 5_000
const sliceUsers = 4_000
/** A cached count that is older is still returned, and counted again in the background. */
const freshMs = 15_000
const keptMs = 5 * 60_000

interface Known {
  readonly active: number
  readonly atMs: number
}

/**
 * Users expire without any write, so there is no counter that could be kept up to date. Small applications are counted
 * on request; large ones in batches that yield to other work, with a cached result that is returned while a new count
 * runs (stale-while-revalidate).
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
    const promise = keepReading(() => countSlices(id))
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
      // A count that fails is repeated by the next request.
      if (ageMs > freshMs) count(id).catch(() => {})
      return Promise.resolve(last.active)
    },
  }
}
