import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser.ts'
import { type RunningServer, type StartOptions, startServer } from '../harness/start-server.ts'
import { type PageActions, pageActions } from './page-actions.ts'
import { openSignedIn, widths } from './walk-fixtures.ts'
import { openWatchedPage, type WatchedPage } from './watched-page.ts'

/** The real server with the built pages, and one window of its owner in a real browser: for all tests of a file. */
export interface Walk {
  readonly server: RunningServer
  readonly browser: Browser
  readonly context: BrowserContext
  readonly watched: WatchedPage
  readonly page: Page
  readonly hands: PageActions
  close(): Promise<void>
}

export interface WalkOptions extends StartOptions {
  readonly width?: keyof typeof widths
}

/** `beforeAll(async () => { walk = await openWalk(); ({ server, page, hands } = walk) }, 120_000)` */
export async function openWalk({ width = 'wide', ...options }: WalkOptions = {}): Promise<Walk> {
  const [server, browser] = await Promise.all([startServer(options), launchBrowser()])
  const context = await openSignedIn(browser, server, widths[width])
  const watched = await openWatchedPage(context)
  const { page } = watched
  return {
    server,
    browser,
    context,
    watched,
    page,
    hands: pageActions(page, server.origin),
    async close() {
      await browser.close()
      await server.stop()
    },
  }
}
