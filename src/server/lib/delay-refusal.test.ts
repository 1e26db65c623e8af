import { describe, expect, it } from 'vitest'
import { createStaggering, longestRefusalDelayMs, refusalDelayMs, refusalSpacingMs } from './delay-refusal.ts'

/** The most of them that end within any ten milliseconds. */
function mostTogether(endsMs: readonly number[]): number {
  const perSpacing = new Map<number, number>()
  for (const endMs of endsMs) {
    const at = Math.floor(endMs / refusalSpacingMs)
    perSpacing.set(at, (perSpacing.get(at) ?? 0) + 1)
  }
  return Math.max(...perSpacing.values())
}

/** Clients that each call again as soon as they are answered, for a minute of their time. */
function endsOfClients(clients: number): number[] {
  const nextEndMs = createStaggering()
  const pending = Array.from({ length: clients }, () => nextEndMs(0))
  const endsMs: number[] = []
  for (let nowMs = pending.shift() ?? 0; nowMs < 60_000; nowMs = pending.shift() ?? nowMs) {
    endsMs.push(nowMs)
    const next = nextEndMs(nowMs)
    expect(next - nowMs).toBeGreaterThanOrEqual(refusalDelayMs)
    expect(next - nowMs).toBeLessThan(longestRefusalDelayMs)
    // each ends after all before it, so the queue stays in order
    expect(next).toBeGreaterThan(pending.at(-1) ?? nowMs)
    pending.push(next)
  }
  return endsMs
}

describe('delayed refusals', () => {
  it('of few clients end some milliseconds apart', () => {
    expect(mostTogether(endsOfClients(50))).toBe(2)
  })

  it.each([800, 2_000])('of %i clients never end in a burst, however long all of them go on', (clients) => {
    const endsMs = endsOfClients(clients)
    expect(mostTogether(endsMs)).toBeLessThan(clients / 25)
    expect(endsMs.length).toBeGreaterThan(clients * 10)
  })

  it('begin anew after a pause: the first waits a second', () => {
    const nextEndMs = createStaggering()
    for (let n = 0; n < 100; n += 1) nextEndMs(0)
    expect(nextEndMs(100_000)).toBe(100_000 + refusalDelayMs)
  })
})
