import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { launchBrowser } from '../harness/browser.ts'
import { type RunningServer, type StartOptions, startServer } from '../harness/start-server.ts'
import { type PageActions, pageActions } from './page-actions.ts'
import { openSignedIn, widths } from './walk-fixtures.ts'
import { openWatchedPage, type WatchedPage } from './watched-page.ts'

/** The real server with the built pages, and one window of its owner in a real browser: for all tests of a suite. */
export interface Walk {
  readonly server: RunningServer
  readonly browser: Browser
  readonly context: BrowserContext
  readonly watched: WatchedPage
  readonly page: Page
  readonly ui: PageActions
}

export interface WalkOptions extends StartOptions {
  readonly width?: keyof typeof widths
  /** The suite provokes errors in the page, or looks for them itself: they don't fail the test. */
  readonly toleratesProblems?: boolean
}

/**
 * Registers the hooks of a suite's walk: opened before its tests, closed after them, and no test may leave a problem in
 * the page. `ui` can be used at once; the other fields are there from the suite's own `beforeAll` on.
 * `const walk = useWalk(); const { ui } = walk`
 */
export function useWalk({ width = 'wide', toleratesProblems = false, ...options }: WalkOptions = {}): Walk {
  let server: RunningServer | undefined
  let browser: Browser | undefined
  const walk = {} as Mutable<Walk>
  walk.ui = pageActions({
    get page() {
      return walk.page
    },
    get origin() {
      return walk.server.origin
    },
  })
  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(options), launchBrowser()])
    const context = await openSignedIn(browser, server, widths[width])
    const watched = await openWatchedPage(context)
    Object.assign(walk, { server, browser, context, watched, page: watched.page })
  })
  if (!toleratesProblems) afterEach(() => expect(walk.watched.problems).toEqual([]))
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  return walk
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
