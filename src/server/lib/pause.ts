import { setTimeout } from 'node:timers/promises'

/** Who asks again as soon as it is refused is slowed down by this: the event loop belongs to running programs, too. */
export const refusalPauseMs = 1000

/** A pause that a stop cuts short. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {})
}
