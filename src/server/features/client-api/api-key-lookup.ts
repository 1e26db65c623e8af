import type { Clock } from '../../lib/clock.ts'
import type { Stores } from '../../store/index.ts'
import type { ClientContext, ClientContexts } from './client-context.ts'
import type { ClientRateLimits } from './client-rate-limits.ts'

interface FindContextDeps {
  readonly contexts: ClientContexts
  readonly knownKeys: KnownApiKeys
  readonly limits: ClientRateLimits
}

/** The application's context, `unknown`, or the wait in ms when this address sent too many invalid keys. */
export type FoundContext = ClientContext | 'unknown' | number

/**
 * Looks up an API key that is not cached. An unknown key reserves a slot in the limit of its address first. A key that
 * is known to be valid needs none: otherwise others behind the same IP address could block it.
 */
export async function findContextByApiKey(deps: FindContextDeps, apiKey: string, ip: string): Promise<FoundContext> {
  const { knownKeys, limits } = deps
  if (knownKeys.has(apiKey)) return (await lookUp(deps, apiKey)) ?? (limits.invalidKey(ip) || 'unknown')
  const reservation = await limits.unknownKey(ip)
  if (typeof reservation === 'number') {
    return (await knownKeys.hasWhenRead(apiKey)) ? ((await lookUp(deps, apiKey)) ?? reservation) : reservation
  }
  try {
    const context = await lookUp(deps, apiKey)
    if (!context) reservation.commit()
    return context ?? 'unknown'
  } finally {
    reservation.release()
  }
}

/** Another request may have loaded it while this one waited for its slot. */
async function lookUp({ contexts, knownKeys }: FindContextDeps, apiKey: string): Promise<ClientContext | undefined> {
  const context = contexts.known(apiKey) ?? (await contexts.find(apiKey))
  if (context) knownKeys.learn(apiKey)
  else knownKeys.forget(apiKey)
  return context
}

/**
 * The API keys that exist, as hashes in memory: a valid key is still looked up while another client at its address
 * tries thousands of keys. Knowing a key here grants no access.
 */
export interface KnownApiKeys {
  has(apiKey: string): boolean
  learn(apiKey: string): void
  forget(apiKey: string): void
  /** Like `has`, after reloading the set of keys, at most twice a minute. */
  hasWhenRead(apiKey: string): Promise<boolean>
}

const readEveryMs = 30_000
/** With more applications than this, the most recently used keys are known. */
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
