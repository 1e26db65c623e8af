import { registerHooks } from 'node:module'

/**
 * Preloaded into a server of a test that is not about passwords: the shipped algorithm at little cost. Full hashes take
 * longer than all else that a sign-in does, at the lowest priority, so that a busy machine waits seconds for each.
 */
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/lib/passwords/password-hash.ts')) return loaded
    const source = String(loaded.source).replace('memoryCost: 19_456, timeCost: 2', 'memoryCost: 1_024, timeCost: 1')
    if (source === String(loaded.source)) throw new Error('the shipped cost of a hash is not where it was')
    return { ...loaded, source }
  },
})
