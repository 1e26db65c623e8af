import { setImmediate } from 'node:timers/promises'
import { dayMs } from '../../store/event-counts.ts'
import type { StoreSet } from '../../store/index.ts'

const weeks = 12

/**
 * How many users and licenses expire on each day of the next twelve weeks, today first. Each day is a range of an
 * index; between two days others get their turn.
 */
export async function expiriesOf(stores: Pick<StoreSet, 'expiries'>, applicationId: number, now: Date) {
  const from = new Date(Math.floor(now.getTime() / dayMs) * dayMs)
  const users: number[] = []
  const licenses: number[] = []
  for (let day = 0; day < weeks * 7; day += 1) {
    const [start, end] = [from.getTime() + day * dayMs, from.getTime() + (day + 1) * dayMs]
    users.push(await stores.expiries.users(applicationId, start, end))
    licenses.push(await stores.expiries.licenses(applicationId, start, end))
    await setImmediate()
  }
  return { from, users, licenses }
}
