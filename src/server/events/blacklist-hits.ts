import type { Clock } from '../lib/clock.ts'
import type { BlacklistHit } from '../store/applications/blacklist.ts'
import type { Stores } from '../store/index.ts'

/** Counts how often each blacklist entry keeps somebody out: in memory, since a blocked caller may come in a flood. */
export interface BlacklistHits {
  hit(entryId: number): void
  /** Writes what was counted; a failed write is counted again with the next one. */
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
