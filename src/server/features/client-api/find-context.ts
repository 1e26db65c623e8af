import type { ClientContext, ClientContexts } from './context.ts'
import type { KnownApiKeys } from './known-api-keys.ts'
import type { ClientLimits } from './limits.ts'

interface FindContextDeps {
  readonly contexts: ClientContexts
  readonly knownKeys: KnownApiKeys
  readonly limits: ClientLimits
}

/** Whose key it is, nobody's, or how long to wait because this address tried too many that are nobody's. */
export type FoundContext = ClientContext | 'unknown' | number

/**
 * Looks an API key up that is not in memory. A key that nobody is known to have takes a place in the limit of its address
 * before the database is asked; one that is known to be right needs none, or neighbors behind the same address could
 * keep it out.
 */
export async function findContext(deps: FindContextDeps, apiKey: string, ip: string): Promise<FoundContext> {
  const { knownKeys, limits } = deps
  if (knownKeys.has(apiKey)) return (await lookUp(deps, apiKey)) ?? (limits.invalidKey(ip) || 'unknown')
  const place = await limits.unknownKey(ip)
  if (typeof place === 'number') {
    return (await knownKeys.hasWhenRead(apiKey)) ? ((await lookUp(deps, apiKey)) ?? place) : place
  }
  try {
    const context = await lookUp(deps, apiKey)
    if (!context) place.keep()
    return context ?? 'unknown'
  } finally {
    place.giveBack()
  }
}

/** Somebody else may have looked it up while this call waited for its place. */
async function lookUp({ contexts, knownKeys }: FindContextDeps, apiKey: string): Promise<ClientContext | undefined> {
  const context = contexts.known(apiKey) ?? (await contexts.find(apiKey))
  if (context) knownKeys.learn(apiKey)
  else knownKeys.forget(apiKey)
  return context
}
