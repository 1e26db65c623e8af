import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AxeResults, RunOptions } from 'axe-core'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { widths } from './walk-fixtures.ts'

const require = createRequire(import.meta.url)
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/** A folder for screenshots of everything axe checked; without it none are taken. */
const pictures = process.env.WALK_PICTURES

/** WCAG 2.0 to 2.2, levels A and AA. axe's own advice is left out: its rule `region` fires for every portal. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Without the styles that axe would fetch for a rule that isn't among these. */
const options: RunOptions = { runOnly: tags, resultTypes: ['violations'], preload: false }

/** The browser's console line about a 4xx or 5xx response: error responses are part of a walk. */
const refusalLine = /^Failed to load resource: the server responded with a status of ([45]\d\d)/

export interface WatchedPage {
  readonly page: Page
  /** Console errors, crashes and reports of the content policy since the page opened. */
  readonly problems: readonly string[]
  /** Error responses listed in the console, as `404 /nowhere`. */
  readonly refusals: readonly string[]
  /** What axe finds now, once animations have ended. */
  violations(): Promise<readonly string[]>
}

/**
 * Opens a page that records console errors, crashes and CSP violations.
 * `const { page, problems, violations } = await openWatchedPage(context)`
 */
export async function openWatchedPage(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const problems: string[] = []
  const refusals: string[] = []
  page.on('pageerror', (error) => problems.push(`crash: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const status = refusalLine.exec(message.text())?.[1]
    if (status === undefined) problems.push(`console: ${message.text()}`)
    else refusals.push(`${status} ${new URL(message.location().url).pathname}`)
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      // biome-ignore lint/suspicious/noConsole: it runs in the page, whose console is what is read here
      console.error(`policy: ${violatedDirective} ${blockedURI}`)
    })
  })
  const violations = async () => {
    const found = await runAxe(page)
    if (pictures !== undefined) await page.screenshot({ path: nextPicture(page, pictures) })
    return found
  }
  return { page, problems, refusals, violations }
}

let taken = 0

/** `0042 390 app-1-section-users.png`: pictures lie in the order in which they were taken. */
function nextPicture(page: Page, folder: string): string {
  taken += 1
  const { pathname, search } = new URL(page.url())
  const name = `${pathname}${search}`.replaceAll(/[^a-z0-9]+/gi, '-').slice(1, 80)
  const number = `${process.pid}-${String(taken).padStart(4, '0')}`
  return join(folder, `${number} ${page.viewportSize()?.width ?? 0} ${name}.png`)
}

/** Many times as long as the largest page takes beside all other tests. */
const axeLimitMs = 90_000

/** Evaluated by the debugger: the page's CSP forbids eval. */
async function runAxe(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  const run = async () => {
    // it stays in the page until the next one is loaded, and takes as long to read as to run
    if ((await evaluate(session, 'typeof axe')) === 'undefined') await evaluate(session, `${axeSource};undefined`)
    return (await evaluate(session, `(${runUnchanged})(${JSON.stringify(options)})`)) as string[]
  }
  const found = await Promise.race([run(), sleep(axeLimitMs, 'late' as const, { ref: false })])
  if (found === 'late') throw new Error(`axe did not end on ${page.url()}: ${await whatAxeWaitsFor(session)}`)
  await session.detach()
  return found
}

/** A page that is too busy for axe doesn't answer this either. */
const whatAxeWaitsFor = (session: CDPSession): Promise<unknown> =>
  Promise.race([evaluate(session, 'window.axeWaitsFor'), sleep(5_000, 'the page is busy', { ref: false })])

/** Runs in the page. axe sees a changing DOM half-rendered, so it runs again when anything changed. */
async function runUnchanged(options: RunOptions): Promise<readonly string[]> {
  const { axe } = window as unknown as { axe: { run(on: Document, options: RunOptions): Promise<AxeResults> } }
  const isEndless = ({ effect }: Animation) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
  // One in a part of the page that isn't rendered stays where it is.
  const isRendered = ({ effect }: Animation) =>
    !(effect instanceof KeyframeEffect) || effect.target?.checkVisibility({ contentVisibilityAuto: true }) === true
  const moving = () => document.getAnimations().filter((animation) => !isEndless(animation) && isRendered(animation))
  let changed: Node | undefined
  const observer = new MutationObserver(([record]) => {
    changed = record?.target
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  const show = (text: string) => Object.assign(window, { axeWaitsFor: text })
  for (let tries = 1; ; tries += 1) {
    const states = moving().map((animation) => {
      const { animationName, transitionProperty, playState } = animation as CSSAnimation & CSSTransition
      return `${animationName ?? transitionProperty} ${playState}`
    })
    show(`animations before run ${tries}: ${states.join(', ')}`)
    await Promise.allSettled(moving().map((animation) => animation.finished))
    show(`run ${tries}, after a change of ${changed?.nodeName} ${changed?.textContent?.slice(0, 100)}`)
    changed = undefined
    const { violations } = await axe.run(document, options)
    if ((changed !== undefined || moving().length > 0) && tries < 5) continue
    observer.disconnect()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }
}

async function evaluate(session: CDPSession, expression: string): Promise<unknown> {
  const call = { expression, awaitPromise: true, returnByValue: true }
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', call)
  if (exceptionDetails !== undefined) throw new Error(`axe did not run: ${exceptionDetails.text}`)
  return result.value
}

/** Waits until the heading is shown and nothing is loading. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator('main h1').waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .animate-pulse-soft') === null)
}

/** Waits until a screen can be shown to others: the text is there, all data, the fonts, and no placeholder. */
export async function waitUntilComplete(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().waitFor()
  await page.waitForLoadState('networkidle')
  await waitUntilLoaded(page)
  await page.evaluate(() => document.fonts.ready)
}

/** Elements beyond the right edge of the window. */
export async function findHorizontalOverflow(page: Page): Promise<string[]> {
  const tooWidePx = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  return tooWidePx > 0 ? [`scrolls sideways by ${tooWidePx} px`] : []
}

/** Checks what is open at both widths with axe and for overflow. The window is wide afterwards. */
export async function findFaultsAtBothWidths({ page, violations }: WatchedPage): Promise<string[]> {
  const found: string[] = []
  for (const [name, size] of Object.entries(widths).reverse()) {
    await page.setViewportSize(size)
    const faults = [...(await violations()), ...(await findHorizontalOverflow(page))]
    found.push(...faults.map((fault) => `${name}: ${fault}`))
  }
  return found
}

/** Keys in browser storage that belong to an account, not to appearance or to being signed out. */
export const storedAccountKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.keys({ ...localStorage, ...sessionStorage }).filter(
      (name) => !/^(user_logged_out|theme|api-key-copied|tsr-scroll)/.test(name),
    ),
  )
