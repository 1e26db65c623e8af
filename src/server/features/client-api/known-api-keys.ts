import type { Clock } from '../../lib/clock.ts'
import type { Stores } from '../../store/index.ts'

/**
 * Which API keys there are, as far as this process knows: a program's right key is looked up even while somebody at its
 * address tries keys by the thousand. It says nothing about an application and opens none.
 */
export interface KnownApiKeys {
  has(apiKey: string): boolean
  learn(apiKey: string): void
  forget(apiKey: string): void
  /** The same as `has`, once it was read anew which keys there are; that is done twice a minute at most. */
  hasWhenRead(apiKey: string): Promise<boolean>
}

const readEveryMs = 30_000
/** Of more applications than this the keys that were used last are known. */
const maxKeys = 50_000

export function openKnownApiKeys(stores: Pick<Stores, 'apiKeys'>, clock: Clock): KnownApiKeys {
  const { lookupOf } = stores.apiKeys
  let lookups = new Set<string>()
  let readAtMs: number | undefined
  let reading: Promise<void> | undefined

  const read = async () => {
    readAtMs = clock.nowMs()
    lookups = new Set(await stores.apiKeys.lookupsLastUsed(maxKeys))
  }

  const has = (apiKey: string) => lookups.has(lookupOf(apiKey))
  return {
    has,
    learn(apiKey) {
      if (lookups.size < maxKeys) lookups.add(lookupOf(apiKey))
    },
    forget: (apiKey) => void lookups.delete(lookupOf(apiKey)),
    async hasWhenRead(apiKey) {
      if (readAtMs === undefined || Math.abs(clock.nowMs() - readAtMs) >= readEveryMs) {
        reading ??= read().finally(() => {
          reading = undefined
        })
      }
      await reading
      return has(apiKey)
    },
  }
}
