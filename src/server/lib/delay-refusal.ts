import { setTimeout } from 'node:timers/promises'

/** Delay for clients that retry immediately after a rejection, so that they don't take the event loop from others. */
export const refusalDelayMs = 1000
/**
 * Delayed responses are spaced out: sent together, they would be retried together, and other requests would wait behind
 * the burst.
 */
export const refusalSpacingMs = 10
/** Below the usual timeout of clients. */
export const longestRefusalDelayMs = 5000

/** Sleeps until the time is over or the signal aborts. */
export async function abortableSleep(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {})
}

/** Returns delays of at least a second that end one after another. */
export function createStaggeredDelay(): () => Promise<void> {
  const nextEndMs = createStaggering()
  return () => {
    const nowMs = performance.now()
    return setTimeout(nextEndMs(nowMs) - nowMs)
  }
}

/**
 * When the next of them ends. The longer the queue, the closer its ends, so that its length approaches five seconds: a
 * fixed spacing up to there would end all that exceed it together, and thousands of clients would retry in one burst.
 */
export function createStaggering(): (nowMs: number) => number {
  let lastEndMs = 0
  return (nowMs) => {
    const queueMs = Math.max(0, lastEndMs - nowMs)
    const spacingMs = refusalSpacingMs * (1 - queueMs / longestRefusalDelayMs)
    lastEndMs = Math.max(nowMs + refusalDelayMs, lastEndMs + spacingMs)
    return lastEndMs
  }
}
