import { setTimeout } from 'node:timers/promises'

/** Delay for clients that retry immediately after a rejection, so that they don't take the event loop from others. */
export const refusalDelayMs = 1000
/**
 * Delayed responses are spaced out: sent together, they would be retried together, and other requests would wait behind
 * the burst.
 */
export const refusalSpacingMs = 10
/** Below the usual timeout of clients; longer queues drain faster. */
const longestMs = 5000

/** Sleeps until the time is over or the signal aborts. */
export async function abortableSleep(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {})
}

/** Returns delays of at least a second that end one after another. */
export function createStaggeredDelay(): () => Promise<void> {
  let lastEndMs = 0
  return () => {
    const nowMs = performance.now()
    lastEndMs = Math.min(Math.max(nowMs + refusalDelayMs, lastEndMs + refusalSpacingMs), nowMs + longestMs)
    return setTimeout(lastEndMs - nowMs)
  }
}
