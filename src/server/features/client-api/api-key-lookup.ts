import type { Clock } from '../../lib/clock.ts'
import type { Stores } from '../../store/index.ts'
import type { ClientContext, ClientContexts } from './client-context.ts'
import type { ClientRateLimits } from './client-rate-limits.ts'

interface FindContextDeps {
  readonly contexts: ClientContexts
  readonly knownKeys: KnownApiKeys
  readonly limits: ClientRateLimits
}

/** Whose key it is, nobody's, or how long to wait because this address tried too many that are nobody's. */
export type FoundContext = ClientContext | 'unknown' | number

/**
 * Looks an API key up that is not in memory. A key that nobody is known to have takes a place in the limit of its address
 * before the database is asked; one that is known to be right needs none, or neighbors behind the same address could
 * keep it out.
 */
export async function findContextByApiKey(deps: FindContextDeps, apiKey: string, ip: string): Promise<FoundContext> {
  const { knownKeys, limits } = deps
  if (knownKeys.has(apiKey)) return (await lookUp(deps, apiKey)) ?? (limits.invalidKey(ip) || 'unknown')
  const place = await limits.unknownKey(ip)
  if (typeof place === 'number') {
    return (await knownKeys.hasWhenRead(apiKey)) ? ((await lookUp(deps, apiKey)) ?? place) : place
  }
  try {
    const context = await lookUp(deps, apiKey)
    if (!context) place.commit()
    return context ?? 'unknown'
  } finally {
    place.release()
  }
}

/** Somebody else may have looked it up while this call waited for its place. */
async function lookUp({ contexts, knownKeys }: FindContextDeps, apiKey: string): Promise<ClientContext | undefined> {
  const context = contexts.known(apiKey) ?? (await contexts.find(apiKey))
  if (context) knownKeys.learn(apiKey)
  else knownKeys.forget(apiKey)
  return context
}

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
