import type { Page, Route } from 'playwright-core'

/** Faults injected into a request. */
const fates = ['delayed', 'answer delayed', 'lost on its way', 'answer lost', 'doubled', 401, 429, 503] as const
type Fate = (typeof fates)[number]

/** Numbers from 0 to 1, the same ones for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Every fault once in a random order, then again: none is missed by a short run. */
function inTurn(random: () => number): () => Fate | undefined {
  let waiting: Fate[] = []
  return () => {
    if (waiting.length === 0) waiting = [...fates]
    return waiting.splice(Math.floor(random() * waiting.length), 1)[0]
  }
}

export interface HostileNetwork {
  /** Injects this many faults, one into each change and into most reads; after them everything passes. */
  begin(count: number): void
  /** From now on everything passes. */
  end(): void
  /** Resolves when no request is pending. */
  quiet(): Promise<void>
  /** The faults injected so far, for a report. */
  readonly happened: readonly string[]
}

const refusals: Readonly<Record<401 | 429 | 503, { code: string; message: string }>> = {
  401: { code: 'not_signed_in', message: "You're not signed in." },
  429: { code: 'rate_limited', message: 'Rate limit exceeded' },
  503: { code: 'unavailable', message: 'Service is busy. Please try again shortly.' },
}

/**
 * Intercepts the requests of a page: delays them and their responses (so that they overtake each other, and a response
 * may be out of date), sends them twice, loses requests and responses, and responds 401, 429 and 503 itself. The seed
 * decides what happens when. Signing in and the live stream are left alone.
 */
export async function openHostileNetwork(page: Page, random: () => number): Promise<HostileNetwork> {
  const happened: string[] = []
  let left = 0
  let underWay = 0
  const [nextOfChanges, nextOfReads] = [inTurn(random), inTurn(random)]
  const draw = (isRead: boolean): Fate | undefined => {
    if (left === 0 || (isRead && random() < 0.4)) return undefined
    left -= 1
    return isRead ? nextOfReads() : nextOfChanges()
  }
  const suffer = async (route: Route, fate: Fate | undefined) => {
    const wait = () => new Promise((resolve) => setTimeout(resolve, 50 + random() * 600))
    switch (fate) {
      case undefined:
        return route.continue()
      case 'delayed':
        await wait()
        return route.continue()
      case 'answer delayed': {
        const response = await route.fetch()
        await wait()
        return route.fulfill({ response })
      }
      case 'lost on its way':
        return route.abort('connectionreset')
      case 'answer lost':
        await route.fetch()
        return route.abort('connectionreset')
      case 'doubled':
        await route.fetch()
        return route.continue()
      default:
        return route.fulfill({ status: fate, headers: { 'retry-after': '1' }, json: refusals[fate] })
    }
  }
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/') && !/^\/api\/(events|auth|logout)/.test(pathname),
    async (route) => {
      underWay += 1
      const request = route.request()
      const fate = draw(request.method() === 'GET')
      if (fate !== undefined) happened.push(`${request.method()} ${new URL(request.url()).pathname}: ${fate}`)
      try {
        await suffer(route, fate)
        if (fate === undefined || fate === 'delayed' || fate === 'doubled') await request.response().catch(() => null)
      } catch {
        // The page has aborted the request.
      } finally {
        underWay -= 1
      }
    },
  )
  return {
    happened,
    begin(count) {
      happened.length = 0
      left = count
    },
    end() {
      left = 0
    },
    async quiet() {
      // No new request for two rounds: a response may trigger the next one.
      for (let calm = 0; calm < 3; calm = underWay === 0 ? calm + 1 : 0) await page.waitForTimeout(120)
    },
  }
}
