import type { Clock } from '../lib/clock.ts'
import type { BlacklistHit } from '../store/applications/blacklist.ts'
import type { Stores } from '../store/index.ts'

/** Counts blacklist hits in memory, since blocked clients may send many requests. */
export interface BlacklistHits {
  hit(entryId: number): void
  /** Stores the counts. After a failed write they are kept for the next one. */
  flush(): Promise<void>
}

export function openBlacklistHits(stores: Stores, clock: Clock): BlacklistHits {
  let counted = new Map<number, BlacklistHit>()

  const add = ({ entryId, count, lastAt }: BlacklistHit) => {
    const known = counted.get(entryId)
    const isLater = known === undefined || known.lastAt < lastAt
    counted.set(entryId, { entryId, count: count + (known?.count ?? 0), lastAt: isLater ? lastAt : known.lastAt })
  }
  return {
    hit: (entryId) => add({ entryId, count: 1, lastAt: clock.now() }),
    async flush() {
      if (counted.size === 0) return
      const hits = [...counted.values()]
      counted = new Map()
      try {
        await stores.transaction((tx) => tx.blacklist.addHits(hits))
      } catch (error) {
        for (const hit of hits) add(hit)
        throw error
      }
    },
  }
}
