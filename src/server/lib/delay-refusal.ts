import { setTimeout } from 'node:timers/promises'

/** Who asks again as soon as it is refused is slowed down by this: the event loop belongs to running programs, too. */
export const refusalDelayMs = 1000
/** Refusals that waited side by side would be asked for again side by side, and others' calls wait behind such a burst. */
export const refusalSpacingMs = 10
/** Below what clients wait for an answer; with so many in line, all leave faster. */
const longestMs = 5000

/** A pause that a stop cuts short. */
export async function abortableSleep(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {})
}

/** Pauses of a second at least, which end one after another. */
export function createStaggeredDelay(): () => Promise<void> {
  let lastEndMs = 0
  return () => {
    const nowMs = performance.now()
    lastEndMs = Math.min(Math.max(nowMs + refusalDelayMs, lastEndMs + refusalSpacingMs), nowMs + longestMs)
    return setTimeout(lastEndMs - nowMs)
  }
}
