import type { ClientDay } from '../store/applications/client-days.ts'
import { dayOf } from '../store/applications/client-days.ts'
import type { Stores } from '../store/index.ts'

/** Counts sign-ins by client library in memory, so that a login writes nothing for it. */
export interface ClientTally {
  signedIn(applicationId: number, client: string, at: Date): void
  /** Stores the counts. After a failed write they are kept for the next one. */
  flush(): Promise<void>
}

export function openClientTally(stores: Pick<Stores, 'transaction'>): ClientTally {
  let counted = new Map<string, ClientDay>()

  const add = (each: ClientDay) => {
    const key = `${each.applicationId} ${each.day} ${each.client}`
    const known = counted.get(key)
    const lastAt = known !== undefined && known.lastAt > each.lastAt ? known.lastAt : each.lastAt
    counted.set(key, { ...each, lastAt, logins: each.logins + (known?.logins ?? 0) })
  }
  return {
    signedIn: (applicationId, client, at) => add({ applicationId, day: dayOf(at), client, logins: 1, lastAt: at }),
    async flush() {
      if (counted.size === 0) return
      const days = [...counted.values()]
      counted = new Map()
      try {
        await stores.transaction((tx) => tx.clientDays.add(days))
      } catch (error) {
        for (const each of days) add(each)
        throw error
      }
    },
  }
}
