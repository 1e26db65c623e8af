import timers from 'node:timers/promises'
import { vi } from 'vitest'

/** From now on rests of long work (`lib/pace.ts`) last until the test ends them. Restored by `vi.restoreAllMocks`. */
export function holdRests() {
  const held: (() => void)[] = []
  const spy = vi
    .spyOn(timers, 'setTimeout')
    .mockImplementation((_ms, value) => new Promise((resolve) => held.push(() => resolve(value as never))))
  return {
    held,
    /** The work has done a slice and rests. */
    begun: () => vi.waitUntil(() => held.length > 0, { interval: 0, timeout: 60_000 }),
    /** Ends the rests that are held; later ones pass by the clock again. */
    release: () => {
      spy.mockRestore()
      for (const end of held.splice(0)) end()
    },
  }
}
