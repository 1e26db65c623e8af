import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Bytes on the wire, headers included, until a screen stands still in an empty cache. */
export interface FirstLoad {
  /** Scripts and styles. */
  readonly code: number
  /** Everything: the page, fonts, pictures and data too. */
  readonly all: number
}

const kB = 1000
/** The most that the first visit of a screen may load. */
export const firstLoadLimits = {
  landing: { code: 60 * kB, all: 200 * kB },
  /** A page of the guide, complete: the font too. */
  guide: { code: 62 * kB, all: 62 * kB },
  /** The customers' portal, complete: it has the system's font. */
  portal: { code: 120 * kB, all: 120 * kB },
  'sign-in': { code: 120 * kB, all: 170 * kB },
  docs: { code: 190 * kB, all: 260 * kB },
  other: { code: 190 * kB, all: 280 * kB },
} as const satisfies Record<string, FirstLoad>

/** What a screen loads beyond its limit; nothing if it keeps it. */
export function overLimit(screen: string, load: FirstLoad, limit: FirstLoad): string[] {
  return (['code', 'all'] as const)
    .filter((part) => load[part] > limit[part])
    .map((part) => `${screen}: ${kilobytes(load[part])} of ${part}, at most ${kilobytes(limit[part])}`)
}

const atOnce = 4

/** Carries out the work for each, some of them side by side. */
export async function severalAtOnce<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const left = [...all]
  const next = async () => {
    for (let each = left.shift(); each !== undefined; each = left.shift()) await work(each)
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}

export const kilobytes = (bytes: number) => `${(bytes / kB).toFixed(1)} kB`

/** Opens the address as a new visitor does. */
export async function firstLoad(page: Page, url: string): Promise<FirstLoad> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const isCode = new Set<string>()
  const unfinished = new Set<string>()
  let code = 0
  let all = 0
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script' || type === 'Stylesheet') isCode.add(requestId)
    // Live changes are never fetched completely.
    if (type !== 'EventSource') unfinished.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    unfinished.delete(requestId)
    all += encodedDataLength
    if (isCode.has(requestId)) code += encodedDataLength
  })
  session.on('Network.loadingFailed', ({ requestId }) => unfinished.delete(requestId))
  await page.goto(url, { waitUntil: 'networkidle' })
  // On a busy machine the network pauses before everything was asked for. What is below the window waits to be seen.
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[aria-busy="true"], .animate-pulse-soft, .animate-late')].every(
      (placeholder) => placeholder.getBoundingClientRect().top >= innerHeight,
    ),
  )
  await expect.poll(() => unfinished.size, { timeout: 30_000 }).toBe(0)
  await session.detach()
  return { code, all }
}
