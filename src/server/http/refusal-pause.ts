import { setTimeout as sleep } from 'node:timers/promises'
import { ipLimiterKey } from '../lib/canonical.ts'
import { refusalPauseMs } from '../lib/pause.ts'
import type { Limiters } from './limiters.ts'

/** Waits before an address is told once more that it calls too often; undefined while it was told so a few times only. */
export type RefusalPause = (ip: string) => Promise<void> | undefined

/**
 * A refusal costs little, and by the ten thousand a second it costs everybody else the event loop. Who goes on calling at
 * full speed gets its refusals a second later: a connection then makes one call a second.
 */
export function createRefusalPause(limiters: Limiters): RefusalPause {
  const refusals = limiters.window('refusalsAtOnce')
  return (ip) => (refusals.take(ipLimiterKey(ip)) > 0 ? sleep(refusalPauseMs) : undefined)
}
