import { ipLimiterKey } from '../../lib/canonical.ts'
import { createStaggeredDelay } from '../../lib/delay-refusal.ts'
import type { Limiters } from './limiters.ts'

/** Delays a 429 response for an address that got many of them; undefined means no delay. */
export type RefusalDelay = (ip: string) => Promise<void> | undefined

/**
 * Throttles 429 responses: a client that retries without waiting gets them one second later, at most 100 a second per
 * server.
 */
export function createRefusalDelay(limiters: Limiters, staggeredDelay = createStaggeredDelay()): RefusalDelay {
  const refusals = limiters.window('refusalsAtOnce')
  return (ip) => (refusals.take(ipLimiterKey(ip)) > 0 ? staggeredDelay() : undefined)
}
