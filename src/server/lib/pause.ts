import { setTimeout } from 'node:timers/promises'

/** A pause that a stop cuts short. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {})
}
