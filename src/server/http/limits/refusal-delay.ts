import { ipLimiterKey } from '../../lib/canonical.ts'
import { createStaggeredDelay } from '../../lib/delay-refusal.ts'
import type { Limiters } from './limiters.ts'

/** Waits before an address is told once more that it calls too often; undefined while it was told so a few times only. */
export type RefusalDelay = (ip: string) => Promise<void> | undefined

/**
 * A refusal costs little, and by the ten thousand a second it costs everybody else the event loop. Who goes on calling at
 * full speed gets its refusals a second later, and one after another: a hundred a second, however many connections ask.
 */
export function createRefusalDelay(limiters: Limiters): RefusalDelay {
  const refusals = limiters.window('refusalsAtOnce')
  const staggeredDelay = createStaggeredDelay()
  return (ip) => (refusals.take(ipLimiterKey(ip)) > 0 ? staggeredDelay() : undefined)
}
