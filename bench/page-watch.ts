import type { Page } from 'playwright-core'

/** Measurements inside the page: with its own clock, so that the connection to the browser does not count. */
export interface PageWatch {
  /** Milliseconds of interactions since the last call, the longest event of each: the input of INP. */
  interactionsMs(): Promise<number[]>
  /** Milliseconds between two frames since the last call. */
  framesMs(): Promise<number[]>
}

interface Seen {
  readonly interactions: Map<number, number>
  frames: number[]
}

declare global {
  interface Window {
    keywrightSeen?: Seen
  }
}

/** Measures every document that the page opens from now on. */
export async function watchPage(page: Page): Promise<PageWatch> {
  await page.addInitScript(() => {
    const seen: Seen = { interactions: new Map(), frames: [] }
    window.keywrightSeen = seen
    const note = (entries: PerformanceEntryList) => {
      for (const entry of entries as PerformanceEventTiming[]) {
        if (!entry.interactionId) continue
        seen.interactions.set(
          entry.interactionId,
          Math.max(entry.duration, seen.interactions.get(entry.interactionId) ?? 0),
        )
      }
    }
    const observer = new PerformanceObserver((list) => note(list.getEntries()))
    observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
    let last = performance.now()
    const tick = (now: number) => {
      seen.frames.push(now - last)
      last = now
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  const take = (kind: 'interactions' | 'frames') =>
    page.evaluate((wanted) => {
      const seen = window.keywrightSeen
      if (seen === undefined) return []
      const values = wanted === 'frames' ? seen.frames : [...seen.interactions.values()]
      seen.interactions.clear()
      seen.frames = []
      return values
    }, kind)
  return { interactionsMs: () => take('interactions'), framesMs: () => take('frames') }
}

/** Bytes of the page's JavaScript heap that are still referenced. */
export async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('HeapProfiler.enable')
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize
  } finally {
    await session.detach()
  }
}
