import type { Page } from 'playwright-core'

export interface HeldResponse {
  /** The server has responded; the page has not received it. */
  readonly isHeld: Promise<void>
  /** Delivers it. */
  release(): Promise<void>
}

/** Keeps the server's answer to the next such request from the page: the server has done it, the page waits. */
export async function holdResponse(page: Page, method: string, path: RegExp): Promise<HeldResponse> {
  const held = deferred()
  const released = deferred()
  const fulfilled = deferred()
  let isTaken = false
  const isMeant = (url: URL) => path.test(url.pathname)
  await page.route(isMeant, async (route) => {
    if (isTaken || route.request().method() !== method) return route.fallback()
    isTaken = true
    const response = await route.fetch()
    held.resolve()
    await released.promise
    // a request that the page gave up meanwhile wants no answer
    await route.fulfill({ response }).catch(() => undefined)
    fulfilled.resolve()
  })
  return {
    isHeld: held.promise,
    async release() {
      released.resolve()
      await fulfilled.promise
      await page.unroute(isMeant)
    },
  }
}

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
