import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { launchBrowser } from '../harness/browser.ts'
import { type RunningServer, type StartOptions, startServer } from '../harness/start-server.ts'
import { useOpened } from '../harness/use-suite.ts'
import { type PageActions, pageActions } from './page-actions.ts'
import { newApplication, openSignedIn, type WalkApplication, widths } from './walk-fixtures.ts'
import { openWatchedPage, type WatchedPage } from './watched-page.ts'

/** The real server with the built pages, and a real browser: for all tests of a suite. */
export interface ServerAndBrowser {
  readonly server: RunningServer
  readonly browser: Browser
}

interface Window {
  readonly context: BrowserContext
  readonly watched: WatchedPage
  readonly page: Page
  readonly ui: PageActions
}

/** One window at a time, for suites in which several people sign in. */
export interface ReplacedWindow extends Window {
  /** Closes the window and opens one in this context. */
  openIn(context: BrowserContext): Promise<void>
}

/** The same with one window of the owner. */
export interface Walk extends ServerAndBrowser, Window {}

export interface ApplicationWalk extends Walk {
  readonly application: WalkApplication
}

export interface WalkOptions extends StartOptions {
  readonly width?: keyof typeof widths
  /** The suite provokes errors in the page, or looks for them itself: they don't fail the test. */
  readonly toleratesProblems?: boolean
}

/**
 * For suites that open windows of their own; the fields are there from the suite's own `beforeAll` on. Options that only
 * an earlier hook knows are given by a function.
 */
export function useServerAndBrowser(options: StartOptions | (() => StartOptions) = {}): ServerAndBrowser {
  return useOpened(
    async () => {
      const known = typeof options === 'function' ? options() : options
      const [server, browser] = await Promise.all([startServer(known), launchBrowser()])
      return { server, browser }
    },
    async ({ server, browser }) => {
      await browser.close()
      await server.stop()
    },
  )
}

/** Not open yet: `ui` can be used at once, the other fields from the first `openIn` on. */
export function replacedWindow(at: Pick<ServerAndBrowser, 'server'>): ReplacedWindow {
  const window = {} as Mutable<ReplacedWindow>
  window.ui = pageActions({
    get page() {
      return window.page
    },
    get origin() {
      return at.server.origin
    },
  })
  window.openIn = async (context) => {
    await window.context?.close()
    const watched = await openWatchedPage(context)
    Object.assign(window, { context, watched, page: watched.page })
  }
  return window
}

/**
 * Registers the hooks of a suite's walk: opened before its tests, closed after them, and no test may leave a problem in
 * the page. `ui` can be used at once; the other fields are there from the suite's own `beforeAll` on.
 * `const walk = useWalk(); const { ui } = walk`
 */
export function useWalk({ width = 'wide', toleratesProblems = false, ...options }: WalkOptions = {}): Walk {
  const opened = useServerAndBrowser(options)
  const window = replacedWindow(opened)
  const walk = { ui: window.ui } as Walk
  beforeAll(async () => {
    await window.openIn(await openSignedIn(opened.browser, opened.server, widths[width]))
    Object.assign(walk, opened, window)
  })
  if (!toleratesProblems) afterEach(() => expect(walk.watched.problems).toEqual([]))
  return walk
}

/** An application that is made before all tests; its fields are there from the suite's own `beforeAll` on. */
export function useApplication(
  at: Pick<ServerAndBrowser, 'server'>,
  make: (server: RunningServer) => Promise<WalkApplication>,
): WalkApplication {
  const application = {} as WalkApplication
  beforeAll(async () => {
    Object.assign(application, await make(at.server))
  })
  return application
}

/** A new application for every test. */
export function useFreshApplication(at: Pick<ServerAndBrowser, 'server'>, name: string): WalkApplication {
  const application = {} as WalkApplication
  beforeEach(async () => {
    Object.assign(application, await newApplication(at.server, name))
  })
  return application
}

/**
 * A walk with an application.
 * `const walk = useApplicationWalk((server) => seedApplication(server)); const { ui, application } = walk`
 */
export function useApplicationWalk(
  make: (server: RunningServer) => Promise<WalkApplication>,
  options: WalkOptions = {},
): ApplicationWalk {
  const walk = useWalk(options)
  return Object.assign(walk, { application: useApplication(walk, make) })
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
